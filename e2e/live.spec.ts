import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { userBody } from "../test/fixtures/sample-user.ts";
import { expect, test } from "../test/service/journey.ts";
import { clickUntil, expectToOpen, waitForKeys, whenLiving } from "../test/service/living-page.ts";
import type { StartedService } from "../test/service/start-service.ts";
import { button, expectAccessible, signIn } from "./dashboard-pages.ts";
import { signInLive, stopPolling } from "./live-pages.ts";

const notice = (page: Page) => page.getByText("Live updates paused. Refreshing every 10 s");
const combobox = (page: Page) => page.getByRole("combobox", { name: /Search pages, actions/ });

function demoPartner({ demo }: StartedService) {
  const [partner] = demo.partners;
  if (!partner) throw new Error("the demo has no partner");
  return partner;
}

/** Calls the API as the partner's server. Throws if the response is an error. */
async function callApi(service: StartedService, method: string, path: string, body?: object) {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${demoPartner(service).apiKey}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

/** Creates a user with a unique name through the API. Returns the name. */
async function createUser(service: StartedService): Promise<string> {
  const lastName = `Adeyemi ${randomUUID().slice(0, 6)}`;
  await callApi(
    service,
    "POST",
    "/api/v2/partner/card/users",
    userBody({ firstName: "Folake", lastName }),
  );
  return `Folake ${lastName}`;
}

/** Makes the window's events `cut-stream` and `mend-stream` cut the stream and allow it to open again. */
async function holdStream(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const Real = window.EventSource;
    let isCut = false;
    const open = new Set<EventSource>();
    window.EventSource = class extends Real {
      constructor(url: string | URL) {
        super(isCut ? "/api/nowhere" : url);
        open.add(this);
      }
    };
    window.addEventListener("cut-stream", () => {
      isCut = true;
      for (const stream of open) stream.dispatchEvent(new Event("error"));
    });
    window.addEventListener("mend-stream", () => {
      isCut = false;
    });
  });
}

async function newPage(browser: Browser, service: StartedService) {
  const context = await browser.newContext({ baseURL: service.baseUrl });
  return { context, page: whenLiving(await context.newPage()) };
}

test("a person sees another person's changes without a reload or polling; rows under the pointer do not move", async ({
  browser,
  service,
}) => {
  const [here, there] = [await newPage(browser, service), await newPage(browser, service)];
  await stopPolling(here.context);
  await signInLive(here.page, demoPartner(service), "/users");
  const first = await createUser(service);
  const row = (name: string) => here.page.getByRole("row").filter({ hasText: name });
  await expect(row(first)).toBeVisible();

  // A card that is frozen in another person's browser shows as frozen here.
  await here.page.goto("/cards");
  const card = here.page.getByRole("row").filter({ hasText: "Active" }).first();
  const last4 = /\d{4}/.exec((await card.textContent()) ?? "")?.[0] ?? "";
  await signIn(there.page, demoPartner(service), "/cards");
  await there.page.getByRole("link", { name: last4 }).click();
  await button(there.page, "Freeze").click();
  await expect(row(last4)).toContainText("Frozen");
  await button(there.page, "Unfreeze").click();
  await expect(row(last4)).toContainText("Active");

  // While the pointer is over the rows, a new row is announced but not inserted.
  await here.page.goto("/users");
  const top = here.page.locator("[data-row-link]").first();
  await top.hover();
  const before = await top.textContent();
  const second = await createUser(service);
  await expect(button(here.page, "1 new · Show")).toBeVisible();
  expect(await top.textContent()).toBe(before);
  await expect(row(second)).toHaveCount(0);
  // Not a click by mouse: the pointer would leave the rows on its way, and the new row would be inserted by itself.
  await button(here.page, "1 new · Show").dispatchEvent("click");
  await expect(row(second)).toBeVisible();
  await here.context.close();
  await there.context.close();
});

test("the stream is cut: the page shows a notice, polls instead, and recovers by itself", async ({
  browser,
  service,
}) => {
  const { context, page } = await newPage(browser, service);
  await holdStream(context);
  await signInLive(page, demoPartner(service), "/users");
  await expect(notice(page)).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event("cut-stream")));
  await expect(notice(page)).toBeVisible();
  const name = await createUser(service);
  await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("mend-stream")));
  await expect(notice(page)).toHaveCount(0);
  await context.close();
});

test("an owner uses the keyboard alone: the palette, moving through a list, and the list of shortcuts", async ({
  page,
  service,
}) => {
  await signIn(page, demoPartner(service), "/users");
  await page.keyboard.press("Control+k");
  await expect(combobox(page)).toBeFocused();
  await expectAccessible(page, "the palette");
  await page.keyboard.type("request with");
  await expect(page.getByRole("option", { selected: true })).toHaveText("Request withdrawal");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/withdrawals\?do=create/);
  // The palette does not open over a form, so that the input is kept.
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(combobox(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // The palette finds a user by name, and then offers the user as recent.
  const name = await createUser(service);
  await page.keyboard.press("Control+k");
  await expect(combobox(page)).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole("option", { name: new RegExp(`^${name}`) })).toHaveCount(1);
  await expect(page.getByRole("option").last()).toHaveText(`Transactions with “${name}”`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/users\/usr_/);
  await page.goto("/users");
  await waitForKeys(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).toContainText(name);
  await page.keyboard.press("Escape");
  await expect(combobox(page)).toHaveCount(0);

  // Moving through the list.
  const links = page.locator("[data-row-link]");
  await page.keyboard.press("j");
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  // In a text field, the keys of the shortcuts type letters.
  await page.keyboard.type("jk?");
  await expect(page.getByRole("searchbox")).toHaveValue("jk?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto("/users");
  await waitForKeys(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/users\/usr_/);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/users$/);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible(page, "the shortcuts");
  await page.keyboard.press("Escape");

  // Two letters open a page; the list of shortcuts names them.
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/cards$/);
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await expectToOpen(page, /\/users$/);
  await expect(links.first()).toBeVisible();

  // A focused row shows its exact time.
  await page.keyboard.press("j");
  const exact = page.locator("tr:has(:focus) time [data-exact]").first();
  await expect(exact).toBeVisible();
  await expect(exact).toHaveAttribute("data-exact", /\d{4}, .*UTC/);

  // Users of speech input can turn single-key shortcuts off and on.
  const single = page.getByLabel(/^Single-key shortcuts/);
  await button(page, "Account menu").click();
  await single.uncheck();
  await page.reload();
  await waitForKeys(page);
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await expect(page.locator("[data-row-link]:focus")).toHaveCount(0);
  await button(page, "Account menu").click();
  await expect(single).not.toBeChecked();
  await single.check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("an owner opens the help: it leads to the reference, the status page and the shortcuts", async ({
  page,
  service,
}) => {
  await signIn(page, demoPartner(service), "/cards");
  const help = page.getByRole("navigation", { name: "Help" });
  await clickUntil(button(page, "Help"), help);
  await expect(help.getByRole("link", { name: "OpenAPI document" })).toHaveAttribute(
    "href",
    "/api/openapi.json",
  );
  await expect(page.getByText("Staging: test money on test networks")).toBeVisible();
  await expectAccessible(page, "the help");
  await help.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await clickUntil(button(page, "Help"), help);
  await help.getByRole("link", { name: "Service status" }).click();
  await expect(page).toHaveURL("/status");
});

test("an owner types an action into the palette: it forgives an error, changes the theme and funds a card", async ({
  page,
  service,
}) => {
  await signIn(page, demoPartner(service), "/cards?status=active&fundingType=float");
  const row = page.getByRole("row").nth(1);
  const last4 = /\d{4}/.exec((await row.textContent()) ?? "")?.[0] ?? "";
  const type = async (text: string) => {
    await page.keyboard.press("Control+k");
    await combobox(page).fill(text);
  };
  await type("drak theme");
  await expect(page.getByRole("option", { selected: true })).toHaveText("Dark theme");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(combobox(page)).toHaveCount(0);
  await type("payout");
  await expect(page.getByRole("option", { name: "Request withdrawal" })).toBeVisible();
  await page.keyboard.press("Escape");
  await type(`fund ${last4}`);
  await page
    .getByRole("option", { name: `Fund card •••• ${last4}` })
    .first()
    .click();
  await expect(page).toHaveURL(/\/cards\/card_\w+\?do=fund$/);
  await expect(page.getByRole("dialog").getByLabel("Amount")).toBeVisible();
});

test("a person opens a card: the tab names the card and the partner, and the list again after closing", async ({
  page,
  service,
}) => {
  const partner = demoPartner(service);
  await signIn(page, partner, "/cards");
  await expect(page).toHaveTitle(`Cards · ${partner.name}`);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  const title = new RegExp(`^Card ending \\d{4} · ${partner.name}$`);
  await expect(page).toHaveTitle(title);
  await page.reload();
  await expect(page).toHaveTitle(title);
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveTitle(`Cards · ${partner.name}`);
});

test("a viewer opens the palette on a phone: it offers only what the role permits", async ({
  page,
  service,
}) => {
  const viewer = demoPartner(service).people.find(({ role }) => role === "viewer");
  if (!viewer) throw new Error("the demo's first partner has no viewer");
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, viewer, "/cards");
  await button(page, "More").click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Search or go to/ })
    .click();
  await combobox(page).fill("c");
  await expect(page.getByRole("option", { name: "Cards" })).toBeVisible();
  await expect(page.getByRole("option", { name: "Create card" })).toHaveCount(0);
  await page.getByRole("option", { name: "Cards" }).click();
  await expect(page).toHaveURL(/\/cards$/);
});
