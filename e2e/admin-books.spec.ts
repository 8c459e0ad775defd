import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { openElsewhere } from "../test/service/living-page.ts";
import type { Demo } from "../test/service/start-service.ts";
import { codeOf, signInOperator } from "./console-pages.ts";
import { button } from "./dashboard-pages.ts";
import { expectState } from "./state.ts";

const nobody = { email: "", password: "", totpSecret: "" };

async function open(page: Page, { admins: [admin] }: Demo, path: string): Promise<void> {
  if (!admin) throw new Error("the demo has no administrator");
  await signInOperator(page, admin, path);
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), "utf8");
}

const row = (page: Page, name: string | RegExp) => page.getByRole("row", { name });

test("an administrator runs the checks of the books and reads the balances at a past instant", async ({
  page,
  service: { demo },
}) => {
  await open(page, demo, "/admin/books");
  const totals = row(page, /^Total/).getByRole("cell");
  // The first cell is the empty description.
  await expect(totals.nth(1)).not.toHaveText(/^0\.00/);
  expect(await totals.nth(1).textContent()).toBe(await totals.nth(2).textContent());
  await page.getByRole("link", { name: "Checks", exact: true }).click();
  for (const check of [0, 1]) {
    await button(page, "Run check").nth(check).click();
    // The service also runs the checks by itself soon after its start. Only results with a person count here.
    await expect(page.getByText("run by")).toHaveCount(check + 1);
  }
  await expect(page.getByRole("status").filter({ hasText: "Passed" })).toHaveCount(2);

  await page.getByRole("link", { name: "Balances" }).click();
  await expect(page.getByText("Books balance")).toBeVisible();
  await expect(row(page, /^Wallets/)).not.toContainText(/Owed to partners *0\.00/);
  await page.getByLabel("As of").fill("2020-01-01T00:00:00");
  await button(page, "Show").click();
  await expect(row(page, /^Wallets/)).toContainText(/Owed to partners *0\.00/);
  await expect(page).toHaveURL(/at=2020-01-01T00%3A00%3A00\.000Z/);
  await expect(totals.nth(1)).toHaveText(/^0\.00/);
});

test("an administrator finds a journal by filters and opens its legs", async ({
  page,
  service: { demo },
}) => {
  await open(page, demo, "/admin/books/journals");
  await button(page, "Type").click();
  await button(page, "Deposit").click();
  await expect(page).toHaveURL(/type=deposit/);
  await button(page, "Account").click();
  await page.getByRole("textbox", { name: "Account" }).fill("custody:base-sepolia:usdc");
  await button(page, "Apply").click();
  await expect(page).toHaveURL(/account=custody/);
  const table = page.getByRole("table", { name: "Journals" });
  await expect(table.getByRole("row", { name: /Deposit/ }).first()).toBeVisible();
  await expect(table.getByRole("row", { name: /Card funding/ })).toHaveCount(0);
  await table.getByRole("link").first().click();
  const sheet = page.getByRole("region", { name: "Deposit" });
  await expect(sheet.getByText("Custody", { exact: true })).toBeVisible();
  await expect(sheet.getByText("Total")).toBeVisible();
  await expect(page).toHaveURL(/\/journals\/jrn_\w+\?.*type=deposit/);
  // The URL alone identifies the journal: a reload shows it again.
  await page.reload();
  await expect(sheet.getByText("Wallets", { exact: true })).toBeVisible();
});

test("an administrator opens a monthly statement: page, print and CSV show the closing balance", async ({
  page,
  service: { demo },
}) => {
  const [partner] = demo.partners;
  if (!partner) throw new Error("the demo has no partner");
  await open(page, demo, "/admin/books/partners");
  await page.getByRole("link", { name: partner.name }).click();
  await expect(page.getByText("Wallet, as of")).toBeVisible();
  await page.getByRole("link", { name: "Monthly statements" }).click();
  await page.getByLabel("Month").fill(new Date().toISOString().slice(0, 7));
  await expect(page.getByText("Month to date")).toBeVisible();
  const closing = await row(page, /^Closing balance/)
    .locator("td")
    .last()
    .textContent();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const last = (await textOf(download)).trim().split("\r\n").at(-1)?.split(",") ?? [];
  expect(last[1]).toBe("closing balance");
  expect(Number(last[3])).toBe(Number((closing ?? "").replace(/[, USD]/g, "")));

  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download PDF" }).click(),
  ]);
  expect(pdf.suggestedFilename()).toMatch(/^statement-ptn_\w+-\d{4}-\d\d\.pdf$/);
  expect(await textOf(pdf)).toMatch(/^%PDF-/);

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation").first()).toBeHidden();
  await expect(row(page, /^Closing balance/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Download PDF" })).toBeHidden();
});

test("two administrators change a fee, find the change in the audit log, and verify and export the log", async ({
  page,
  browser,
  service: { demo, baseUrl },
}) => {
  const partnerId = demo.partners[1]?.partnerId ?? "";
  const [one = nobody, other = nobody] = demo.admins;
  await open(page, demo, `/admin/partners/${partnerId}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("KYC fee").fill("2.25");
  await page.locator("form").getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Request these changes?" });
  await expect(dialog).toContainText("KYC fee from 2.00 USD to 2.25 USD");
  await expectState(page, "partner-settings-request");
  await dialog.getByLabel("Code").fill(codeOf(one));
  await button(page, "Request changes").click();
  await expect(page.getByText("pending confirmation by a second administrator")).toBeVisible();
  await expect(page.getByText("You requested this. Another administrator must")).toBeVisible();

  const second = await openElsewhere(browser, baseUrl);
  await signInOperator(second, other, "/admin");
  await expect(second.getByText(/^Change the settings of .+: KYC fee from 2\.00/)).toBeVisible();
  await button(second, /^Confirm…/).click();
  await second.getByRole("dialog").getByLabel("Code").fill(codeOf(other));
  await button(second, "Confirm change").click();
  await expect(second.getByText(/^Confirmed for /)).toBeVisible();
  await page.goto(`/admin/audit?target=${partnerId}&action=partner.settings`);
  await page.getByRole("table", { name: "Audit log" }).getByRole("link").first().click();
  const change = page.getByRole("row", { name: /^KYC fee/ });
  await expect(change).toContainText("2.25");
  await page.getByRole("link", { name: "Close" }).click();

  await button(page, "Verify now").click();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export filtered CSV" }).click(),
  ]);
  const lines = (await textOf(download)).trim().split("\r\n").slice(1);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toContain(`partner.settings`);
});
