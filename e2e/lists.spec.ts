import { expect, test } from "../test/service/journey.ts";
import { violationsOf } from "./axe.ts";
import { callWithKey } from "./console-pages.ts";
import { button, expectAccessible, focusSearch, signIn } from "./dashboard-pages.ts";

test("an owner searches transactions, saves the view, chooses columns, and goes back", async ({
  page,
  service,
}) => {
  const partner = { ...{ email: "", password: "", apiKey: "" }, ...service.demo.partners[0] };
  const key = { baseUrl: service.baseUrl, apiKey: partner.apiKey };
  const ok = async (method: string, path: string, body?: object) => {
    const { status, message, data } = await callWithKey(key, method, path, body);
    expect([200, 201], `${path}: ${message}`).toContain(status);
    return data;
  };
  const list = await ok("GET", "/api/v1/partner/card?status=active&fundingType=float&limit=1");
  const [{ serviceCardId, last4 }] = list.cards as [{ serviceCardId: string; last4: string }];
  await ok("POST", "/api/v1/partner/card/fund", { serviceCardId, amount: 200 });
  const authorize = `/api/v1/sandbox/cards/${serviceCardId}/authorizations`;
  await ok("POST", authorize, {
    amount: 40,
    currency: "EUR",
    merchantName: "Bäckerei Ångström",
    merchantCountry: "DE",
  });

  // One row: the fee is part of the purchase.
  await signIn(page, partner, "/transactions");
  await focusSearch(page);
  await page.keyboard.type("backerei ang");
  const rows = page.getByRole("row").filter({ hasText: "Bäckerei Ångström" });
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(rows).toContainText(last4);
  await expect(rows).toContainText("+ 1.20 FX fee");
  await expect(rows).toContainText(/\d\d:\d\d/);
  await expect(page).toHaveURL("/transactions?search=backerei+ang");
  await expectAccessible(page, "transactions with their owners");

  // Saved under a name, opened again, and undone by Back.
  await button(page, "Views").click();
  await page.getByLabel("Save these filters as").fill("Bakeries");
  await page.keyboard.press("Enter");
  expect(await violationsOf(page), "the saved views").toEqual([]);
  await page.keyboard.press("Escape");
  await button(page, "Clear filters").first().click();
  await expect(page).toHaveURL("/transactions");
  await button(page, "Views").click();
  await page.getByRole("list", { name: "Saved views" }).getByRole("button").first().click();
  await expect(page).toHaveURL("/transactions?search=backerei+ang");
  await expect(button(page, "Views: Bakeries")).toBeVisible();
  await expect(page.getByRole("searchbox").first()).toHaveValue("backerei ang");
  await page.goBack();
  await expect(page).toHaveURL("/transactions");
  await expect(page.getByRole("searchbox").first()).toHaveValue("");
  await page.goForward();

  // The choice of columns stays.
  await expect(page.getByRole("columnheader", { name: "Country" })).toHaveCount(0);
  await button(page, "Columns").click();
  await page.getByRole("checkbox", { name: "Country" }).check();
  await page.keyboard.press("Escape");
  await expect(rows).toContainText("Germany");
  await page.reload();
  await expect(rows).toContainText("Germany");

  // Text is selected without opening the row; a click anywhere else in it opens it.
  const cell = await rows.getByRole("cell").nth(1).boundingBox();
  if (!cell) throw new Error("the cell is not visible");
  const y = cell.y + cell.height / 2;
  await page.mouse.move(cell.x + 4, y);
  await page.mouse.down();
  await page.mouse.move(cell.x + cell.width - 8, y, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => window.getSelection()?.toString())).toContain(last4);
  await expect(page).toHaveURL("/transactions?search=backerei+ang");
  await rows.getByText("Germany").click();
  await expect(page).toHaveURL(/\/transactions\/txn_\w+\?search=backerei/);
});

test("an owner reads a long list on from its last row, and the address has the position", async ({
  page,
  service,
}) => {
  const partner = { ...{ email: "", password: "" }, ...service.demo.partners[0] };
  await signIn(page, partner, "/users");
  // Stands in for a list of 120 users: each page names its last row as the cursor.
  const queries: URLSearchParams[] = [];
  // The rows are read once, before: a page may cancel its request, and with it a fetch on its behalf.
  const answer = await page.request.get("/api/v1/partner/card/users?search=amara");
  const { data, ...envelope } = await answer.json();
  const nextCursor = data.users.at(-1)?.serviceId;
  await page.route("**/api/v1/partner/card/users?**", async (route) => {
    const query = new URL(route.request().url()).searchParams;
    queries.push(query);
    const skip = query.has("cursor") ? 50 : 0;
    const pagination = { ...data.pagination, skip, take: 50, total: 120, nextCursor };
    await route.fulfill({ json: { ...envelope, data: { ...data, pagination } } });
  });
  await focusSearch(page);
  await page.keyboard.type("amara");
  await expect(page.getByText("1–50 of 120")).toBeVisible();
  await button(page, "Next page").click();
  await expect(page).toHaveURL(/\/users\?search=amara&skip=50&cursor=usr_\w+$/);
  await expect(page.getByText("51–100 of 120")).toBeVisible();
  expect(queries.at(-1)?.get("cursor")).toMatch(/^usr_/);
  expect(queries.at(-1)?.get("skip")).toBeNull();
  await button(page, "Previous page").click();
  await expect(page).toHaveURL("/users?search=amara");
  await expect(page.getByText("1–50 of 120")).toBeVisible();

  // The key at the first row of the first page leads nowhere: it must not take the focus from a later search.
  await page.keyboard.press("k");
  await expect(page.locator("[data-row-link]").first()).toBeFocused();
  await page.keyboard.press("k");
  await focusSearch(page);
  await page.keyboard.press("End");
  await page.keyboard.type("h");
  await expect(page).toHaveURL("/users?search=amarah");
  await expect(page.getByRole("table", { name: "Users" })).toHaveAttribute("aria-busy", "false");
  await expect(page.getByRole("searchbox").first()).toBeFocused();
});

test("a search of a long list of transactions says how far it came, and goes on", async ({
  page,
  service,
}) => {
  const partner = { ...{ email: "", password: "" }, ...service.demo.partners[0] };
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await signIn(page, partner, "/transactions");
  await expect(page.locator('a[href^="/transactions/txn_"]').first()).toBeVisible();
  // A page is fetched before it is opened, once somebody points at its link; a row opens without its page.
  const fetchedOf = (path: string) => fetched.filter((url) => url.includes(path));
  expect(fetchedOf("?_rsc=")).toEqual([]);
  await page.getByRole("row").nth(1).hover();
  const navigation = page.getByRole("navigation", { name: "Pages" });
  await navigation.getByRole("link", { name: "Wallet", exact: true }).hover();
  await expect.poll(() => fetchedOf("/wallet?_rsc=")).not.toEqual([]);
  await navigation.getByRole("link", { name: "Users", exact: true }).focus();
  await expect.poll(() => fetchedOf("/users?_rsc=")).not.toEqual([]);
  expect(fetchedOf("/disputes?_rsc=")).toEqual([]);
  expect(fetchedOf("/transactions/txn_")).toEqual([]);
  // Stands in for a list with more transactions than are searched at once: nothing in the newest part, one row after it.
  const answer = await page.request.get("/api/v1/partner/transactions?limit=1");
  const { data, ...envelope } = await answer.json();
  const [first] = data.transactions;
  const searchedUntil = "2026-05-03T14:05:00.000Z";
  const nextCursor = first.serviceTransactionId;
  await page.route("**/api/v1/partner/transactions?**", async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const isFirst = !query.has("cursor") && query.get("sort") !== "largest";
    const transactions = isFirst ? [] : [first];
    const counted = { total: isFirst ? 0 : 1, hasMoreThanTotal: true };
    const pagination = { skip: 0, limit: 50, ...counted, searchedUntil };
    const body = { transactions, pagination: { ...pagination, ...(isFirst && { nextCursor }) } };
    await route.fulfill({ json: { ...envelope, data: body } });
  });
  await focusSearch(page);
  await page.keyboard.type("nobody");
  const status = page.getByRole("status").filter({ hasText: "Searched back to" });
  await expect(status).toContainText("No transaction matches yet. Searched back to 3 May, 14:05");
  await expect(page.getByText("No transaction matches", { exact: true })).toHaveCount(0);
  // Whether there is anything is not known yet, and an export searches everything.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Transactions");
  await expect(page.getByRole("link", { name: "Export CSV" })).toBeVisible();
  // No row has the focus, and the key leads to the search all the same.
  await page.keyboard.press("Escape");
  await focusSearch(page);
  await expectAccessible(page, "a search that has not reached the end of the list");
  await button(page, "Search older transactions").click();
  await expect(page).toHaveURL(/\/transactions\?search=nobody&cursor=txn_\w+$/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("table").getByRole("button", { name: "Amount" }).click();
  await expect(page.getByText(/^Only the newest transactions are ordered/)).toContainText(
    "back to 3 May, 14:05",
  );
  await expectAccessible(page, "an order by amount of a part of the list");
});
