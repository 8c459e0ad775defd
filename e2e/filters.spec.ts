import type { Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { clickUntil } from "../test/service/living-page.ts";
import { button, expectAccessible, focusSearch, signIn } from "./dashboard-pages.ts";

/** Chooses several values of a filter, whose menu stays open for them. */
async function choose(page: Page, filter: string, values: readonly string[]): Promise<void> {
  // A list that renders again while its filter opens closes the filter.
  await clickUntil(button(page, filter), button(page, values[0] ?? ""));
  for (const value of values) await button(page, value).click();
  await page.keyboard.press("Escape");
}

const rows = (page: Page) => page.locator("[data-row-link]");

/** Expects the heading of the list to have the number of lines of its exported file. */
async function expectExported(page: Page, name: string, count: number): Promise<void> {
  const href = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
  const file = await (await page.request.get(href ?? "")).text();
  expect(file.trimEnd().split("\r\n").length - 1, href ?? "").toBe(count);
  await expect(page.getByRole("heading", { name: new RegExp(`^${name}`) })).toContainText(
    String(count),
  );
}

const totalOf = async (page: Page, path: string, list: string): Promise<number> => {
  const { data } = await (await page.request.get(path)).json();
  expect(data[list].length).toBeGreaterThan(0);
  return (data.pagination ?? data).total;
};

test("an owner filters users, cards and requests by several values, and exports what is left", async ({
  page,
  service,
}) => {
  const partner = { ...{ email: "", password: "" }, ...service.demo.partners[0] };
  await signIn(page, partner, "/users");
  await choose(page, "Verification", ["Denied", "Approved"]);
  await expect(page).toHaveURL("/users?status=denied%2Capproved");
  await expect(button(page, "Verification: Approved, Denied")).toBeVisible();
  const users = "/api/v1/partner/card/users?status=";
  const count = await totalOf(page, `${users}denied,approved`, "users");
  const each = [`${users}denied`, `${users}approved`].map((path) => totalOf(page, path, "users"));
  expect((await Promise.all(each)).reduce((sum, one) => sum + one)).toBe(count);
  await expectExported(page, "Users", count);
  await expectAccessible(page, "users of two statuses");
  await button(page, "Columns").click();
  await page.getByRole("checkbox", { name: "Program" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Program" })).toHaveCount(0);

  await page.goto("/cards?status=frozen");
  await expect(button(page, "Status: Frozen")).toBeVisible();
  await choose(page, "Status: Frozen", ["Terminated"]);
  await expect(page).toHaveURL("/cards?status=frozen%2Cterminated");
  await choose(page, "Funding type", ["Float", "Crypto"]);
  const cards = "/api/v1/partner/card?status=frozen,terminated";
  await expectExported(page, "Cards", await totalOf(page, cards, "cards"));

  await page.request.get(`/api/v1/partner/card/users/usr_nobody`);
  await page.goto("/developers/requests");
  await choose(page, "Response", ["Client error", "Server error"]);
  await choose(page, "Method", ["POST", "DELETE"]);
  await expect(page).toHaveURL("/developers/requests?status=4xx%2C5xx&method=POST%2CDELETE");
  await expect(
    page
      .getByText(/^(POST|DELETE) \/api/)
      .or(page.getByText("No request matches"))
      .first(),
  ).toBeVisible();
  await expect(page.getByText(/^GET \/api/)).toHaveCount(0);
});

test("an owner filters withdrawals and deposits by status, amount and search", async ({
  page,
  service,
}) => {
  const partner = { ...{ email: "", password: "" }, ...service.demo.partners[0] };
  await signIn(page, partner, "/withdrawals");
  const { data } = await (await page.request.get("/api/v1/partner/withdrawal?limit=1")).json();
  const [{ id, toAddress, amount }] = data.withdrawals;
  await choose(page, "Status", ["Pending", "Completed"]);
  await expect(page).toHaveURL(/status=pending%2Ccompleted/);
  await expect(rows(page).first()).toBeVisible();
  const both = "/api/v1/partner/withdrawal?status=pending,completed";
  await expectExported(page, "Withdrawals", await totalOf(page, both, "withdrawals"));
  await button(page, "Clear filters").first().click();
  await button(page, "Amount").click();
  await page.getByLabel("Minimum").fill(String(amount));
  await page.getByLabel("Maximum").fill(String(amount));
  await button(page, "Apply").click();
  await expect(page).toHaveURL(new RegExp(`amountMin=${amount}&amountMax=${amount}$`));
  await expect(rows(page).first()).toBeVisible();
  await button(page, "Clear filters").first().click();
  await focusSearch(page);
  await page.keyboard.type(id);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("searchbox").first().fill(toAddress.slice(0, 10));
  await expect(page).toHaveURL(new RegExp(`search=${toAddress.slice(0, 10)}$`));
  await expect(rows(page).first()).toBeVisible();
  await expectAccessible(page, "withdrawals that were searched");
  await button(page, "Date").click();
  await page.getByLabel("Start date").fill("2100-01-01");
  await button(page, "Apply").click();
  await expect(page.getByText("No withdrawal matches")).toBeVisible();

  await page.goto("/wallet");
  const found = await (await page.request.get("/api/v1/partner/wallet/deposits?limit=1")).json();
  const [{ txHash }] = found.data.deposits;
  const deposits = page.getByRole("table", { name: "Deposits" });
  await page.getByRole("searchbox").fill(txHash);
  await expect(deposits.getByRole("row")).toHaveCount(2);
  await choose(page, "Status", ["Held"]);
  await expect(page.getByText("No deposit matches")).toBeVisible();
  await expectAccessible(page, "deposits without a match");
});

test("an owner exports deposits, webhook events and wallet transactions as they are filtered", async ({
  page,
  service,
}) => {
  const partner = { ...{ email: "", password: "" }, ...service.demo.partners[0] };
  await signIn(page, partner, "/wallet?status=credited%2Cheld");
  const deposits = "/api/v1/partner/wallet/deposits?status=credited,held";
  await expectExported(page, "Deposits", await totalOf(page, deposits, "deposits"));
  await page.goto("/developers/webhooks?status=delivered%2Cfailed%2Cnot_sent");
  const events = "/api/v1/partner/webhooks/events?status=delivered,failed,not_sent";
  await expectExported(page, "Events", await totalOf(page, events, "events"));

  await page.goto("/transactions?of=wallet");
  await choose(page, "Type", ["Deposit", "Withdrawal"]);
  await expect(page).toHaveURL("/transactions?of=wallet&category=deposit%2Cwithdrawal");
  await choose(page, "Direction", ["Credit", "Debit"]);
  const lines = "/api/v1/partner/wallet/transactions?category=deposit,withdrawal&type=credit,debit";
  await expectExported(page, "Transactions", await totalOf(page, lines, "transactions"));
  await button(page, "Columns").click();
  await page.getByRole("checkbox", { name: "Date" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Date" })).toHaveCount(0);
  await expectAccessible(page, "wallet transactions of two types");

  await page.goto("/disputes?status=won%2Clost&search=nobody");
  await expect(page.getByText("No dispute matches")).toBeVisible();
  await expectAccessible(page, "disputes without a match");
});
