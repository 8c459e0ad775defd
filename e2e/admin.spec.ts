import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { toFunctionSelector } from "viem";
import { expect, test } from "../test/service/journey.ts";
import { openElsewhere, waitForKeys } from "../test/service/living-page.ts";
import type { StartedService } from "../test/service/start-service.ts";
import { callFrom, callWithKey, codeOf, type Operator, signInOperator } from "./console-pages.ts";
import { button, dialogButton, expectAccessible, signIn } from "./dashboard-pages.ts";
import { expectState } from "./state.ts";

const SENT_MS = 4 * 60_000;
const freshAddress = () => `0x${randomBytes(20).toString("hex")}`;

function first<T>(people: readonly T[], place = 0): T {
  const found = people[place];
  if (!found) throw new Error("the demo has nobody there");
  return found;
}
const partnerOf = ({ demo, baseUrl }: StartedService) => ({ ...first(demo.partners), baseUrl });

/** Requests a withdrawal as the partner's server. Returns its id. */
async function request(
  service: StartedService,
  amount: number,
  toAddress = freshAddress(),
): Promise<string> {
  const body = { amount, toAddress };
  const asked = await callWithKey(partnerOf(service), "POST", "/api/v1/partner/withdrawal", body);
  expect(asked.message).toBe("Withdrawal created");
  return String(asked.data.id);
}

/** Returns a new address that the owner of the payouts' token has blocklisted. */
async function blocklisted({ demo }: StartedService): Promise<string> {
  const address = freshAddress();
  const chain = first(demo.chains.filter((each) => each.chain.startsWith("base")));
  const ask = async (method: string, params: unknown[]): Promise<string> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(chain.rpcUrl, { method: "POST", headers, body });
    return (await answer.json()).result;
  };
  const to = chain.tokens.usdc;
  const call = (name: string) => toFunctionSelector(`function ${name}`);
  const word = await ask("eth_call", [{ to, data: call("owner()") }, "latest"]);
  const from = `0x${word.slice(26)}`;
  await ask("anvil_impersonateAccount", [from]);
  await ask("anvil_setBalance", [from, "0xde0b6b3a7640000"]);
  const data = `${call("blacklist(address)")}${address.slice(2).padStart(64, "0")}`;
  const hash = await ask("eth_sendTransaction", [{ from, to, data }]);
  // The blocklisting takes effect once its transaction is mined.
  await expect
    .poll(() => ask("eth_getTransactionReceipt", [hash]), { timeout: SENT_MS })
    .toBeTruthy();
  return address;
}

/** Approves the open withdrawal by keyboard alone. */
async function approveByKeys(page: Page, operator: Operator): Promise<void> {
  await waitForKeys(page);
  await page.keyboard.press("a");
  await expect(button(page, "Cancel")).toBeFocused();
  await page.keyboard.type(codeOf(operator));
  await page.keyboard.press("Enter");
}

const done = (page: Page, text: string | RegExp) =>
  expect(page.getByLabel("Notifications").getByText(text).first()).toBeVisible();

test("a partner requests a withdrawal: an administrator approves it, and both see it sent", async ({
  page,
  browser,
  service,
}) => {
  const admin = first(service.demo.admins);
  await signInOperator(page, admin);
  const partner = await openElsewhere(browser, service.baseUrl);
  await signIn(partner, partnerOf(service), "/withdrawals");
  await button(partner, "Request withdrawal").first().click();
  await partner.getByRole("dialog").getByLabel("Amount").fill("61.37");
  await partner.getByLabel("Address on Base").fill(freshAddress());
  await partner.getByLabel("I have compared the full address").check();
  await dialogButton(partner, "Request withdrawal").click();
  await expect(partner.getByText("Pending approval", { exact: true })).toBeVisible();

  const row = page.getByRole("row").filter({ hasText: "61.37" });
  await expect(row).toContainText("New address");
  await expect(page).toHaveTitle(/^\(\d+\) Queue/);
  await row.getByRole("link").click();
  await expect(page.getByText("First use of this address")).toBeVisible();
  await expect(page.getByText("Wallet, not a contract")).toBeVisible();
  await expect(page.getByText("Treasury balance OK")).toBeVisible();
  const address = page.url();

  await page.keyboard.press("a");
  await expect(button(page, "Cancel")).toBeFocused();
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Incorrect or expired code")).toBeVisible();
  await page.getByLabel("Code").fill(codeOf(admin));
  await page.keyboard.press("Enter");
  await done(page, /^Approved 61\.37 USD for .+: sending$/);
  // The page stays on the decided withdrawal, focuses the decision and shows its progress.
  await expect(page).toHaveURL(address);
  const decision = page.getByLabel("Your decision");
  await expect(decision).toBeFocused();
  await expect(decision).toContainText("Approved 61.37 USD");
  await expectAccessible(page, "a withdrawal that was just approved");
  await expect(decision).toContainText("Sent.", { timeout: SENT_MS });
  await expect(page.getByText("Approved by Ines Moreau", { exact: true })).toBeVisible();
  const transaction = page.getByRole("link", { name: /^0x/ });
  await expect(transaction).toHaveAttribute("href", /\/explorer\/base-sepolia\/tx\/0x/, {
    timeout: SENT_MS,
  });
  await expect(partner.getByText("Sent on Base")).toBeVisible({ timeout: SENT_MS });
  await expect(button(page, "Approve…")).toBeHidden();
  const receipt = partner.getByRole("link", { name: "Download receipt" });
  const [file] = await Promise.all([partner.waitForEvent("download"), receipt.click()]);
  expect(file.suggestedFilename()).toMatch(/^withdrawal-wd_\w+\.pdf$/);
});

test("an administrator rejects a withdrawal: the reason is shown as text, even if it contains HTML", async ({
  page,
  browser,
  service,
}) => {
  const admin = first(service.demo.admins, 1);
  const id = await request(service, 12);
  await request(service, 13);
  await signInOperator(page, admin, `/admin/withdrawals/${id}`);
  await page.keyboard.press("r");
  await expect(button(page, "Cancel")).toBeFocused();
  const reason = `<img src="x" onerror="document.title='owned'"> see <b>compliance</b>`;
  await page.getByLabel("Reason").fill(reason);
  await page.getByLabel("Code").fill(codeOf(admin));
  await button(page, "Reject withdrawal").click();
  await done(page, /^Rejected 12\.00 USD for .+\. The amount was refunded$/);
  await expect(page.getByLabel("Your decision")).toBeFocused();
  await page.keyboard.press("j");
  // The next withdrawal is shown, and its heading has the focus.
  await expect(page.getByRole("heading", { level: 1, name: /13\.00 USD/ })).toBeFocused();
  const partner = await openElsewhere(browser, service.baseUrl);
  await signIn(partner, partnerOf(service), `/withdrawals/${id}`);
  await page.goto(`/admin/withdrawals/${id}`);
  for (const each of [page, partner]) {
    await expect(each.getByText(reason)).toBeVisible();
    await expect(each.locator("img[src=x]")).toHaveCount(0);
    expect(await each.title()).not.toBe("owned");
  }
});

test("a withdrawal above the partner's limit: two different administrators must approve it", async ({
  page,
  browser,
  service,
}) => {
  const [one, other] = [first(service.demo.admins), first(service.demo.admins, 1)];
  const settings = `/api/admin/partners/${partnerOf(service).partnerId}`;
  const id = await request(service, 150);
  await signInOperator(page, one);
  await callFrom(page, "PATCH", settings, { secondApprovalAbove: 100 });
  await page.goto(`/admin/withdrawals/${id}`);
  await expect(page.getByText("Needs 2 approvals")).toBeVisible();
  await approveByKeys(page, one);
  await done(page, "a second approval is needed");

  await page.goto(`/admin/withdrawals/${id}`);
  await expect(page.getByText("Approved by Ines Moreau", { exact: true })).toBeVisible();
  await expect(page.getByText("Needs approval")).toBeVisible();
  // The first approver is not offered a second approval.
  await expect(
    page.getByText(/^You approved .+ Waiting for one more administrator\.$/),
  ).toBeVisible();
  await expect(button(page, "Approve…")).toHaveCount(0);
  await waitForKeys(page);
  await page.keyboard.press("a");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto("/admin");
  await expect(page.getByRole("row").filter({ hasText: "150.00" })).toContainText("1 of 2 · you");
  await button(page, "Status: Pending").click();
  await button(page, "Needs me").click();
  await expect(page).toHaveURL(/status=needs_me/);
  await expect(page.getByRole("row").filter({ hasText: "150.00" })).toHaveCount(0);
  await page.goto(`/admin/withdrawals/${id}`);

  const second = await openElsewhere(browser, service.baseUrl);
  await signInOperator(second, other, `/admin/withdrawals/${id}`);
  await approveByKeys(second, other);
  await done(second, /^Approved 150\.00 USD for .+: sending$/);
  // The first approver's page updates by itself.
  await expect(page.getByText("Approved by Joseph Adeyemi", { exact: true })).toBeVisible();

  // Removing the limit requires a second administrator as well.
  await callFrom(page, "PATCH", settings, { secondApprovalAbove: null, totp: codeOf(one) });
  await page.goto("/admin");
  await expect(page.getByText("You requested this. Another administrator must")).toBeVisible();
  await second.goto("/admin");
  await expectAccessible(second, "a request that waits for a second administrator");
  await button(second, /^Confirm…/).click();
  await expect(dialogButton(second, "Cancel")).toBeFocused();
  await expectState(second, "admin-request-confirm");
  await dialogButton(second, "Cancel").click();
  await button(second, /^Cancel the request/).click();
  await expect(dialogButton(second, "Keep request")).toBeFocused();
  await expectState(second, "admin-request-cancel");
  await dialogButton(second, "Keep request").click();
  await button(second, /^Confirm…/).click();
  await expect(dialogButton(second, "Cancel")).toBeFocused();
  await second.keyboard.type(codeOf(other));
  await button(second, "Confirm change").click();
  await done(second, /^Confirmed for /);
  await expect(page.getByText("Pending a second administrator")).toHaveCount(0);
});

test("a withdrawal is approved and cancelled at the same time: exactly one of the two succeeds", async ({
  page,
  service,
}) => {
  const admin = first(service.demo.admins);
  await signInOperator(page, admin);
  for (let round = 0; round < 5; round++) {
    const id = await request(service, 5);
    const [approval, cancellation] = await Promise.all([
      callFrom(page, "POST", `/api/admin/withdrawals/${id}/approve`, { totp: codeOf(admin) }),
      callWithKey(partnerOf(service), "DELETE", `/api/v1/partner/withdrawal/${id}`),
    ]);
    const { status } = (await callFrom(page, "GET", `/api/admin/withdrawals/${id}`)).data;
    if (approval.status === 200) {
      expect(cancellation.message).toBe("WITHDRAWAL_NOT_CANCELLABLE");
      expect(status).not.toBe("cancelled");
    } else {
      expect(approval.message).toBe("WITHDRAWAL_NOT_PENDING");
      expect([cancellation.status, status]).toEqual([200, "cancelled"]);
    }
  }
});

test("an auditor reads a withdrawal and cannot decide it; a partner is refused", async ({
  page,
  browser,
  service,
}) => {
  const id = await request(service, 6);
  const auditor = first(service.demo.auditors);
  const decisions = ["approve", "reject"].map((verb) => `/api/admin/withdrawals/${id}/${verb}`);
  const reads = ["", `/${id}`, `/${id}/review`, `/${id}/outlook`].map(
    (path) => `/api/admin/withdrawals${path}`,
  );
  await signInOperator(page, auditor, `/admin/withdrawals/${id}`);
  await expect(page.getByRole("banner")).toContainText("Auditor");
  await expect(page.getByText("Is it safe to send?")).toBeVisible();
  await expect(button(page, "Approve…")).toHaveCount(0);
  await page.keyboard.press("a");
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const path of decisions)
    expect(await callFrom(page, "POST", path, { totp: codeOf(auditor) })).toMatchObject({
      status: 403,
      message: "ROLE_NOT_ALLOWED",
    });
  for (const path of reads) expect((await callFrom(page, "GET", path)).status).toBe(200);

  const partner = await openElsewhere(browser, service.baseUrl);
  await signIn(partner, partnerOf(service), `/admin/withdrawals/${id}`);
  await expect(
    partner.getByRole("heading", { name: "This page is for the operator" }),
  ).toBeVisible();
  await expect(partner.getByText("Is it safe to send?")).toHaveCount(0);
  for (const path of reads) expect((await callFrom(partner, "GET", path)).status).toBe(403);
  for (const path of decisions)
    expect((await callFrom(partner, "POST", path, { totp: "000000" })).status).toBe(403);
  await callWithKey(partnerOf(service), "DELETE", `/api/v1/partner/withdrawal/${id}`);
});

test("an administrator opens an empty queue and a decision: axe reports no violation", async ({
  page,
  service,
}) => {
  const id = await request(service, 7);
  await signInOperator(page, first(service.demo.admins));
  await page.goto("/admin?status=failed");
  await expect(page.getByText("No withdrawals with this status")).toBeVisible();
  await expectAccessible(page, "a queue with nothing in it");
  await page.goto(`/admin/withdrawals/${id}`);
  await expect(page.getByText("Wallet, not a contract")).toBeVisible();
  await button(page, "Reject…").click();
  await expect(page.getByLabel("Reason")).toBeVisible();
  await expectAccessible(page, "a decision");
  await callWithKey(partnerOf(service), "DELETE", `/api/v1/partner/withdrawal/${id}`);
});

// Must be the last test: the tests above expect that no withdrawal has failed.
test("the token rejects a payout: an administrator fails the withdrawal, and the partner reads the reason", async ({
  page,
  browser,
  service,
}) => {
  const admin = first(service.demo.admins);
  const id = await request(service, 14.2, await blocklisted(service));
  await signInOperator(page, admin, `/admin/withdrawals/${id}`);
  await expect(button(page, "Fail withdrawal…")).toBeHidden();
  await approveByKeys(page, admin);
  await done(page, "Approved");
  await page.goto(`/admin/withdrawals/${id}`);
  await expect(page.getByText("The token contract rejects this transfer")).toBeVisible({
    timeout: SENT_MS,
  });
  await expectAccessible(page, "a withdrawal that is refused by the token");
  await button(page, "Fail withdrawal…").click();
  await page.getByLabel("Reason").fill("This address is blocklisted");
  await page.getByLabel("Code").fill(codeOf(admin));
  await button(page, "Fail withdrawal").click();
  await done(page, "Failed");
  await expect(page.getByText("Failed", { exact: true }).first()).toBeVisible();
  const partner = await openElsewhere(browser, service.baseUrl);
  await signIn(partner, partnerOf(service), `/withdrawals/${id}`);
  await expect(partner.getByText("This address is blocklisted")).toBeVisible();
});
