import "@/test/database";
import { afterAll, describe, expect, test } from "vitest";
import { ServiceError } from "@/lib/errors";
import { commit } from "@/lib/ledger";
import { eventsOf, walletOf } from "@/test/books";
import { TIMESTAMP } from "@/test/expect-answer";
import { endTests, makePartner, sql } from "@/test/make";
import { codeOf, makePerson, signedIn } from "@/test/people";
import { ADDRESS, decisionsIn, withdrawalFaults, withdrawalsOf } from "@/test/withdrawals";
import { moveWithdrawal, type WithdrawalMove } from "./move-withdrawal";
import { WITHDRAWAL_STATUSES, WITHDRAWAL_TRANSITIONS, type WithdrawalStatus } from "./states";
import { findWithdrawal, type WithdrawalRow } from "./store";

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

/** Spec, the state table of wallet withdrawals: what moves it, from where, to where, and what else happens. */
const MOVES: [WithdrawalMove, WithdrawalStatus, WithdrawalStatus, string[]][] = [
  ["approve", "pending", "approved", []],
  ["reject", "pending", "rejected", ["refund", "event"]],
  ["cancel", "pending", "cancelled", ["refund", "event"]],
  ["fail", "approved", "failed", ["refund", "event"]],
];

describe.each(MOVES)("to %s", (action, from, to, also) => {
  test(`leads from ${from} to ${to}, decided on the version that was read`, () => {
    const { work, result } = moveWithdrawal(rowIn(from), action, { at, reason: "because" });
    expect(result).toMatchObject({ status: to, [`${to}At`]: at });
    expect(work.update?.withdrawals).toEqual([
      { id: "wd_1", version: 3, set: expect.objectContaining({ status: to }) },
    ]);
    expect((work.journals ?? []).length).toBe(also.includes("refund") ? 1 : 0);
    expect((work.walletTransactions ?? []).length).toBe(also.includes("refund") ? 1 : 0);
    expect((work.events ?? []).length).toBe(also.includes("event") ? 1 : 0);
  });

  test.each(WITHDRAWAL_STATUSES.filter((status) => status !== from))(
    "is refused from %s",
    (other) => {
      const { refusal } = WITHDRAWAL_TRANSITIONS[action];
      const moving = () => moveWithdrawal(rowIn(other), action, { at });
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

test("a failed sending refunds the wallet and says why", async () => {
  const partner = await makePartner({ balanceUsd: 100 });
  const wallet = withdrawalsOf(partner);
  const id = await wallet.make(60);
  const admin = await makePerson();
  await decisionsIn(await signedIn(admin)).approve(id, { totp: codeOf(admin) });
  const approved = await findWithdrawal(partner.partnerId, id);
  if (!approved || approved === "foreign") throw new Error("no withdrawal");

  await commit(moveWithdrawal(approved, "fail", { at, reason: "the token is paused" }).work);
  expect(await walletOf(partner.partnerId)).toBe(100);
  expect((await wallet.get(id)).json.data).toMatchObject({
    status: "failed",
    failureReason: "the token is paused",
    approvedAt: TIMESTAMP,
  });
  const [event] = await eventsOf(partner.partnerId, "wallet.withdrawal.crypto");
  expect(event.data).toMatchObject({ status: "failed", reason: "the token is paused" });
  expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
});
