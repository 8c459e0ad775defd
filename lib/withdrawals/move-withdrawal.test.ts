import "@/test/database";
import { afterAll, describe, expect, test } from "vitest";
import { ServiceError } from "@/lib/kernel/errors";
import { audit } from "@/lib/ledger";
import { eventsOf, walletOf } from "@/test/fixtures/books";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { codeOf, makePerson, signedIn } from "@/test/fixtures/people";
import { ADDRESS, decisionsIn, withdrawalFaults, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { TIMESTAMP } from "@/test/http/expect-answer";
import { endWithdrawal } from "./end-withdrawal";
import { moveWithdrawal } from "./move-withdrawal";
import {
  WITHDRAWAL_STATUSES,
  WITHDRAWAL_TRANSITIONS,
  type WithdrawalAction,
  type WithdrawalStatus,
} from "./states";
import type { WithdrawalRow } from "./store";

afterAll(endTests);

const at = new Date("2026-11-21T10:00:00.000Z");
const rowIn = (status: WithdrawalStatus): WithdrawalRow => ({
  id: "wd_1",
  partnerId: "ptn_1",
  amountMicroUsd: 100_000_000n,
  feeMicroUsd: 500_000n,
  toAddress: ADDRESS,
  status,
  txHash: null,
  rejectReason: null,
  failureReason: null,
  createdAt: at,
  approvedAt: null,
  completedAt: null,
  cancelledAt: null,
  rejectedAt: null,
  failedAt: null,
  version: 3,
});

/** Spec, the state table of wallet withdrawals: the action, the statuses before and after, and the side effects. */
const MOVES: [WithdrawalAction, WithdrawalStatus, WithdrawalStatus, string[]][] = [
  ["approve", "pending", "approved", []],
  ["reject", "pending", "rejected", ["refund", "posting", "event"]],
  ["cancel", "pending", "cancelled", ["refund", "posting", "event"]],
  ["complete", "approved", "completed", ["posting", "event"]],
  ["fail", "approved", "failed", ["refund", "posting", "event"]],
];
const PAID = {
  chain: "base-sepolia",
  txHash: `0x${"ab".repeat(32)}`,
  explorerUrl: `https://sepolia.basescan.org/tx/0x${"ab".repeat(32)}`,
};
const circumstancesOf = (action: WithdrawalAction) =>
  action === "complete" ? { at, paid: PAID } : { at, reason: "because" };

describe.each(MOVES)("to %s", (action, from, to, also) => {
  test(`leads from ${from} to ${to}, guarded by the version that was read`, () => {
    const { changeSet, result } = moveWithdrawal(rowIn(from), action, circumstancesOf(action));
    expect(result).toMatchObject({ status: to, [`${to}At`]: at });
    expect(changeSet.update?.withdrawals).toEqual([
      { id: "wd_1", version: 3, set: expect.objectContaining({ status: to }) },
    ]);
    expect((changeSet.journals ?? []).length).toBe(also.includes("posting") ? 1 : 0);
    expect((changeSet.walletTransactions ?? []).length).toBe(also.includes("refund") ? 1 : 0);
    expect((changeSet.events ?? []).length).toBe(also.includes("event") ? 1 : 0);
  });

  test.each(WITHDRAWAL_STATUSES.filter((status) => status !== from))(
    "is refused from %s",
    (other) => {
      const { refusal } = WITHDRAWAL_TRANSITIONS[action];
      const moving = () => moveWithdrawal(rowIn(other), action, circumstancesOf(action));
      expect(moving).toThrow(refusal === undefined ? `is ${other}` : new ServiceError(refusal));
    },
  );
});

test("the database allows exactly the moves of the table", async () => {
  const rows = await sql(
    "SELECT from_status, to_status FROM state_changes WHERE entity = 'withdrawals'",
  );
  const allowed = rows.map((row) => `${row.from_status} → ${row.to_status}`);
  const moves = Object.values(WITHDRAWAL_TRANSITIONS).map(({ from, to }) => `${from} → ${to}`);
  expect(allowed.sort()).toEqual(moves.sort());
});

/** An approved withdrawal of 60 from a wallet of 100. */
async function approvedWithdrawal() {
  const partner = await makePartner({ balanceUsd: 100 });
  const wallet = withdrawalsOf(partner);
  const id = await wallet.make(60);
  const admin = await makePerson();
  await decisionsIn(await signedIn(admin)).approve(id, { totp: codeOf(admin) });
  return { ...partner, id, get: async () => (await wallet.get(id)).json.data };
}

test("completing needs the paying transaction, and no other move accepts one", () => {
  expect(() => moveWithdrawal(rowIn("approved"), "complete", { at })).toThrow("only then");
  expect(() => moveWithdrawal(rowIn("approved"), "fail", { at, paid: PAID })).toThrow("only then");
});

test("a failed payout refunds the wallet once, with the reason", async () => {
  const { partnerId, id, get } = await approvedWithdrawal();
  const failed = { state: "failed", reason: "the token is paused" } as const;
  await Promise.all([1, 2, 3].map(() => endWithdrawal({ withdrawalId: id, partnerId }, failed)));
  expect(await walletOf(partnerId)).toBe(100);
  expect(await get()).toMatchObject({
    status: "failed",
    failureReason: "the token is paused",
    approvedAt: TIMESTAMP,
  });
  const events = await eventsOf(partnerId, "wallet.withdrawal.crypto");
  expect(events).toHaveLength(1);
  expect(events[0].data).toMatchObject({ status: "failed", reason: "the token is paused" });
  expect(await withdrawalFaults(partnerId)).toEqual([]);
});

test("a completed payout debits custody by the net amount and earns the fee once, with the transaction", async () => {
  const { partnerId, id, get } = await approvedWithdrawal();
  const completed = { state: "completed", ...PAID } as const;
  await Promise.all([1, 2, 3].map(() => endWithdrawal({ withdrawalId: id, partnerId }, completed)));
  await endWithdrawal({ withdrawalId: id, partnerId }, { state: "failed", reason: "too late" });
  expect(await walletOf(partnerId)).toBe(40);
  expect(await get()).toMatchObject({
    status: "completed",
    txHash: PAID.txHash,
    completedAt: TIMESTAMP,
  });
  const legs = await sql(
    `SELECT e.account_id, e.amount_micro_usd::int AS amount FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id
     WHERE j.source_id = $1 AND j.type = 'withdrawal_completed' ORDER BY e.account_id`,
    [id],
  );
  expect(legs).toEqual([
    { account_id: "custody:base-sepolia:usdc", amount: 59_500_000 },
    { account_id: "fees", amount: 500_000 },
    { account_id: "payout", amount: -60_000_000 },
  ]);
  const events = await eventsOf(partnerId, "wallet.withdrawal.crypto");
  expect(events.map(({ data }) => data)).toEqual([
    {
      withdrawalId: id,
      amount: 60,
      fee: 0.5,
      netAmount: 59.5,
      toAddress: ADDRESS,
      chain: "base",
      token: "usdc",
      status: "completed",
      txHash: PAID.txHash,
      explorerUrl: PAID.explorerUrl,
    },
  ]);
  expect(await withdrawalFaults(partnerId)).toEqual([]);
  expect((await audit()).filter(({ brokenRows }) => brokenRows.length > 0)).toEqual([]);
});

test("ending another partner's or an unknown withdrawal throws", async () => {
  const { id } = await approvedWithdrawal();
  const other = await makePartner({ balanceUsd: 0 });
  const end = { state: "failed", reason: "no" } as const;
  await expect(endWithdrawal({ withdrawalId: id, ...other }, end)).rejects.toThrow(other.partnerId);
  await expect(endWithdrawal({ withdrawalId: "wd_none", ...other }, end)).rejects.toThrow(
    "wd_none",
  );
});
