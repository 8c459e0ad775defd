import type { Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { button, expectAccessible, FAR_READER, openEach, signIn } from "./dashboard-pages.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });

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
  // The partner is new: the charts have the last week alone, and one line of headings.
  await expect(
    page.getByRole("region", { name: "Card spend by day" }).getByRole("row"),
  ).toHaveCount(8);

  // The period is in the address.
  await button(page, "7 days").click();
  await expect(page).toHaveURL("/?days=7");
  await expect(button(page, "7 days")).toHaveAttribute("aria-pressed", "true");
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(button(page, "30 days")).toHaveAttribute("aria-pressed", "true");

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
