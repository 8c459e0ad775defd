import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as getDeposit } from "@/app/api/v1/partner/wallet/deposits/[depositId]/route";
import { tableScans } from "@/test/database/table-scans";
import { endTests, sql } from "@/test/fixtures/make";
import { DASHBOARD_OPERATIONS } from "./dashboard-operations";
import { makeOffice, type Office, requestBy } from "./office";
import { OPERATIONS } from "./operations";
import { findHandlers, handlerOf } from "./routes";

/** Tables that grow with the partners' activity. */
const GROWING = [
  ...["users", "cards", "card_transactions", "wallet_transactions", "wallet_sums", "withdrawals"],
  ...[
    "card_day_sums",
    "card_sums",
    "wallet_day_sums",
    "wallet_hour_sums",
    "withdrawal_sums",
    "payout_sums",
  ],
  ...["deposits", "webhook_events", "webhook_deliveries", "webhook_attempts", "request_log"],
  ...["audit_entries", "journals", "entries", "accounts", "row_counts"],
];

const handlers = await findHandlers();
let office: Office;
beforeAll(async () => {
  office = await makeOffice();
});
afterAll(endTests);

test("no read operation of the partner API or dashboard scans a growing table sequentially", async () => {
  const { partnerId } = office.partner;
  const [{ ids }] = await sql(
    `SELECT array_agg(id) AS ids FROM (SELECT id FROM wallet_transactions WHERE partner_id = $1
       UNION ALL SELECT id FROM card_transactions WHERE partner_id = $1) t`,
    [partnerId],
  );
  const { browser } = office.owner;
  const before = await tableScans(GROWING);
  for (const operation of DASHBOARD_OPERATIONS) {
    const { contract, subject } = operation;
    if (contract.method !== "GET" || contract.id === "followPartner") continue;
    const own = subject && subject !== "session" ? [office.ids[subject]] : [""];
    for (const id of contract.id === "getTransaction" || contract.id === "explain" ? ids : own) {
      const handler = handlerOf(handlers, operation);
      const { status } = await browser.call(handler, requestBy(operation, office.owner, id));
      expect([contract.id, status]).toEqual([contract.id, 200]);
    }
  }
  for (const { contract, subject } of OPERATIONS) {
    if (contract.method !== "GET" || subject) continue;
    const { status } = await browser.call(handlerOf(handlers, { contract }));
    expect([contract.id, status]).toEqual([contract.id, 200]);
  }
  const [deposit] = await sql(
    `SELECT id, chain || ':' || tx_hash || ':' || ordinal AS place FROM deposits WHERE partner_id = $1`,
    [partnerId],
  );
  for (const depositId of [deposit.id, deposit.place])
    expect((await browser.call(getDeposit, { params: { depositId } })).status).toBe(200);
  expect(await tableScans(GROWING)).toEqual(before);
});
