import type { Locator, Page, Route } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { dropSession } from "../test/service/living-page.ts";
import type { StartedService } from "../test/service/start-service.ts";
import { button, dialogButton, expectAccessible, signIn } from "./dashboard-pages.ts";

const FUND = "**/api/v1/partner/card/fund";
const done = (page: Page, text: string | RegExp) =>
  expect(page.getByLabel("Notifications").getByText(text)).toBeVisible();

/** Records each request of the page that is not GET or HEAD: method, path and idempotency key. */
function recordChanges(page: Page, part = "/api/"): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" && request.method() !== "HEAD" && pathname.includes(part))
      sent.push(`${request.method()} ${pathname} ${request.headers()["idempotency-key"] ?? ""}`);
  });
  return sent;
}

/** Opens an active card of the demo's first partner. */
async function openCard(page: Page, { demo }: Pick<StartedService, "demo">): Promise<void> {
  const [partner] = demo.partners;
  if (!partner) throw new Error("the demo has no partner");
  await signIn(page, partner, "/cards");
  const active = page.getByRole("row").filter({ hasText: "Active" }).filter({ hasText: "Float" });
  await active.first().getByRole("link").click();
  await expect(page.getByRole("heading", { name: /^Card ending/ })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

async function fillFund(page: Page, amount: string): Promise<void> {
  await button(page, "Fund").click();
  await page.getByRole("dialog").getByLabel("Amount").fill(amount);
}

test("an owner submits a form offline: it fails at once, keeps its input, and is never sent later", async ({
  page,
  context,
  service,
}) => {
  await openCard(page, service);
  const sent = recordChanges(page);
  await fillFund(page, "8");
  await context.setOffline(true);
  await dialogButton(page, "Fund card").click();
  const form = page.getByRole("dialog");
  await expect(form.getByText("You’re offline. Nothing was sent.")).toBeVisible();
  await expect(form.getByText("Nothing was charged.")).toBeVisible();
  await expect(form.getByLabel("Amount")).toHaveValue("8");
  await expectAccessible(page, "a form while offline");
  await button(page, "Close").click();
  await button(page, "Discard").click();
  await fillFund(page, "8");
  await dialogButton(page, "Fund card").click();
  await expect(form.getByText("You’re offline. Nothing was sent.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^You’re offline\. Changes can’t be sent/)).toBeHidden();
  await page.waitForTimeout(2_000);
  expect(sent).toEqual([]);

  await dialogButton(page, "Fund card").click();
  await done(page, "was funded");
  expect(sent).toHaveLength(1);
});

test("an owner closes a form during its request: the outcome is unknown, and the same input keeps its key", async ({
  page,
  service,
}) => {
  await openCard(page, service);
  const held: Route[] = [];
  await page.route(FUND, (route) => void held.push(route));
  await fillFund(page, "9");
  await dialogButton(page, "Fund card").click();
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press("Escape");
  await button(page, "Discard").click();
  await done(page, "You closed the form before the response arrived.");
  const [first] = held;
  const key = first?.request().headers()["idempotency-key"];
  await expect.poll(() => first?.request().failure()?.errorText).toContain("ERR_ABORTED");

  // The outcome is unknown: the same input keeps its idempotency key, so that it counts once.
  await page.unroute(FUND);
  const sent = recordChanges(page, "/card/fund");
  await fillFund(page, "9");
  await dialogButton(page, "Fund card").click();
  await done(page, "was funded");
  expect(sent).toEqual([`POST /api/v1/partner/card/fund ${key}`]);
});

test("the server is slow: the form says so after 5 s and gives up after 30 s", async ({
  page,
  service,
}) => {
  await openCard(page, service);
  await page.clock.install();
  await page.route(FUND, () => {});
  await fillFund(page, "7");
  // From here on time passes only when the journey says so, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000);
  // The 5 s begin when the request is sent.
  const press = (pressed: Locator, url: string) =>
    Promise.all([page.waitForRequest(url), pressed.click()]);
  await press(dialogButton(page, "Fund card"), FUND);
  const slow = page.getByRole("dialog").getByRole("alert").filter({ hasText: "Taking longer" });
  await page.clock.runFor(4_000);
  await expect(slow).toBeHidden();
  await page.clock.runFor(1_500);
  await expect(slow).toContainText("You can safely retry: this request counts only once.");
  await button(page, "Keep waiting").click();
  await expect(slow).toBeHidden();
  await page.clock.runFor(26_000);
  await expect(page.getByText("The result is unknown")).toBeVisible();
  await expect(page.getByText("No response arrived within 30 seconds.")).toBeVisible();

  // Axe needs the time, and may need more of it than the rest of the 30 s: nothing follows from this attempt.
  await press(dialogButton(page, "Fund card"), FUND);
  await page.clock.runFor(5_500);
  await expect(slow).toBeVisible();
  await page.clock.resume();
  await expectAccessible(page, "a form whose request is slow");

  // A request without an idempotency key does not claim to count once.
  // Closing the notice says that the outcome is unknown.
  await page.keyboard.press("Escape");
  await button(page, "Discard").click();
  const card = "**/api/v1/partner/card";
  await page.route(card, () => {});
  await press(button(page, "Freeze"), card);
  await page.clock.fastForward(6_000);
  const overPage = page.getByRole("alert").filter({ hasText: "Taking longer" });
  await expect(overPage).toContainText("check whether the change was made before retrying");
  await expect(overPage).not.toContainText("counts only once");
  await overPage.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("You stopped waiting before the response arrived.")).toBeVisible();
  await expect(page.getByText("The result is unknown")).toBeVisible();
});

test("an owner double-clicks a button or holds Enter: one request is sent", async ({
  page,
  service,
}) => {
  await openCard(page, service);
  const sent = recordChanges(page);
  await page.getByText("Simulate purchase").click();
  await button(page, "Authorize purchase").dblclick();
  await done(page, "Authorized");
  const authorizations = () => sent.filter((each) => each.includes("/authorizations")).length;
  expect(authorizations()).toBe(1);
  // The form accepts no submission until the page has read its data again.
  await expect(button(page, "Authorize purchase")).toBeEnabled();

  // Holding Enter repeats the key press.
  const amount = page.getByLabel("Amount", { exact: true });
  await amount.fill("6.25");
  await amount.focus();
  for (let press = 0; press < 8; press++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect.poll(authorizations).toBe(2);
  await page.waitForTimeout(1_000);
  expect(authorizations()).toBe(2);

  // The second press meets another button: Settle has become Refund, and Freeze has become Unfreeze.
  sent.length = 0;
  await button(page, /^Settle/)
    .first()
    .dblclick();
  await done(page, "Settled");
  await button(page, "Freeze").dblclick();
  await expect(button(page, "Unfreeze")).toBeVisible();
  // Of several messages about a card, only the newest is shown.
  await expect(page.getByLabel("Notifications").getByRole("listitem")).toHaveText([/was frozen/]);
  await page.waitForTimeout(1_000);
  expect(sent.map((each) => each.replace(/txn_\w+/, "txn"))).toEqual([
    "POST /api/v1/sandbox/transactions/txn/settle ",
    "PATCH /api/v1/partner/card ",
  ]);
  await button(page, "Unfreeze").click();
  await expect(button(page, "Freeze")).toBeVisible();
});

test("an owner opens a dialog on a phone: a message is usable and covers none of its buttons", async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openCard(page, service);
  await page.clock.install();
  await button(page, "Freeze").click();
  await done(page, "was frozen");
  await button(page, "Unfreeze").click();
  await done(page, "was unfrozen");
  await button(page, "Fund").click();
  const dialog = page.getByRole("dialog");
  const message = dialog.getByRole("listitem").filter({ hasText: "was unfrozen" });
  await message.hover();
  const { y: top } = (await message.boundingBox()) ?? { y: 0 };
  const last = dialog.getByRole("button", { name: /^Fund/ });
  await last.scrollIntoViewIfNeeded();
  const { y, height } = (await last.boundingBox()) ?? { y: Number.NaN, height: 0 };
  expect(y + height).toBeLessThanOrEqual(top);
  // A message stays while the pointer is over it.
  await page.clock.fastForward(60_000);
  await expect(message).toBeVisible();
  await dialog.getByRole("button", { name: "Dismiss" }).click();
  await expect(message).toHaveCount(0);
});

test("an owner navigates offline: the page stays with a notice, and the navigation completes once online", async ({
  page,
  context,
  service,
}) => {
  const [partner] = service.demo.partners;
  await signIn(page, partner ?? { email: "", password: "" }, "/cards");
  await context.setOffline(true);
  await expect(page.getByText("You’re offline. Changes can’t be sent.")).toBeVisible();
  await page.getByRole("navigation", { name: "Pages" }).getByText("Settings").first().click();
  await page.waitForTimeout(1_000);
  await expect(page.getByRole("navigation", { name: "Pages" }).first()).toBeVisible();
  await expect(page.getByText("You’re offline. Changes can’t be sent.")).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL("/settings");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await expect(page.getByText("You’re offline. Changes can’t be sent.")).toBeHidden();
});

test("an owner closes a new API key: the dialog asks for confirmation until the key is copied", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[1] ?? { email: "", password: "" };
  await signIn(page, partner, "/developers?do=create");
  const dialog = page.getByRole("dialog", { name: "Your new API key" });
  await page.getByLabel("Name", { exact: true }).fill("Once");
  await page.getByLabel(/password/i).fill(partner.password);
  await dialogButton(page, "Create key").click();
  await expect(button(page, "Copy key")).toBeFocused();
  // Each way to close the dialog asks for confirmation, at every attempt.
  for (let press = 0; press < 3; press++) {
    await page.keyboard.press("Escape");
    await expect(page.getByText("You have not copied the key. Close anyway?")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText("You have not copied the key.")).toBeHidden();
    await expect(dialog).toBeVisible();
  }
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expectAccessible(page, "the question before a secret is lost");
  await button(page, "Go back").click();
  await button(page, "Copy key").click();
  await expect(dialog.getByText("Copied.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("two people sign in in turn in one tab: the second one gets no recent items of the first", async ({
  page,
  service,
}) => {
  const [first, second] = service.demo.partners;
  if (!first || !second) throw new Error("the demo has two partners");
  const kept = () => page.evaluate(() => JSON.stringify({ ...window.sessionStorage }));
  await signIn(page, first, "/users");
  const link = page.getByRole("row").nth(1).getByRole("link");
  const name = ((await link.textContent()) ?? "").trim();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(name);
  await page.getByRole("option", { name }).first().click();
  await expect(page).toHaveURL(/\/users\/usr_/);
  expect(await kept()).toContain(name);

  // The session ends without a sign-out: the next person's page removes the stored items.
  await dropSession(page);
  await signIn(page, second, "/");
  expect(await kept()).not.toContain(name);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await expect(page.getByRole("dialog").getByText("Recent")).toBeHidden();
  await page.keyboard.type("Settings");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/settings");
  expect(await kept()).toContain("Settings");
  await button(page, "Account menu").click();
  await button(page, "Sign out").click();
  await expect(page).toHaveURL("/sign-in");
  expect(await kept()).not.toContain("Settings");
});

test("an owner presses j and k beside an open sheet: the next and the previous row open", async ({
  page,
  service,
}) => {
  const [partner] = service.demo.partners;
  await signIn(page, partner ?? { email: "", password: "" }, "/cards");
  const rows = page.locator("[data-row-link]");
  const opened = page.locator('[data-row-link][aria-current="true"]');
  const hrefs = await rows.evaluateAll((links) => links.map((each) => each.getAttribute("href")));
  await rows.nth(1).click();
  await expect(opened).toHaveAttribute("href", hrefs[1] ?? "");
  await page.keyboard.press("j");
  await expect(opened).toHaveAttribute("href", hrefs[2] ?? "");
  await expect(page).toHaveURL(hrefs[2] ?? "");
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await expect(opened).toHaveAttribute("href", hrefs[0] ?? "");
  await page.keyboard.press("k");
  await expect(opened).toHaveAttribute("href", hrefs[0] ?? "");
});
