import { expect, test } from "../test/service/journey.ts";
import { callWithKey } from "./console-pages.ts";
import { focusSearch, signIn } from "./dashboard-pages.ts";

test("an owner steps over the edge of a page by keyboard, with a sheet and without", async ({
  page,
  service,
}) => {
  const partner = { ...{ email: "", password: "" }, ...service.demo.partners[0] };
  await signIn(page, partner, "/users");
  // Stands in for a list of 120 users, whose pages have the same rows.
  const answer = await page.request.get("/api/v1/partner/card/users?search=a");
  const { data, ...envelope } = await answer.json();
  const nextCursor = data.users.at(-1)?.serviceId;
  await page.route("**/api/v1/partner/card/users?**", async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const skip = query.has("cursor") ? 50 : 0;
    const pagination = { skip, limit: 50, total: 120, nextCursor };
    await route.fulfill({ json: { ...envelope, data: { ...data, pagination } } });
  });
  await focusSearch(page);
  await page.keyboard.type("a");
  await expect(page.getByText("1–50 of 120")).toBeVisible();
  const rows = page.locator("[data-row-link]");
  const [first, last] = [data.users[0].serviceId, nextCursor];
  await rows.last().click();
  await expect(page).toHaveURL(`/users/${last}?search=a`);
  await page.keyboard.press("j");
  await expect(page).toHaveURL(`/users/${first}?search=a&skip=50&cursor=${last}`);
  await expect(rows.first()).toHaveAttribute("aria-current", "true");
  await expect(page.getByText("51–100 of 120")).toBeVisible();
  await page.keyboard.press("k");
  await expect(page).toHaveURL(`/users/${last}?search=a`);
  await expect(rows.last()).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(`/users?search=a&skip=50&cursor=${last}`);
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press("k");
  await expect(page).toHaveURL("/users?search=a");
  await expect(rows.last()).toBeFocused();
});

test("an owner opens a card: the row's data are shown while it loads, and its list folds the fee", async ({
  page,
  service,
}) => {
  const partner = { ...{ email: "", password: "", apiKey: "" }, ...service.demo.partners[0] };
  const key = { baseUrl: service.baseUrl, apiKey: partner.apiKey };
  const list = await callWithKey(
    key,
    "GET",
    "/api/v1/partner/card?status=active&fundingType=float&limit=1",
  );
  const [{ serviceCardId, last4 }] = list.data.cards as [{ serviceCardId: string; last4: string }];
  await callWithKey(key, "POST", "/api/v1/partner/card/fund", { serviceCardId, amount: 100 });
  const authorize = `/api/v1/sandbox/cards/${serviceCardId}/authorizations`;
  const purchase = {
    amount: 40,
    currency: "EUR",
    merchantName: "Konditorei",
    merchantCountry: "DE",
  };
  expect((await callWithKey(key, "POST", authorize, purchase)).status).toBeLessThan(300);

  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, partner, `/cards?search=${last4}`);
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/api/v1/partner/card/${serviceCardId}`, async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.locator(`[data-row-link][href^="/cards/${serviceCardId}"]`).click();
  const sheet = page.getByRole("region", { name: `Card ending ${last4}` });
  await expect(sheet.getByText("Loading card")).toBeAttached();
  await expect(sheet.getByText("Active", { exact: true })).toBeVisible();
  await expect(sheet.getByText("USD").first()).toBeVisible();
  answer();
  const lines = sheet.getByRole("listitem").filter({ hasText: "Konditorei" });
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText("+ 1.20 FX fee");
  await expect(sheet.getByText("Cross-border fee")).toHaveCount(0);
  // Beside the sheet the name of a card keeps enough room.
  const name = page.getByRole("columnheader", { name: "Name" });
  expect((await name.boundingBox())?.width).toBeGreaterThan(120);
});
