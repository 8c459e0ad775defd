import type { Browser, Locator, Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { startReceiver } from "../test/http/receiver.ts";
import { expect, test } from "../test/service/journey.ts";
import { journeyUserBody } from "../test/service/journey-user.ts";
import { whenLiving } from "../test/service/living-page.ts";
import { type StartedService, startService } from "../test/service/start-service.ts";
import { codeOf, signInOperator } from "./console-pages.ts";
import { button, copyAndClose, dialogButton, signIn } from "./dashboard-pages.ts";

/** The clicks that each task may take, from the page that a sign-in opens or from the open object. Fields are not counted. */
const MAX_CLICKS = {
  "create a user": 2,
  "create a card": 2,
  "show the card number": 2,
  "fund a card": 2,
  "simulate a purchase": 2,
  "explain an amount": 1,
  "withdraw from a card": 2,
  "terminate a card": 2,
  "simulate a deposit": 3,
  "request a withdrawal": 3,
  "create an API key": 4,
  "set a webhook URL": 4,
  "resend an event": 2,
  "invite a person": 3,
  "turn on 2FA": 3,
  "approve a withdrawal": 3,
} satisfies Record<string, number>;
type Task = keyof typeof MAX_CLICKS;

/** Runs a task whose clicks go through `click`, and expects it to take no more than it may. */
async function expectFewClicks(
  task: Task,
  perform: (click: (place: Locator) => Promise<void>) => Promise<void>,
): Promise<void> {
  let clicks = 0;
  await perform(async (place) => {
    await place.click();
    clicks += 1;
  });
  expect(clicks, `clicks to ${task}`).toBeLessThanOrEqual(MAX_CLICKS[task]);
}

const link = (page: Page, name: string | RegExp) =>
  page.getByRole("link", { name, exact: typeof name === "string" }).first();
const done = (page: Page, text: string | RegExp) =>
  expect(page.getByLabel("Notifications").getByText(text).last()).toBeVisible();
const nobody = { email: "", password: "" };

// A service of its own: these journeys turn on a second factor and set a webhook URL, which others do not expect.
let service: StartedService;
test.beforeAll(async () => {
  service = await startService();
});
test.afterAll(() => service.stop());

async function openPage(browser: Browser): Promise<Page> {
  return whenLiving(await browser.newPage({ baseURL: service.baseUrl }));
}

test("an owner works with a user and a card in few clicks", async ({ browser }) => {
  const page = await openPage(browser);
  const owner = service.demo.partners[0] ?? nobody;
  await signIn(page, owner);
  await expectFewClicks("create a user", async (click) => {
    await click(link(page, "Create user"));
    // The test data are filled in like a field, by a person who types nothing.
    await button(page, "Fill with test data").click();
    await click(dialogButton(page, "Create user"));
    await done(page, "User created");
  });
  await button(page, "Approve").click();
  await expectFewClicks("create a card", async (click) => {
    await click(link(page, "Create card"));
    await page.getByLabel("Initial balance").fill("60");
    await click(dialogButton(page, "Create card"));
    await done(page, "Card created");
  });
  await expectFewClicks("show the card number", async (click) => {
    await click(button(page, "Show number"));
    await page.getByLabel("Password").fill(owner.password);
    await click(button(page, "Show for 30 seconds"));
    await expect(page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/)).toBeVisible();
  });
  await expectFewClicks("fund a card", async (click) => {
    await click(button(page, "Fund"));
    await page.getByRole("dialog").getByLabel("Amount").fill("20");
    await click(dialogButton(page, "Fund card"));
    await done(page, "was funded");
  });
  await expectFewClicks("simulate a purchase", async (click) => {
    await click(page.getByText("Simulate purchase"));
    await click(button(page, "Authorize purchase"));
    await done(page, "Purchase authorized");
  });
  await expectFewClicks("explain an amount", async (click) => {
    await click(page.getByRole("region").getByRole("button", { name: /Explain this amount$/ }));
    await expect(page.getByText("Previous balance").first()).toBeVisible();
  });
  await expectFewClicks("withdraw from a card", async (click) => {
    await click(button(page, "Withdraw"));
    await page.getByRole("dialog").getByLabel("Amount").fill("10");
    await page.getByLabel("Reference").fill("change");
    await click(button(page, "Withdraw to wallet"));
    await done(page, "Withdrawn to your wallet");
  });
  await expectFewClicks("terminate a card", async (click) => {
    await click(button(page, "Terminate"));
    await click(button(page, /^Terminate card ending/));
    await expect(page.getByText("Terminated. The remaining balance")).toBeVisible();
  });
});

test("an owner moves money and sets up the account in few clicks", async ({ browser }) => {
  const page = await openPage(browser);
  const owner = service.demo.partners[1] ?? nobody;
  await signIn(page, owner);
  await expectFewClicks("simulate a deposit", async (click) => {
    await click(link(page, "Wallet"));
    await click(page.getByText("Simulate deposit"));
    await page.getByLabel("Amount").fill("25");
    await click(button(page, "Send deposit"));
    await done(page, "Test deposit sent");
  });
  await page.goto("/");
  await expectFewClicks("request a withdrawal", async (click) => {
    await click(link(page, "Withdraw"));
    await page.getByLabel("Amount").fill("20");
    const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    await page.getByLabel("Address on Base").fill(address);
    await click(dialogButton(page, "Request withdrawal"));
    await page.getByLabel("I have compared the full address").check();
    await click(dialogButton(page, "Request withdrawal"));
    await done(page, "Withdrawal requested");
  });
  await page.goto("/");
  await expectFewClicks("create an API key", async (click) => {
    await click(link(page, "Developers"));
    await click(button(page, "Create key"));
    await page.getByLabel("Name").fill("Few clicks");
    await page.getByLabel("Your password").fill(owner.password);
    await click(dialogButton(page, "Create key"));
    await click(button(page, "Copy key"));
    await expect(page.getByText("Copied.")).toBeVisible();
  });
  const receiver = await startReceiver();
  await page.goto("/");
  await expectFewClicks("set a webhook URL", async (click) => {
    await click(link(page, "Developers"));
    await click(link(page, "Webhooks"));
    await page.getByLabel("Webhook URL").fill(receiver.url);
    await click(button(page, "Save URL"));
    await click(button(page, "Copy secret"));
    await expect(page.getByText("Copied.")).toBeVisible();
  });
  await button(page, "Done").click();
  await expectFewClicks("resend an event", async (click) => {
    await click(page.getByRole("table", { name: "Webhook events" }).getByRole("link").first());
    await click(button(page, "Resend"));
    await expect.poll(() => receiver.requests.length).toBeGreaterThan(0);
  });
  await receiver.close();
  await page.goto("/");
  await expectFewClicks("invite a person", async (click) => {
    await click(link(page, "Settings"));
    await click(button(page, "Invite member"));
    await page.getByLabel("Email").fill(String(journeyUserBody().email));
    await page.getByLabel("Your password").fill(owner.password);
    await click(button(page, "Create invite link"));
    await expect(button(page, "Copy link")).toBeVisible();
  });
  await page.goto("/");
  await expectFewClicks("turn on 2FA", async (click) => {
    await click(link(page, new RegExp(owner.email)));
    await page.getByLabel("Password", { exact: true }).fill(owner.password);
    await click(button(page, "Set up 2FA"));
    const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "";
    await page.getByLabel("6-digit code").fill(new TOTP({ secret }).generate());
    await click(button(page, "Turn on"));
    await copyAndClose(page);
  });
});

test("an administrator approves a withdrawal in few clicks", async ({ browser }) => {
  const page = await openPage(browser);
  const admin = service.demo.admins[0] ?? { ...nobody, totpSecret: "" };
  await signInOperator(page, admin);
  await expectFewClicks("approve a withdrawal", async (click) => {
    await click(page.getByRole("table").locator("tbody").getByRole("link").first());
    await click(button(page, "Approve…"));
    await page.getByLabel("Code").fill(codeOf(admin));
    await click(page.getByRole("dialog").getByRole("button", { name: /^Approve/ }));
    await done(page, /approved/i);
  });
});
