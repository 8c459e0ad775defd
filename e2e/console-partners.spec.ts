import { readFile } from "node:fs/promises";
import { expect, test } from "../test/service/journey.ts";
import { expectToOpen } from "../test/service/living-page.ts";
import { signInOperator } from "./console-pages.ts";
import { button, expectAccessible } from "./dashboard-pages.ts";

const nobody = { email: "", password: "", totpSecret: "" };

test("an auditor sorts, filters, searches and exports the partners", async ({ page, service }) => {
  test.setTimeout(120_000);
  const { partners, auditors } = service.demo;
  await signInOperator(page, auditors[0] ?? nobody, "/admin/partners");
  await expectToOpen(page, "/admin/partners");
  const rows = page.getByRole("table", { name: "Partners" }).locator("tbody tr");
  await expect(rows).toHaveCount(partners.length);
  for (const name of ["Users", "Cards", "Volume, 30 days", "Pending withdrawals", "Webhooks"])
    await expect(page.getByRole("columnheader", { name })).toBeVisible();

  // The heading of a column orders the list; the order is in the address.
  await button(page, "Wallet").click();
  await expect(page).toHaveURL(/sort=largest/);
  await expect(page.getByRole("columnheader", { name: "Wallet" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await button(page, "Partner").click();
  await expect(page).toHaveURL(/sort=name/);

  // The export contains what the filters select.
  await button(page, "Status").click();
  await button(page, "Active").click();
  await expect(page).toHaveURL(/status=active/);
  await expectAccessible(page, "the partners");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export filtered CSV" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file.trim().split("\r\n")).toHaveLength(partners.length + 1);

  await page.goto("/admin/partners?status=suspended");
  await expect(page.getByText("No partner matches")).toBeVisible();
  await button(page, "Clear filters").first().click();
  await expect(rows).toHaveCount(partners.length);

  // The sheet shows what the partner does.
  await page.getByRole("link", { name: partners[0]?.name ?? "" }).click();
  await expect(page.getByRole("heading", { name: "Activity" })).toBeVisible();
  await expect(page.getByText("Card volume, 30 days")).toBeVisible();
});
