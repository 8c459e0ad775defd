import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { SAMPLE_PERSON } from "../test/fixtures/sample-user.ts";
import { expect, test } from "../test/service/journey.ts";
import { waitForKeys } from "../test/service/living-page.ts";
import type { StartedService } from "../test/service/start-service.ts";
import { violationsOf } from "./axe.ts";
import {
  button,
  dialogButton,
  expectAccessible,
  FAR_READER,
  openEach,
  signIn,
} from "./dashboard-pages.ts";
import { expectState } from "./state.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
const done = (page: Page, text: string | RegExp) =>
  expect(page.getByLabel("Notifications").getByText(text)).toBeVisible();

async function fillUser(page: Page, lastName: string, email: string): Promise<void> {
  const fields = {
    "First name": "Ngozi",
    "Last name": lastName,
    Email: email,
    Phone: SAMPLE_PERSON.phoneNumber,
    Address: SAMPLE_PERSON.address,
    City: SAMPLE_PERSON.city,
    Region: SAMPLE_PERSON.region,
    "Postal code": SAMPLE_PERSON.postalCode,
    Purpose: "Business travel",
    "IP address": SAMPLE_PERSON.ipAddress,
  };
  const form = page.getByRole("dialog");
  for (const [label, value] of Object.entries(fields))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole("combobox", { name: "Country" }).fill("nigeria");
  await page.keyboard.press("Enter");
  await page.getByLabel(/accepted the terms/).check();
}

/** Mines one block of a local chain. */
async function mine({ demo }: Pick<StartedService, "demo">, name: string): Promise<void> {
  const { rpcUrl } = demo.chains.find(({ chain }) => chain === name) ?? { rpcUrl: "" };
  const call = { jsonrpc: "2.0", id: 1, method: "evm_mine", params: [] };
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(call);
  expect((await fetch(rpcUrl, { method: "POST", headers, body })).ok).toBe(true);
}

test("an owner creates a user and a card, funds it, spends from it and terminates it", async ({
  page,
  service,
}) => {
  test.setTimeout(180_000);
  const partner = service.demo.partners[1] ?? { email: "", password: "" };
  const form = page.getByRole("dialog");
  await signIn(page, partner, "/users");
  await expect(heading(page, "No users yet")).toBeVisible();
  await expectAccessible(page, "no users");

  // Creating a user: each field is validated when it loses the focus.
  await button(page, "Create user").first().click();
  await page.getByLabel("Phone").fill("08031234567");
  await page.getByLabel("IP address").focus();
  await expect(page.getByText("Must be in international format")).toBeVisible();
  await expectAccessible(page, "the form of a user");
  await dialogButton(page, "Create user").click();
  await expect(page.getByLabel("First name")).toBeFocused();
  const email = `${randomUUID()}@example.com`;
  await fillUser(page, "Okonkwo", email);
  await dialogButton(page, "Create user").click();
  await done(page, "User created");
  await expect(page).toHaveURL(/\/users\/usr_/);
  await expect(page.getByText("Verification not started")).toBeVisible();
  await expect(page.getByText(/\/verify\//)).toBeVisible();
  await expectAccessible(page, "a user who waits");

  // The same email is refused.
  await page.goto("/users?do=create");
  await fillUser(page, "Okonkwo", email);
  await dialogButton(page, "Create user").click();
  await expect(page.getByText("A user with this email already exists.").first()).toBeVisible();
  // Escape closes the form, and what was typed is there when it is opened again, also after a reload.
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
  await page.goto("/users?do=create");
  await expect(form.getByText("Restored what you typed.")).toBeVisible();
  await expect(page.getByLabel("Last name")).toHaveValue("Okonkwo");
  await expect(form.getByRole("combobox", { name: "Country" })).toHaveValue("Nigeria");
  await expectAccessible(page, "a form with a restored draft");
  await button(page, "Discard").click();
  await expect(page.getByLabel("First name")).toBeFocused();
  await expect(page.getByLabel("Last name")).toHaveValue("");
  await page.keyboard.press("Escape");
  await page.goto("/users?do=create");
  await expect(page.getByLabel("Last name")).toHaveValue("");
  await expect(form.getByText("Restored what you typed.")).toHaveCount(0);

  // The list of countries opens by typing or the arrow keys, and Escape closes only the list.
  const country = form.getByRole("combobox", { name: "Country" });
  await country.fill("cote");
  const countries = form.getByRole("listbox", { name: "Country" });
  await expect(countries.getByRole("option")).toHaveCount(1);
  await expectAccessible(page, "the list of countries");
  await page.keyboard.press("Escape");
  await expect(countries).toHaveCount(0);
  await expect(country).toHaveValue("");
  await country.fill("ger");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(country).toHaveValue("Germany");

  // One click fills the form with a person whose name selects the result.
  await form.getByLabel("Verification result").selectOption("denied");
  await button(page, "Fill with test data").click();
  await expect(page.getByLabel("Last name")).toHaveValue(/Denied$/);
  await expect(country).not.toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);

  // The user is approved and gets a card.
  await page.getByRole("link", { name: "Ngozi Okonkwo" }).click();
  await button(page, "Approve").click();
  await expect(page.getByText("You can create cards for this user.")).toBeVisible();
  await page.getByRole("link", { name: "Create card" }).click();
  await page.getByLabel("Initial balance").fill("5000");
  await expect(form.getByRole("combobox", { name: "User" })).toHaveValue("Ngozi Okonkwo");
  await dialogButton(page, "Create card").click();
  await expect(page.getByText("Nothing was charged.")).toBeVisible();
  await page.getByLabel("Initial balance").fill("50");
  await dialogButton(page, "Create card").click();
  await done(page, "Card created");
  await expect(page).toHaveURL(/\/cards\/card_/);
  await expect(page.getByText("Active and ready to use.")).toBeVisible();

  // Funding: the form states the limits, and a retry after a lost response has the same idempotency key.
  await button(page, "Fund").click();
  await form.getByLabel("Amount").fill("4");
  await dialogButton(page, "Fund card").click();
  await expect(page.getByText("Must be at least 5.")).toBeVisible();
  await form.getByLabel("Amount").fill("25.50");
  await expectAccessible(page, "the form that funds");
  const keys: (string | undefined)[] = [];
  await page.route("**/api/v1/partner/card/fund", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch(); // The request arrives, and its response is lost.
    return route.abort();
  });
  await dialogButton(page, "Fund card").click();
  await expect(page.getByText("it counts only once")).toBeVisible();
  await expect(page.getByText("The result is unknown")).toBeVisible();
  await expect(page.getByText("The card was not funded")).toHaveCount(0);
  await dialogButton(page, "Fund card").click();
  await done(page, "was funded");
  expect(keys).toEqual([keys[0], keys[0]]);
  await expect(page.getByText("75.50 USD").first()).toBeVisible();

  // The simulator: a purchase within the balance, and one above it.
  await page.getByText("Simulate purchase").click();
  await button(page, "Authorize purchase").click();
  await done(page, "Purchase authorized");
  await button(page, /^Settle/).click();
  await done(page, "Transaction settled");
  await page.getByLabel("Amount", { exact: true }).fill("900");
  await button(page, "Authorize purchase").click();
  await done(page, "Declined");
  await expectAccessible(page, "a card with transactions");

  // Closing a dialog returns the focus.
  await button(page, "Terminate").click();
  await expect(button(page, "Cancel")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button(page, "Terminate")).toBeFocused();

  // Freezing and unfreezing.
  await button(page, "Freeze").click();
  await expect(page.getByText("All purchases are declined")).toBeVisible();
  // The button keeps the focus after its action.
  await expect(button(page, "Unfreeze")).toBeFocused();
  // It accepts no press until the page has read its data again.
  await expect(button(page, "Unfreeze")).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(button(page, "Freeze")).toBeFocused();
  await expect(page.getByText("Active and ready to use.")).toBeVisible();

  // The card number is shown after the password, and hidden again by itself.
  await page.clock.install();
  await button(page, "Show number").click();
  await page.getByLabel("Password").fill("not the password");
  await button(page, "Show for 30 seconds").click();
  await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Password").fill(partner.password);
  await button(page, "Show for 30 seconds").click();
  await expect(page.getByText(/Hides in/)).toBeVisible();
  await expect(page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/)).toBeVisible();
  await page.clock.fastForward("00:20");
  await expect(page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/)).toBeVisible();
  await page.clock.fastForward("00:11");
  await expect(page.getByText(/Hides in/)).toBeHidden();
  await expect(page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/)).toBeHidden();

  // The user cannot be deleted before the card is terminated.
  const cardUrl = page.url();
  await page.getByRole("link", { name: "Ngozi Okonkwo" }).last().click();
  await button(page, "Delete user").click();
  await expect(button(page, "Cancel")).toBeFocused();
  await button(page, "Delete Ngozi Okonkwo").click();
  await expect(page.getByText("Terminate all cards of the user")).toBeVisible();

  await page.goto(`${cardUrl}?do=withdraw`);
  await form.getByLabel("Amount").fill("10");
  await page.getByLabel("Reference").fill("end of trip");
  await button(page, "Withdraw to wallet").click();
  await done(page, "Withdrawn to your wallet");
  await button(page, "Terminate").click();
  await expect(button(page, "Cancel")).toBeFocused();
  await button(page, /^Terminate card ending/).click();
  await expect(page.getByText("Terminated. The remaining balance")).toBeVisible();
  await expect(button(page, "Fund")).toBeHidden();
  await expectAccessible(page, "a terminated card");
});

test("an owner opens the overview: charts work by keyboard, numbers open lists, and Back undoes a period", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, partner);
  await expect(heading(page, "Needs attention")).toBeVisible();
  await expect(heading(page, "Recent activity")).toBeVisible();
  for (const name of ["Deposit", "Create card", "Create user", "Withdraw"])
    await expect(
      page.getByRole("main").getByRole("link", { name, exact: true }).first(),
    ).toBeVisible();
  const day = page.getByRole("slider", { name: "Card spend by day" });
  await day.focus();
  const today = await day.getAttribute("aria-valuetext");
  await page.keyboard.press("ArrowLeft");
  await expect(day).not.toHaveAttribute("aria-valuetext", today ?? "");
  await page.locator("summary", { hasText: "Card spend as a table" }).click();
  await expect(
    page.getByRole("region", { name: "Card spend by day" }).getByRole("row"),
  ).toHaveCount(31);

  // The period is in the address.
  await button(page, "7 days").click();
  await expect(page).toHaveURL("/?days=7");
  await expect(page.getByText("in the 7 days before").first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("in the 30 days before").first()).toBeVisible();

  // A day opens its transactions.
  await day.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(
    /\/transactions\?kind=purchase%2Ccash_withdrawal&status=authorized%2Csettled&from=.*&to=/,
  );
  await expect(heading(page, /^Transactions/)).toBeVisible();
  await page.goBack();
  // The count of a decline reason is the count of its list.
  const reason = page.getByRole("link", { name: /^insufficient funds/i }).first();
  const count = /\d+$/.exec(((await reason.textContent()) ?? "").trim())?.[0];
  await reason.click();
  await expect(page).toHaveURL(/\?status=declined&declinedReason=insufficient\+funds&from=/);
  await expect(button(page, "Decline reason: Insufficient funds")).toBeVisible();
  await expect(heading(page, new RegExp(`^Transactions\\s*${count}$`))).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "View users" }).click();
  await expect(page).toHaveURL("/users?status=pending,pending_kyc");
  await expect(heading(page, /^Users/)).toBeVisible();
  await page.goBack();
});

test("an owner moves through a list by keyboard: a closed sheet returns the focus", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, partner, "/cards");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  const second = page.getByRole("row").nth(2).getByRole("link");
  await expect(second).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/cards\/card_/);
  await expect(heading(page, /^Card ending/)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/cards");
  await expect(second).toBeFocused();
});

test("an owner opens a sheet or dialog while another one closes: it stays open on a slow machine too", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, partner, "/cards");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const card = heading(page, /^Card ending/);
  await expect(card).toBeFocused();
  const opened = page.url();
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 6 });

  // Simulates keys that are pressed one frame apart.
  const came = page.evaluate(async () => {
    const panel = () => document.querySelector("section[aria-labelledby]");
    const seen = new Set([panel()]);
    const frame = () => new Promise(requestAnimationFrame);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    await frame();
    const isClosed = panel() === null;
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) activeElement.click();
    const until = performance.now() + 1_500;
    const addresses = new Set<string>();
    while (performance.now() < until) {
      await frame();
      seen.add(panel());
      addresses.add(window.location.href);
    }
    return { isClosed, panels: [...seen].map((it) => it !== null), addresses: [...addresses] };
  });
  expect(await came).toEqual({ isClosed: true, panels: [true, true], addresses: [opened] });
  await expect(card).toBeFocused();
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 1 });

  // Then another sheet, a form and the palette, each opened while the one before it closes.
  await page.keyboard.press("Escape");
  await page.getByRole("row").nth(2).getByRole("link").click();
  await expect(card).toBeFocused();
  await expect(page).not.toHaveURL(opened);
  await page.keyboard.press("Escape");
  await button(page, "Create card").click();
  await expect(page.getByRole("dialog", { name: "Create card" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search or go to" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/cards");
  await page.goBack();
  await page.goBack();
  await expect(card).toBeVisible();
  await expect(page).not.toHaveURL(opened);
  await page.goBack();
  await expect(page).toHaveURL("/cards");
  await expect(card).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(opened);
  await expect(card).toBeVisible();
});

test("an owner requests a withdrawal, sees the amount after the fee, and cancels it", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[1] ?? { email: "", password: "" };
  await signIn(page, partner, "/withdrawals");
  await expect(heading(page, "No withdrawals yet")).toBeVisible();
  await button(page, "Request withdrawal").first().click();
  await page.getByLabel("Amount").fill("4.99");
  await page.getByLabel("Address on Base").fill("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD");
  await dialogButton(page, "Request withdrawal").click();
  await expect(page.getByText("Must be at least 5.")).toBeVisible();
  await expect(page.getByText("The checksum does not match")).toBeVisible();
  await page.getByLabel("Amount").fill("100");
  await page.getByLabel("Address on Base").fill("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  await expect(page.getByText("First withdrawal to this address")).toBeVisible();
  await expect(page.getByText("99.50 USD")).toBeVisible();
  await expectAccessible(page, "the form of a withdrawal");
  await dialogButton(page, "Request withdrawal").click();
  await expect(page.getByText("Compare the address, then confirm")).toBeVisible();
  await page.getByLabel("I have compared the full address").check();
  await dialogButton(page, "Request withdrawal").click();
  await done(page, "Withdrawal requested");
  await expect(page.getByText("Pending approval", { exact: true })).toBeVisible();
  await button(page, "Cancel withdrawal").click();
  await dialogButton(page, "Cancel withdrawal").click();
  await expect(page.getByText("Cancelled by you")).toBeVisible();
  await expect(button(page, "Cancel withdrawal")).toBeHidden();
});

test("an owner searches, filters and sorts users: the URL has each choice", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, partner, "/users");
  await page.keyboard.press("/");
  await page.keyboard.type("tanaka");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page).toHaveURL("/users?search=tanaka");
  await button(page, "Verification").click();
  await button(page, "Denied").click();
  await expect(page).toHaveURL("/users?search=tanaka&status=denied");
  await expect(page.getByText("No user matches")).toBeVisible();
  await button(page, "Clear filters").first().click();
  await expect(page).toHaveURL("/users");
  await page.goBack();
  await expect(page).toHaveURL("/users?search=tanaka&status=denied");
  await page.goBack();
  await expect(page).toHaveURL("/users?search=tanaka");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.goBack();
  await expect(page).toHaveURL("/users");
  await expect(page.getByRole("searchbox", { name: "Name, email or ID" })).toHaveValue("");
  await button(page, "Name").click();
  await expect(page).toHaveURL("/users?sort=name");
  // Without sorting, the newest user comes first. Other journeys add users to the same service.
  await expect(page.getByRole("table")).toHaveText(/Amara Okafor.*Lars Øst/s);
});

test("an owner follows a deposit from confirming to credited, and looks up a missing one", async ({
  page,
  service,
}) => {
  test.setTimeout(120_000);
  const partner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, partner, "/wallet");
  await expect(page.getByRole("heading", { name: "Deposit", exact: true })).toBeVisible();
  await page.getByText("Simulate deposit").click();
  await page.getByLabel("Amount").fill("12.34");
  const line = page.getByRole("row").filter({ hasText: "12.34" });
  const details = page.getByRole("region", { name: "Deposit", exact: true });
  const balance = page.getByText("Available balance", { exact: true }).locator("..");
  const before = (await balance.textContent()) ?? "";
  // The process of `npm start` mines the blocks: while it is paused, a deposit gets no more confirmations.
  service.child.kill("SIGSTOP");
  try {
    // After this block, a block that was requested just before the pause is mined as well.
    await mine(service, "base-sepolia");
    await button(page, "Send deposit").click();
    await done(page, "Test deposit sent");
    await mine(service, "base-sepolia");
    await expect(line).toContainText("Confirming, 1 of 3");
    await line.getByRole("link").click();
    await expect(page).toHaveURL(/\/wallet\/base-sepolia:0x[0-9a-f]{64}:0$/);
    await expect(details.getByText("Confirming, 1 of 3")).toBeVisible();
    await page.goto(page.url().replaceAll(/:(?=0)/g, "%3A"));
    await expect(details.getByText("Confirming, 1 of 3")).toBeVisible();
    await mine(service, "base-sepolia");
    await expect(details.getByText("Confirming, 2 of 3")).toBeVisible();
    await expect(line).toContainText("Confirming, 2 of 3");
  } finally {
    service.child.kill("SIGCONT");
  }
  // A credited deposit has an id, and the page's URL changes to the id.
  await expect(details.getByText("Credited to your wallet.")).toBeVisible({
    timeout: 40_000,
  });
  await expect(page).toHaveURL(/\/wallet\/dep_\w+$/);
  await expect(line).toContainText("Credited");
  await expect(balance).not.toHaveText(before);
  await details.getByRole("button", { name: /Explain this amount$/ }).click();
  await expect(details.getByText("of your wallet was credited.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/wallet");
  await expect(line.getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(details.getByRole("heading", { name: "Deposit" })).toBeFocused();
  await expect(details.getByRole("link", { name: /^txn_/ })).toBeVisible();
  await line.getByRole("link").click();
  await details.getByRole("link", { name: /^txn_/ }).click();
  await expect(page).toHaveURL(/\/transactions\/txn_\w+\?of=wallet$/);
  const transaction = new URL(page.url()).pathname.replace("/transactions/", "/wallet/");
  await page.getByRole("region").getByRole("link", { name: /^dep_/ }).click();
  await expect(page).toHaveURL(/\/wallet\/dep_\w+$/);
  await page.goto(transaction);
  await expect(page).toHaveURL(/\/transactions\/txn_\w+\?of=wallet$/);
  await page.goto("/wallet/dep_nobody");
  await expect(details.getByText("Deposit not found", { exact: true })).toBeVisible();
  await waitForKeys(page);
  await page.keyboard.press("Escape");
  await page.getByLabel("Transaction hash").fill("0x12");
  await button(page, "Look up").click();
  await expect(page.getByText("Must be 0x and 64 hexadecimal digits.")).toBeVisible();
  await page.getByLabel("Transaction hash").fill(`0x${"ab".repeat(32)}`);
  await button(page, "Look up").click();
  await expect(page.getByRole("alert").filter({ hasText: /transaction/i })).toBeVisible();
});

test("an owner opens card and wallet transactions: each one is explained and links to its card", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, partner, "/transactions");
  await expect(page.getByRole("table", { name: "Card transactions" })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/transactions\/txn_/);
  const details = page.getByRole("region");
  await expect(details.getByRole("link", { name: /^Ending/ })).toBeVisible();
  await page.keyboard.press("Escape");
  const tabs = page.getByRole("navigation", { name: "Transactions of" });
  await tabs.getByRole("link", { name: "Wallet" }).click();
  await expect(page).toHaveURL("/transactions?of=wallet");
  await expect(page.getByRole("table", { name: "Wallet transactions" })).toBeVisible();
  await expectAccessible(page, "the wallet's transactions");
  await page
    .getByRole("link", { name: /^Deposit of USDC on [\w-]+$/ })
    .first()
    .click();
  await expect(details.getByText("Stablecoin deposit to your wallet address.")).toBeVisible();
  await expect(details.getByText("Transaction hash", { exact: true })).toBeVisible();
  await page.reload();
  await expect(details.getByText("Transaction hash", { exact: true })).toBeVisible();
  await page
    .getByRole("link", { name: /Funding of card/ })
    .first()
    .click();
  await details.getByRole("link", { name: /^Ending/ }).click();
  await expect(page).toHaveURL(/\/cards\/card_/);
  await page.goto("/transactions/txn_nobody");
  await expect(page.getByText("Transaction not found", { exact: true })).toBeVisible();
});

/**
 * Waits for the results of a search. An empty list that is still loading also has no other entry, so the searched one
 * must be there first. A click while the panel shrinks would fall beside the panel and close it.
 */
async function expectOnly(choices: Locator, word: string) {
  await expect(choices.getByRole("button", { name: word }).first()).toBeVisible();
  await expect(choices.getByRole("button").filter({ hasNotText: word })).toHaveCount(0);
}

test("an owner filters transactions and cards: the URL has each filter", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, partner, "/transactions");
  await button(page, "Status").click();
  await button(page, "Declined").click();
  await expect(page).toHaveURL("/transactions?status=declined");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(heading(page, /^Transactions\s*1$/)).toBeVisible();
  // The panel stays open for further values, and Back undoes each.
  await button(page, "Settled").click();
  await expect(page).toHaveURL("/transactions?status=declined%2Csettled");
  await expect(button(page, "Status: Declined, Settled")).toBeVisible();
  expect(await violationsOf(page), "the open choices of a filter").toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL("/transactions?status=declined");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row")).toHaveCount(2);
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^card-transactions-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("Created (UTC)");
  expect(lines[1]).toContain("declined");
  await button(page, "Date").first().click();
  await button(page, "Last 7 days").click();
  await expect(page).toHaveURL(/from=.*T00%3A00%3A00\.000Z&to=.*T00%3A00%3A00\.000Z/);
  await button(page, "Amount").first().click();
  await page.getByLabel("Minimum").fill("much");
  await button(page, "Apply").click();
  await expect(page.getByText("Enter an amount, such as 12.50.")).toBeVisible();
  await page.getByLabel("Minimum").fill("1,000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No transaction matches")).toBeVisible();
  await expectAccessible(page, "transactions that filters leave empty");
  await button(page, "Clear filters").first().click();
  await expect(page).toHaveURL("/transactions");
  await button(page, "Card").click();
  await page.getByLabel("Last four digits or name").fill("amara");
  const offered = page.getByRole("list", { name: "Cards" });
  await expectOnly(offered, "Amara");
  await offered.getByRole("button", { name: "Amara Okafor" }).first().click();
  await expect(page).toHaveURL(/\?card=card_/);
  await expect(button(page, /^Card: ending \d{4}$/)).toBeVisible();
  const amount = page.getByRole("columnheader", { name: "Amount" });
  await amount.getByRole("button").click();
  await expect(page).toHaveURL(/&sort=largest$/);
  await expect(amount).toHaveAttribute("aria-sort", "descending");
  await page.goto("/transactions?status=nonsense");
  await expect(page.getByText("could not be filtered")).toBeVisible();
  await page.goto("/cards?status=frozen");
  await expect(page.getByRole("row")).toHaveCount(2);
  await button(page, "User").click();
  await page.getByLabel("Name or email").fill("amara");
  const people = page.getByRole("list", { name: "Users" });
  await expectOnly(people, "Amara");
  await people.getByRole("button", { name: "Amara Okafor" }).first().click();
  await expect(page).toHaveURL(/status=frozen&serviceId=usr_/);
  await expect(button(page, "User: Amara Okafor")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("/");
  await page.keyboard.type("nobody");
  await expect(page.getByText("No card matches")).toBeVisible();
});

test("an owner opens an expired card: the page says that purchases are declined", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, partner, "/cards?status=active");
  await page.route("**/api/v1/partner/card/card_*", async (route) => {
    const response = await route.fetch();
    const { data, ...envelope } = await response.json();
    await route.fulfill({ json: { ...envelope, data: { ...data, cardExpiry: "01/20" } } });
  });
  await page.getByRole("row").nth(1).getByRole("link").click();
  await expect(page.getByText(/^Expired at the end of 01\/20/)).toBeVisible();
  await expectState(page, "card-expired");
});

test("an owner opens an unknown card, or the service does not respond: the page says so", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, partner, "/cards/card_nobody");
  await expect(page.getByText("Card not found", { exact: true })).toBeVisible();
  await expect(button(page, "Try again")).toBeHidden();
  await expect(page.getByRole("link", { name: "Back to list" })).toHaveAttribute("href", "/cards");
  await expectAccessible(page, "a card that is not there");
  await page.route("**/api/v1/partner/**", (route) => route.abort());
  await page.goto("/users");
  await page.getByRole("link", { name: "Amara Okafor" }).click();
  await expect(page.getByText("Could not reach the service").first()).toBeVisible();
});

test.describe("with another time zone and locale than the server", () => {
  test.use(FAR_READER);

  test("each page hydrates without a mismatch", async ({ page, service }) => {
    const partner = service.demo.partners[0] ?? { email: "", password: "", apiKey: "" };
    const headers = { authorization: `Bearer ${partner.apiKey}` };
    const dataOf = async (path: string) =>
      (await (await page.request.get(path, { headers })).json()).data;
    const { cards } = await dataOf("/api/v1/partner/card");
    const { deposits } = await dataOf("/api/v1/partner/wallet/deposits");
    await signIn(page, partner);
    await openEach(page, [
      "/",
      "/users",
      "/cards",
      `/cards/${cards[0].serviceCardId}`,
      "/transactions",
      "/transactions?of=wallet&sort=oldest",
      "/wallet",
      `/wallet/${deposits[0].id}`,
      "/withdrawals",
      "/disputes",
      "/developers",
      "/developers/webhooks",
      "/developers/requests",
      "/developers/reference",
      "/settings",
      "/settings/company",
      "/settings/account",
      "/settings/audit",
    ]);
  });
});
