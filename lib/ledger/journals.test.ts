import { afterAll, describe, expect, test } from "vitest";
import { endTests, sql } from "@/test/fixtures/make";
import * as journals from "./journals";

const USD = 1_000_000n;
const source = { sourceId: "txn_1", partnerId: "p" };

/** Design 6, the table of operations: the amounts that each operation moves, in USD. */
const OPERATIONS: [string, journals.Journal, Record<string, bigint>][] = [
  ["KYC fee", journals.feeJournal("kyc_fee", source, 2n), { "wallet:p": -2n, fees: 2n }],
  [
    "card creation fee",
    journals.feeJournal("card_creation_fee", source, 1n),
    { "wallet:p": -1n, fees: 1n },
  ],
  ["funding fee", journals.feeJournal("funding_fee", source, 1n), { "wallet:p": -1n, fees: 1n }],
  ["fund a card", journals.fundingJournal(source, "c", 9n), { "wallet:p": -9n, "card:c": 9n }],
  [
    "withdraw from a card",
    journals.cardWithdrawalJournal(source, "c", 9n, 1n),
    { "card:c": -9n, "wallet:p": 8n, fees: 1n },
  ],
  [
    "withdraw without a fee",
    journals.cardWithdrawalJournal(source, "c", 9n, 0n),
    { "card:c": -9n, "wallet:p": 9n },
  ],
  [
    "withdraw no more than the fee",
    journals.cardWithdrawalJournal(source, "c", 9n, 9n),
    { "card:c": -9n, fees: 9n },
  ],
  ["authorise", journals.authorizationJournal(source, "c", 9n), { "card:c": -9n, "hold:c": 9n }],
  ["reverse", journals.reversalJournal(source, "c", 9n), { "hold:c": -9n, "card:c": 9n }],
  ["settle", journals.settlementJournal(source, "c", 9n), { "hold:c": -9n, network: 9n }],
  [
    "cross-border fee",
    journals.crossBorderFeeJournal(source, "c", 3n),
    { "card:c": -3n, fees: 3n },
  ],
  ["refund", journals.refundJournal(source, "c", 9n), { network: -9n, "card:c": 9n }],
  ["liquidate", journals.liquidationJournal(source, "c", 9n), { "card:c": -9n, "wallet:p": 9n }],
  [
    "deposit to the wallet",
    journals.depositJournal(source, "base", "usdc", "wallet:p", 9n),
    { "custody:base:usdc": -9n, "wallet:p": 9n },
  ],
  [
    "deposit to a card",
    journals.depositJournal(source, "base", "usdc", "card:c", 9n),
    { "custody:base:usdc": -9n, "card:c": 9n },
  ],
  [
    "deposit without a partner",
    journals.depositJournal(source, "base", "usdc", "suspense", 9n),
    { "custody:base:usdc": -9n, suspense: 9n },
  ],
  [
    "held deposit credited",
    journals.depositReleaseJournal(source, 9n),
    { suspense: -9n, "wallet:p": 9n },
  ],
  [
    "a shortfall of a card",
    journals.shortfallJournal(source, "c", 9n),
    { "card_shortfall:c": -9n, "card:c": 9n },
  ],
  [
    "recover a shortfall",
    journals.shortfallRecoveryJournal(source, "c", 9n),
    { "card:c": -9n, "card_shortfall:c": 9n },
  ],
  [
    "credit a disputed amount",
    journals.disputeCreditJournal(source, "c", 9n),
    { disputes: -9n, "card:c": 9n },
  ],
  ["win a dispute", journals.disputeWonJournal(source, 9n), { network: -9n, disputes: 9n }],
  [
    "take the credit of a dispute back",
    journals.disputeReversalJournal(source, "c", 9n),
    { "card:c": -9n, disputes: 9n },
  ],
  ["create a withdrawal", journals.withdrawalJournal(source, 9n), { "wallet:p": -9n, payout: 9n }],
  [
    "withdrawal completed",
    journals.withdrawalCompletedJournal(source, "base", 9n, 1n),
    { payout: -9n, "custody:base:usdc": 8n, fees: 1n },
  ],
  [
    "withdrawal cancelled, rejected, failed",
    journals.withdrawalRefundJournal(source, 9n),
    { payout: -9n, "wallet:p": 9n },
  ],
];

const legsOf = ({ legs }: journals.Journal) =>
  Object.fromEntries(legs.map(({ account, amount }) => [account, amount]));

afterAll(endTests);

describe("the legs of each operation", () => {
  test.each(OPERATIONS)("%s", (_, journal, legs) => {
    expect(legsOf(journal)).toEqual(legs);
    expect(Object.values(legs).reduce((sum, amount) => sum + amount)).toBe(0n);
    expect(journal).toMatchObject({ id: expect.stringMatching(/^jrn_/), ...source });
  });

  test("each has a unique id", () => {
    const ids = OPERATIONS.map(([, { id }]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("amounts beyond the precision of a double stay exact", () => {
    const amount = 9_007_199_254_740_993n * USD;
    expect(legsOf(journals.fundingJournal(source, "c", amount))["card:c"]).toBe(amount);
  });
});

describe("the rules of the database equal these operations", () => {
  const kindOf = (account: string) => account.split(":")[0];

  test("each leg of each operation is a rule, and each rule is a leg of one", async () => {
    const rows = await sql(
      // The legs of operator postings are tested in lib/accounting/postings/legs-of.test.ts.
      `SELECT format('%s %s %s', journal_type, account_kind, direction) AS rule FROM ledger.rules
       WHERE journal_type NOT IN (SELECT kind FROM operator_posting_kinds)`,
    );
    const used = OPERATIONS.flatMap(([, { type, legs }]) =>
      legs.map(({ account, amount }) => `${type} ${kindOf(account)} ${amount > 0n ? 1 : -1}`),
    );
    expect(rows.map(({ rule }) => rule).sort()).toEqual([...new Set(used)].sort());
  });
});
