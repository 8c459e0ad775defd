import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as depositReceipt } from "@/app/api/v1/partner/export/deposit-receipt/[depositId]/route";
import { GET as withdrawalReceipt } from "@/app/api/v1/partner/export/withdrawal-receipt/[id]/route";
import { tamper } from "@/test/database/superuser";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { textOf } from "@/test/fixtures/pdf-text";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { ADDRESS, withdrawalsOf } from "@/test/fixtures/withdrawals";

const HASH = `0x${"ab".repeat(32)}`;

let partner: TestPartner;
let browser: Browser;
beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 1_234.5 });
  await sql("UPDATE partners SET name = 'Zoë Reisen' WHERE id = $1", [partner.partnerId]);
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
});
afterAll(endTests);

async function download(handler: typeof depositReceipt, params: Record<string, string>) {
  const { status, headers, bytes } = await browser.call(handler, { params });
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("application/pdf");
  return {
    fileName: headers.get("content-disposition"),
    text: textOf(Buffer.from(bytes ?? [])).join("\n"),
  };
}

test("a completed withdrawal has a receipt with amount, fee, recipient and transaction", async () => {
  const id = await withdrawalsOf(partner).make(100);
  const [{ fee_micro_usd: fee }] = await sql(
    "SELECT fee_micro_usd FROM withdrawals WHERE id = $1",
    [id],
  );
  const done = `status = 'completed', tx_hash = '${HASH}', approved_at = created_at, completed_at = created_at`;
  await tamper(`UPDATE withdrawals SET ${done} WHERE id = '${id}'`);
  const { fileName, text } = await download(withdrawalReceipt, { id });
  expect(fileName).toBe(`attachment; filename="withdrawal-${id}.pdf"`);
  const received = (100 - Number(fee) / 1_000_000).toFixed(2);
  for (const part of ["Withdrawal receipt", "Zoë Reisen", "100.00 USD", `${received} USDC`])
    expect(text).toContain(part);
  for (const part of [
    /Completed \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/,
    /Base Sepolia/,
    /no real money/,
  ])
    expect(text).toMatch(part);
  for (const part of [ADDRESS, HASH, id, partner.partnerId]) expect(text).toContain(part);
});

test.each([
  ["pending", /^Pending: the payout has not been sent yet$/m],
  ["approved", /^Approved: the payout is not confirmed on the chain yet$/m],
  ["cancelled", /^Cancelled \d.* UTC: the amount was returned to the wallet$/m],
])("the document of a %s withdrawal is no receipt and says so", async (status, sentence) => {
  const id = await withdrawalsOf(partner).make(10);
  if (status === "cancelled") await withdrawalsOf(partner).cancel(id);
  if (status === "approved")
    await tamper(
      `UPDATE withdrawals SET status = 'approved', approved_at = now() WHERE id = '${id}'`,
    );
  const { text } = await download(withdrawalReceipt, { id });
  expect(text).toMatch(sentence);
  expect(text).not.toMatch(/receipt/i);
});

test("a credited deposit has a receipt with sender, address and wallet transaction", async () => {
  const [row] = await sql(
    `SELECT d.id, d.tx_hash, d.from_address, w.id AS line FROM deposits d
     JOIN wallet_transactions w ON w.partner_id = d.partner_id WHERE d.partner_id = $1 AND w.category = 'deposit'`,
    [partner.partnerId],
  );
  const { fileName, text } = await download(depositReceipt, { depositId: row.id });
  expect(fileName).toBe(`attachment; filename="deposit-${row.id}.pdf"`);
  for (const part of ["Deposit receipt", "1,234.50 USD", "1,234.50 USDC", "Credited to the wallet"])
    expect(text).toContain(part);
  for (const part of [row.id, row.tx_hash, row.from_address, row.line, partner.walletAddress])
    expect(text).toContain(part);
});
