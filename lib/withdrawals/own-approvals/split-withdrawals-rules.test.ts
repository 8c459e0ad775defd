import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { PAYOUT_ACCOUNT, walletAccount } from "@/lib/ledger";
import { attack, insert, ownerClient, post } from "@/test/database/attack";
import { whileLocked } from "@/test/database/while-locked";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { setRule } from "@/test/fixtures/own-approvals";
import { makePerson } from "@/test/fixtures/people";
import { ADDRESS, withdrawalsOf } from "@/test/fixtures/withdrawals";

let partner: TestPartner;
let partnerId: string;
let personId: string;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 10_000 });
  ({ partnerId } = partner);
  ({ personId } = await makePerson({ partnerId }));
  await makePerson({ partnerId });
  await setRule({ partnerId, personId, aboveUsd: 500 });
});
afterAll(endTests);

const app = (...statements: string[]) => attack({ role: "app", statements });
const row = (id: string, usd: number, changes: Record<string, unknown> = {}) =>
  insert("withdrawals", {
    ...{ id, partner_id: partnerId, amount_micro_usd: usd * 1_000_000, fee_micro_usd: 500_000 },
    ...{ to_address: ADDRESS, status: "pending", created_at: "now", version: 1, ...changes },
  });
const debit = (id: string, usd: number) =>
  post({
    ...{ type: "withdrawal", source: id, partnerId },
    legs: [
      [walletAccount(partnerId), -usd * 1_000_000],
      [PAYOUT_ACCOUNT, usd * 1_000_000],
    ],
  });
/** A withdrawal as a version of the service inserts it that compares each with the amount alone. */
const withdrawal = (usd: number, changes: Record<string, unknown> = {}, id = newId("wd")) => [
  row(id, usd, changes),
  debit(id, usd),
];
const waitingRow = (id: string) =>
  insert("partner_approvals", {
    ...{ withdrawal_id: id, partner_id: partnerId, requested_by: personId },
    ...{ is_by_key: false, created_at: "now" },
  });
const IMMEDIATE = "SET CONSTRAINTS waits_for_partner IMMEDIATE";

test("what is above the amount with those before needs a second person, also of the former version", async () => {
  await withdrawalsOf(partner).make(300);
  expect(await app(...withdrawal(200))).toBe("through");
  expect(await app(...withdrawal(201))).toBe("PW001");
  const id = newId("wd");
  expect(await app(row(id, 201), waitingRow(id), debit(id, 201))).toBe("through");
});

test("several of one transaction count together", async () => {
  expect(await app(...withdrawal(300), ...withdrawal(200))).toBe("through");
  expect(await app(...withdrawal(300), ...withdrawal(201))).toBe("PW001");
  expect(await app(IMMEDIATE, ...withdrawal(300), ...withdrawal(201))).toBe("PW001");
});

test("a cancellation in the same transaction gives back its own amount alone", async () => {
  const id = newId("wd");
  const refund = post({
    ...{ type: "withdrawal_refund", source: id, partnerId },
    legs: [
      [PAYOUT_ACCOUNT, -300_000_000],
      [walletAccount(partnerId), 300_000_000],
    ],
  });
  const cancelled = [
    ...withdrawal(300, {}, id),
    `UPDATE withdrawals SET status = 'cancelled', cancelled_at = now() WHERE id = '${id}'`,
    refund,
  ];
  expect(await app(...withdrawal(500))).toBe("through");
  await withdrawalsOf(partner).make(200);
  expect(await app(...cancelled, ...withdrawal(301))).toBe("PW001");
  expect(await app(...cancelled, ...withdrawal(300))).toBe("through");
});

test("the application sets no time, and changes no sum", async () => {
  const long = { inserted_at: "2020-01-01" };
  expect(await app(...withdrawal(300, long), ...withdrawal(300, long))).toBe("PW001");
  const id = await withdrawalsOf(partner).make(300);
  for (const at of ["NULL", "now() - interval '2 days'"])
    expect(await app(`UPDATE withdrawals SET inserted_at = ${at} WHERE id = '${id}'`)).toBe(
      "PW003",
    );
  for (const statement of [
    "UPDATE withdrawal_sums SET amount_micro_usd = 0",
    "DELETE FROM withdrawal_sums",
    `INSERT INTO withdrawal_sums VALUES ('${partnerId}', 'epoch', -1)`,
  ])
    expect(await app(statement)).toBe("42501");
});

test("the check sees a concurrent withdrawal also before the wallet is locked", async () => {
  const late = async () => {
    const client = await ownerClient();
    try {
      await client.query(`BEGIN; SET LOCAL ROLE partner_wallet_app; ${IMMEDIATE}`);
      await client.query(row(newId("wd"), 300));
      return "through";
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await client.end();
    }
  };
  const id = newId("wd");
  const first = `${IMMEDIATE}; ${row(id, 300)}`;
  expect(await whileLocked([first, []], late, [debit(id, 300), []])).toBe("PW001");
  expect(await sql("SELECT FROM withdrawals WHERE partner_id = $1", [partnerId])).toHaveLength(1);
});
