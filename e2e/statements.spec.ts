import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { clickUntil } from "../test/service/living-page.ts";
import type { StartedService } from "../test/service/start-service.ts";
import { callFrom, callWithKey } from "./console-pages.ts";
import { expectAccessible, signIn } from "./dashboard-pages.ts";

async function download(page: Page, name: string): Promise<{ file: Download; content: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name, exact: true }).click(),
  ]);
  return { file, content: await readFile(await file.path()) };
}

/** Opens the form of a new low balance notice as the partner's owner; returns its field. */
async function openLowBalance(page: Page, { demo }: StartedService): Promise<Locator> {
  await signIn(page, demo.partners[0] ?? { email: "", password: "" }, "/wallet");
  const amount = page.getByRole("dialog").getByLabel("Notify below");
  await clickUntil(page.getByRole("button", { name: "Set the low balance notice" }), amount);
  return amount;
}

/** Makes a deposit and a card funding of the present month: the demo's are of the former one if that has just ended. */
async function moveMoney({ baseUrl, demo }: StartedService): Promise<void> {
  const partner = { baseUrl, apiKey: demo.partners[0]?.apiKey ?? "" };
  const ok = async (method: string, path: string, body?: object) => {
    const { status, message, data } = await callWithKey(partner, method, path, body);
    expect([200, 201], `${path}: ${message}`).toContain(status);
    return data;
  };
  const balance = async () =>
    Number((await ok("GET", "/api/v1/partner/wallet/balance")).availableBalance);
  const before = await balance();
  const deposit = { to: "wallet", amount: 40, chain: "base-sepolia", token: "usdc" };
  await ok("POST", "/api/v1/sandbox/deposits", deposit);
  await expect.poll(balance).toBe(before + 40);
  const list = await ok("GET", "/api/v1/partner/card?status=active&fundingType=float&limit=1");
  const [card] = list.cards as { serviceCardId: string }[];
  await ok("POST", "/api/v1/partner/card/fund", {
    serviceCardId: card?.serviceCardId,
    amount: 10,
  });
}

test("an owner opens the statement of a month, downloads it as PDF and CSV, and reads the fees", async ({
  page,
  service,
}) => {
  const owner = service.demo.partners[0] ?? { email: "", password: "" };
  await moveMoney(service);
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

  const opening = table
    .getByRole("row", { name: /^Opening balance/ })
    .getByRole("cell")
    .last();
  const openingBalance = (await opening.textContent()) ?? "";
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page).toHaveURL(/month=\d{4}-\d{2}$/);
  await expect(page.getByText("Month to date.")).toHaveCount(0);
  await expect(
    table
      .getByRole("row", { name: /^Closing balance/ })
      .getByRole("cell")
      .last(),
  ).toHaveText(openingBalance);
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

test("a viewer reads why a receipt and a statement are not downloaded: no file is saved", async ({
  page,
  service,
}) => {
  const viewer = service.demo.partners[0]?.people.find(({ role }) => role === "viewer");
  await signIn(page, viewer ?? { email: "", password: "" }, "/wallet/statements");
  const files: string[] = [];
  page.on("download", (file) => files.push(file.suggestedFilename()));
  // Stands in for a service with too many downloads: what it answers is tested beside its routes.
  let answers = 0;
  let goOn = () => {};
  const slow = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/api/v1/partner/export/**", async (route) => {
    answers += 1;
    if (answers > 2) {
      await slow;
      return route.continue();
    }
    const error = "Too many requests. Wait, then try again.";
    await route.fulfill({
      status: 429,
      headers: { "Retry-After": "30", "X-Request-Id": "req_refused" },
      json: { status: "error", message: "RATE_LIMITED", data: { error } },
    });
  });
  const pdf = page.getByRole("link", { name: "Download PDF" });
  const alert = page.getByRole("alert").filter({ hasText: "The file was not downloaded" });
  await pdf.press("Enter");
  await expect(alert).toContainText("Try again in 30 seconds.");
  await expect(alert).toContainText("req_refused");
  await expect(pdf).toBeFocused();
  await expectAccessible(page, "a refused download");
  const close = page.getByRole("button", { name: "Close" });
  await close.press("Enter");
  await expect(alert).toHaveCount(0);
  await expect(pdf).toBeFocused();

  await page.getByRole("link", { name: "Export CSV" }).click();
  await expect(alert).toBeVisible();
  expect(files).toEqual([]);
  // Closed by a press, the notice gives the focus back and leaves the page where the reader has scrolled it to.
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await close.click();
  await expect(page.getByRole("link", { name: "Export CSV" })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  // The same link downloads it later, and the notice goes.
  const downloading = download(page, "Export CSV");
  // A screen reader announces the text that comes into a region, and not always a region that comes with its text.
  const region = await page.locator("p[role=status]:empty").elementHandle();
  await expect.poll(() => region?.textContent()).toContain("Downloading. Keep this page open");
  goOn();
  const csv = await downloading;
  expect(csv.file.suggestedFilename()).toMatch(/^statement-ptn_\w+-\d{4}-\d{2}.*\.csv$/);
  await expect(alert).toHaveCount(0);
  expect(files).toHaveLength(1);
});

test("an owner sets a low balance notice, sees it on the overview, and removes it", async ({
  page,
  service,
}) => {
  const amount = await openLowBalance(page, service);
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
  const amount = await openLowBalance(page, service);
  await expect(amount).toBeFocused();
  const path = "/api/v1/partner/wallet/low-balance";
  await callFrom(page, "POST", path, { threshold: 1_250 });
  await expect(amount).toHaveValue("1250.00");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await callFrom(page, "POST", path, { threshold: null });
});
