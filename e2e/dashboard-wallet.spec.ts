import type { Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { waitForKeys } from "../test/service/living-page.ts";
import type { StartedService } from "../test/service/start-service.ts";
import { button, expectAccessible, signIn } from "./dashboard-pages.ts";

const done = (page: Page, text: string | RegExp) =>
  expect(page.getByLabel("Notifications").getByText(text)).toBeVisible();

/** Mines one block of a local chain. */
async function mine({ demo }: Pick<StartedService, "demo">, name: string): Promise<void> {
  const { rpcUrl } = demo.chains.find(({ chain }) => chain === name) ?? { rpcUrl: "" };
  const call = { jsonrpc: "2.0", id: 1, method: "evm_mine", params: [] };
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(call);
  expect((await fetch(rpcUrl, { method: "POST", headers, body })).ok).toBe(true);
}

test("an owner follows a deposit from confirming to credited, and looks up a missing one", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, partner, "/wallet");
  await expect(page.getByRole("heading", { name: "Deposit", exact: true })).toBeVisible();
  await page.getByText("Simulate deposit").click();
  await page.getByLabel("Amount").fill("12.34");
  const line = page.getByRole("row").filter({ hasText: "12.34" });
  const details = page.getByRole("region", { name: "Deposit", exact: true });
  const balance = page.getByText("Available balance", { exact: true }).locator("..");
  const before = (await balance.textContent()) ?? "";
  // The process of `npm start` mines the blocks: while it is paused, a deposit gets no more confirmations.
  service.child.kill("SIGSTOP");
  try {
    // After this block, a block that was requested just before the pause is mined as well.
    await mine(service, "base-sepolia");
    await button(page, "Send deposit").click();
    await done(page, "Test deposit sent");
    await mine(service, "base-sepolia");
    await expect(line).toContainText("Confirming, 1 of 3");
    await line.getByRole("link").click();
    await expect(page).toHaveURL(/\/wallet\/base-sepolia:0x[0-9a-f]{64}:0$/);
    await expect(details.getByText("Confirming, 1 of 3")).toBeVisible();
    await page.goto(page.url().replaceAll(/:(?=0)/g, "%3A"));
    await expect(details.getByText("Confirming, 1 of 3")).toBeVisible();
    await mine(service, "base-sepolia");
    await expect(details.getByText("Confirming, 2 of 3")).toBeVisible();
    await expect(line).toContainText("Confirming, 2 of 3");
  } finally {
    service.child.kill("SIGCONT");
  }
  // A credited deposit has an id, and the page's URL changes to the id.
  await expect(details.getByText("Credited to your wallet.")).toBeVisible({
    timeout: 4 * 60_000,
  });
  await expect(page).toHaveURL(/\/wallet\/dep_\w+$/);
  await expect(line).toContainText("Credited");
  await expect(balance).not.toHaveText(before);
  await details.getByRole("button", { name: /Explain this amount$/ }).click();
  await expect(details.getByText("of your wallet was credited.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/wallet");
  await expect(line.getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(details.getByRole("heading", { name: "Deposit" })).toBeFocused();
  await expect(details.getByRole("link", { name: /^txn_/ })).toBeVisible();
  await line.getByRole("link").click();
  await details.getByRole("link", { name: /^txn_/ }).click();
  await expect(page).toHaveURL(/\/transactions\/txn_\w+\?of=wallet$/);
  const transaction = new URL(page.url()).pathname.replace("/transactions/", "/wallet/");
  await page.getByRole("region").getByRole("link", { name: /^dep_/ }).click();
  await expect(page).toHaveURL(/\/wallet\/dep_\w+$/);
  await page.goto(transaction);
  await expect(page).toHaveURL(/\/transactions\/txn_\w+\?of=wallet$/);
  await page.goto("/wallet/dep_nobody");
  await expect(details.getByText("Deposit not found", { exact: true })).toBeVisible();
  await waitForKeys(page);
  await page.keyboard.press("Escape");
  await page.getByLabel("Transaction hash").fill("0x12");
  await button(page, "Look up").click();
  await expect(page.getByText("Must be 0x and 64 hexadecimal digits.")).toBeVisible();
  await page.getByLabel("Transaction hash").fill(`0x${"ab".repeat(32)}`);
  await button(page, "Look up").click();
  await expect(page.getByRole("alert").filter({ hasText: /transaction/i })).toBeVisible();
});

test("an owner opens card and wallet transactions: each one is explained and links to its card", async ({
  page,
  service,
}) => {
  const partner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, partner, "/transactions");
  await expect(page.getByRole("table", { name: "Card transactions" })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/transactions\/txn_/);
  const details = page.getByRole("region");
  await expect(details.getByRole("link", { name: /^Ending/ })).toBeVisible();
  await page.keyboard.press("Escape");
  const tabs = page.getByRole("navigation", { name: "Transactions of" });
  await tabs.getByRole("link", { name: "Wallet" }).click();
  await expect(page).toHaveURL("/transactions?of=wallet");
  await expect(page.getByRole("table", { name: "Wallet transactions" })).toBeVisible();
  await expectAccessible(page, "the wallet's transactions");
  await page
    .getByRole("link", { name: /^Deposit of USDC on [\w-]+$/ })
    .first()
    .click();
  await expect(details.getByText("Stablecoin deposit to your wallet address.")).toBeVisible();
  await expect(details.getByText("Transaction hash", { exact: true })).toBeVisible();
  await page.reload();
  await expect(details.getByText("Transaction hash", { exact: true })).toBeVisible();
  await page
    .getByRole("link", { name: /Funding of card/ })
    .first()
    .click();
  await details.getByRole("link", { name: /^Ending/ }).click();
  await expect(page).toHaveURL(/\/cards\/card_/);
  await page.goto("/transactions/txn_nobody");
  await expect(page.getByText("Transaction not found", { exact: true })).toBeVisible();
});

/**
 * Waits for the results of a search. An empty list that is still loading also has no other entry, so the searched one
 * must be there first. A click while the panel shrinks would fall beside the panel and close it.
 */
