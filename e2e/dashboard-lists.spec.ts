import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { violationsOf } from "./axe.ts";
import { button, expectAccessible, focusSearch, signIn } from "./dashboard-pages.ts";
import { expectState } from "./state.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });

async function expectOnly(choices: Locator, word: string) {
  await expect(choices.getByRole("button", { name: word }).first()).toBeVisible();
  await expect(choices.getByRole("button").filter({ hasNotText: word })).toHaveCount(0);
}

test("an owner searches, filters and sorts users: the URL has each choice", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, partner, "/users");
  await focusSearch(page);
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
  await page.getByRole("searchbox", { name: "Last 4 digits, name or ID" }).fill("nobody");
  await expect(page).toHaveURL(/search=nobody/);
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
