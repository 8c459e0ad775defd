import { readFile } from "node:fs/promises";
import { expect, test } from "../test/service/journey.ts";
import { expectToOpen, waitForKeys } from "../test/service/living-page.ts";
import { signInOperator } from "./console-pages.ts";
import { button, expectAccessible } from "./dashboard-pages.ts";

const nobody = { email: "", password: "", totpSecret: "" };

test("an auditor sorts, filters, searches and exports the partners", async ({ page, service }) => {
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

test("an auditor finds a card user of any partner and opens the partner's dashboard there", async ({
  page,
  service: { demo },
}) => {
  const { auditors } = demo;
  await signInOperator(page, auditors[0] ?? nobody, "/admin/users");
  await expectToOpen(page, "/admin/users");
  const rows = page.getByRole("table", { name: "Card users" }).locator("tbody tr");
  const search = page.getByRole("searchbox", { name: "Name, email, last four digits or ID" });
  await search.fill("amara");
  await expect(page).toHaveURL(/search=amara/);
  await expect(rows.first()).toContainText("Amara");
  await search.fill("Nobody At All");
  await expect(page.getByText("No card user matches")).toBeVisible();
  await button(page, "Clear filters").first().click();
  await expect(rows.first()).toBeVisible();

  // The palette finds the same person from any page.
  await page.goto("/admin/health");
  await waitForKeys(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("amara");
  await page.getByRole("option", { name: /Amara/ }).first().click();
  await expect(page).toHaveURL(/\/admin\/users\/usr_/);
  await expect(page.getByRole("heading", { name: /Amara/ })).toBeVisible();
  await expect(page.getByText(/Card ending \d{4}/).first()).toBeVisible();
  await expectAccessible(page, "a card user");

  const id = page.url().split("/").at(-1) ?? "";
  await button(page, "View in the partner’s dashboard").click();
  await expect(page).toHaveURL(new RegExp(`/users/${id}$`));
  await expect(page.getByText(/read.only/i).first()).toBeVisible();
});

test("an auditor exports the lists of the console", async ({ page, service }) => {
  const { auditors } = service.demo;
  await signInOperator(page, auditors[0] ?? nobody, "/admin");
  const lists = [
    ["/admin", "withdrawal,"],
    ["/admin/users", "user,"],
    ["/admin/books/journals?type=card_funding", "journal,"],
  ] as const;
  for (const [path, header] of lists) {
    await page.goto(path);
    const name = path.includes("?") ? "Export filtered CSV" : "Export CSV";
    const href = await page.getByRole("link", { name }).getAttribute("href");
    const file = await (await page.request.get(href ?? "")).text();
    const lines = file
      .replace(/^\ufeff/, "")
      .trimEnd()
      .split("\r\n");
    expect(lines[0], path).toContain(header);
    expect(lines.length, path).toBeGreaterThan(1);
    await expectAccessible(page, `${path} with its export`);
  }
  await page.goto("/admin");
  await button(page, "Columns").click();
  await page.getByRole("checkbox", { name: "Approvals" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Approvals" })).toHaveCount(0);
});
