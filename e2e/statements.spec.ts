import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { clickUntil } from "../test/service/living-page.ts";
import { callFrom } from "./console-pages.ts";
import { expectAccessible, signIn } from "./dashboard-pages.ts";

async function download(page: Page, name: string): Promise<{ file: Download; content: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name, exact: true }).click(),
  ]);
  return { file, content: await readFile(await file.path()) };
}

test("an owner opens the statement of a month, downloads it as PDF and CSV, and reads the fees", async ({
  page,
  service,
}) => {
  const owner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, owner, "/wallet");
  await page.getByRole("link", { name: "Statements" }).click();
  await expect(page).toHaveURL(/\/wallet\/statements$/);
  const table = page.getByRole("table", { name: "Statement" });
  await expect(table.getByRole("row", { name: /^Opening balance/ })).toBeVisible();
  await expect(table.getByRole("row", { name: /^Deposit/ })).toBeVisible();
  await expect(table.getByRole("row", { name: /^Card funding/ })).toBeVisible();
  await expect(page.getByText("Month to date.")).toBeVisible();
  await expect(page.getByText("Identity verification, per user")).toBeVisible();
  await expectAccessible(page, "statements");

  const month = new Date().toISOString().slice(0, 7);
  const pdf = await download(page, "Download PDF");
  expect(pdf.file.suggestedFilename()).toBe(`statement-${month}.pdf`);
  expect(pdf.content.subarray(0, 5).toString()).toBe("%PDF-");
  const csv = await download(page, "Export CSV");
  const lines = csv.content.toString("utf8").trim().split("\r\n");
  expect(lines[1]).toContain("opening balance");
  expect(lines.at(-1)).toContain("closing balance");
  // The last entry's balance is the closing balance.
  expect(lines.at(-2)?.split(",")[3]).toBe(lines.at(-1)?.split(",")[3]);

  const proof = await download(page, "Download proof");
  expect(proof.file.suggestedFilename()).toMatch(/^proof-ptn_\w+-\d{4}-\d{2}\.json$/);
  expect(JSON.parse(proof.content.toString("utf8"))).toMatchObject({
    format: "ledger-proof-1",
    isComplete: true,
    period: month,
    keys: [{ keyId: expect.stringMatching(/^[0-9a-f]{16}$/) }],
  });

  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page).toHaveURL(/month=\d{4}-\d{2}$/);
  await expect(page.getByText("Month to date.")).toHaveCount(0);
  await expect(table.getByRole("row", { name: /^Deposit/ })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText("Month to date.")).toBeVisible();
});

test("a viewer downloads the receipt of a deposit", async ({ page, service }) => {
  const { partners } = service.demo;
  const viewer = partners[0]?.people.find(({ role }) => role === "viewer");
  await signIn(page, viewer ?? { email: "", password: "" }, "/wallet");
  const deposits = page.getByRole("table", { name: "Deposits" });
  await deposits
    .getByRole("row", { name: /Credited/ })
    .first()
    .getByRole("link")
    .click();
  await expect(page).toHaveURL(/\/wallet\/dep_/);
  const id = page.url().split("/").at(-1);
  const receipt = await download(page, "Download receipt");
  expect(receipt.file.suggestedFilename()).toBe(`deposit-${id}.pdf`);
  expect(receipt.content.subarray(0, 5).toString()).toBe("%PDF-");
});

test("an owner sets a low balance notice, sees it on the overview, and removes it", async ({
  page,
  service,
}) => {
  const owner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, owner, "/wallet");
  const amount = page.getByRole("dialog").getByLabel("Notify below");
  await clickUntil(page.getByRole("button", { name: "Set the low balance notice" }), amount);
  await amount.fill("9,000,000");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Below your threshold of")).toBeVisible();
  await expectAccessible(page, "a low balance");
  await page.goto("/");
  const notice = page.getByText(/below your threshold of 9,000,000.00 USD/);
  await expect(notice.filter({ visible: true })).toHaveCount(1);

  await page.goto("/wallet");
  await clickUntil(page.getByRole("button", { name: "Change the low balance notice" }), amount);
  await amount.fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("No low balance notice")).toBeVisible();
});

test("a low balance notice that another owner saves meanwhile is shown, and closing asks nothing", async ({
  page,
  service,
}) => {
  const owner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, owner, "/wallet");
  const amount = page.getByRole("dialog").getByLabel("Notify below");
  await clickUntil(page.getByRole("button", { name: "Set the low balance notice" }), amount);
  await expect(amount).toBeFocused();
  const path = "/api/v1/partner/wallet/low-balance";
  await callFrom(page, "POST", path, { threshold: 1_250 });
  await expect(amount).toHaveValue("1250.00");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await callFrom(page, "POST", path, { threshold: null });
});
