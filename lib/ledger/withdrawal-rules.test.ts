import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  WITHDRAWAL_STATUSES,
  WITHDRAWAL_TRANSITIONS,
  type WithdrawalStatus,
} from "@/lib/withdrawals/states";
import { attack, dropConstraints, dropTriggers, insert, post } from "@/test/database/attack";
import { REFUSED, refusedToBoth } from "@/test/database/refuses";
import { approverId } from "@/test/fixtures/approvals";
import { makeWithdrawal } from "@/test/fixtures/ledger-world";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { FEES_ACCOUNT, PAYOUT_ACCOUNT, walletAccount } from "./accounts";

const CUSTODY = "custody:base:usdc";
const AMOUNT = 100_000_000;
const FEE = 500_000;
const STATE_SIDE = "withdrawals withdrawal_has_its_journals";
const MONEY_SIDE = "ledger.journals journal_has_its_withdrawal";
const BOTH_SIDES = dropTriggers(STATE_SIDE, MONEY_SIDE);

let partner: TestPartner;
let partnerId: string;
let other: TestPartner;
const ids = {} as Record<WithdrawalStatus, string>;
let approver: string;

beforeAll(async () => {
  partner = await makePartner();
  ({ partnerId } = partner);
  other = await makePartner();
  approver = await approverId();
  for (const status of WITHDRAWAL_STATUSES) ids[status] = await makeWithdrawal(partner, status);
});
afterAll(endTests);

/** The columns that each status requires, so that only the transition itself can be wrong. */
const STEPS: Record<WithdrawalStatus, string> = {
  pending: "approved_at = NULL",
  approved: "approved_at = now()",
  completed: "approved_at = now(), completed_at = now(), tx_hash = '0x1'",
  cancelled: "approved_at = NULL, cancelled_at = now()",
  rejected: "approved_at = NULL, rejected_at = now()",
  failed: "approved_at = now(), failed_at = now(), failure_reason = 'because'",
};
const CLEARED =
  "completed_at = NULL, tx_hash = NULL, cancelled_at = NULL, rejected_at = NULL, reject_reason = NULL, failed_at = NULL, failure_reason = NULL";

function move(id: string, to: WithdrawalStatus): string {
  const set = new Map(
    `${CLEARED}, ${STEPS[to]}`.split(", ").map((part) => [part.split(" ")[0], part]),
  );
  return `UPDATE withdrawals SET status = '${to}', ${[...set.values()].join(", ")} WHERE id = '${id}'`;
}

const approval = (id: string) =>
  insert("withdrawal_approvals", { withdrawal_id: id, person_id: approver, created_at: "now" });
const debit = (id: string, amount = AMOUNT, owner = partnerId) =>
  post({
    type: "withdrawal",
    source: id,
    partnerId: owner,
    legs: [
      [walletAccount(owner), -amount],
      [PAYOUT_ACCOUNT, amount],
    ],
  });
const refund = (id: string, amount = AMOUNT, owner = partnerId) =>
  post({
    type: "withdrawal_refund",
    source: id,
    partnerId: owner,
    legs: [
      [PAYOUT_ACCOUNT, -amount],
      [walletAccount(owner), amount],
    ],
  });
const sent = (id: string, { amount = AMOUNT, fee = FEE, owner = partnerId } = {}) =>
  post({
    type: "withdrawal_completed",
    source: id,
    partnerId: owner,
    legs: [
      [PAYOUT_ACCOUNT, -amount],
      [CUSTODY, amount - fee],
      [FEES_ACCOUNT, fee],
    ],
  });
const create = (changes: Record<string, unknown> = {}) =>
  insert("withdrawals", {
    id: "wd_new",
    partner_id: partnerId,
    amount_micro_usd: AMOUNT,
    fee_micro_usd: FEE,
    to_address: `0x${"1".repeat(40)}`,
    status: "pending",
    created_at: "now",
    version: 1,
    ...changes,
  });

describe("only the listed status transitions", () => {
  const legal = new Set(
    Object.values(WITHDRAWAL_TRANSITIONS).map(({ from, to }) => `${from} ${to}`),
  );
  const illegal = WITHDRAWAL_STATUSES.flatMap((from) =>
    WITHDRAWAL_STATUSES.filter((to) => to !== from && !legal.has(`${from} ${to}`)).map(
      (to) => [from, to] as const,
    ),
  );

  test.each(illegal)("refuses the transition from %s to %s", async (from, to) => {
    await refusedToBoth([move(ids[from], to)]);
  });

  test("without the table of transitions, the rules of money would refuse only few of them", async () => {
    const after = dropTriggers("withdrawals legal_state");
    const statements = [move(ids.cancelled, "rejected")];
    expect(await attack({ role: "app", statements, after })).toBe("through");
    expect(await attack({ role: "app", statements: [move(ids.approved, "pending")], after })).toBe(
      "through",
    );
  });

  test.each(WITHDRAWAL_STATUSES.filter((status) => status !== "pending"))(
    "refuses a new withdrawal with the status %s",
    async (status) => {
      const made = [create(), move("wd_new", status), debit("wd_new")];
      const born = [create({ status, ...bornWith(status) }), debit("wd_new")];
      const money = status === "completed" ? [sent("wd_new")] : [];
      if (status === "cancelled" || status === "rejected" || status === "failed")
        money.push(refund("wd_new"));
      if (status === "approved") made.push(approval("wd_new"));
      await refusedToBoth([...born, ...money]);
      const after = dropTriggers("withdrawals first_state");
      expect(await attack({ role: "app", statements: [...born, ...money], after })).toBe("through");
      const straight =
        WITHDRAWAL_TRANSITIONS.approve.to === status ||
        status === "cancelled" ||
        status === "rejected";
      expect(await attack({ role: "app", statements: [...made, ...money] })).toBe(
        straight ? "through" : REFUSED,
      );
    },
  );
});

/** The columns of STEPS for a new row. */
function bornWith(status: WithdrawalStatus): Record<string, unknown> {
  return Object.fromEntries(
    STEPS[status].split(", ").flatMap((part) => {
      const [column, value] = part.split(" = ");
      if (!column || value === "NULL") return [];
      return [[column, value === "now()" ? "now" : value?.replaceAll("'", "")]];
    }),
  );
}

describe("the status of a withdrawal and its journals agree", () => {
  interface Alone {
    what: string;
    statements: () => string[];
    without: string[];
  }
  const attacks: Alone[] = [
    {
      what: "created and not debited",
      statements: () => [create()],
      without: dropTriggers(STATE_SIDE),
    },
    {
      what: "debited and not created",
      statements: () => [debit("wd_new")],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "refunded while it is pending",
      statements: () => [refund(ids.pending)],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "refunded while it is approved",
      statements: () => [refund(ids.approved)],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "sent while it is approved",
      statements: () => [sent(ids.approved)],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "cancelled and not refunded",
      statements: () => [move(ids.pending, "cancelled")],
      without: dropTriggers(STATE_SIDE),
    },
    {
      what: "rejected and not refunded",
      statements: () => [move(ids.pending, "rejected")],
      without: dropTriggers(STATE_SIDE),
    },
    {
      what: "failed and not refunded",
      statements: () => [move(ids.approved, "failed")],
      without: dropTriggers(STATE_SIDE),
    },
    {
      what: "completed and not sent",
      statements: () => [move(ids.approved, "completed")],
      without: dropTriggers(STATE_SIDE),
    },
    {
      what: "completed and refunded",
      statements: () => [move(ids.approved, "completed"), refund(ids.approved)],
      without: BOTH_SIDES,
    },
    {
      what: "refunded after it was sent",
      statements: () => [refund(ids.completed)],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "sent after it was refunded",
      statements: () => [sent(ids.failed)],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "cancelled, and refunded too little",
      statements: () => [move(ids.pending, "cancelled"), refund(ids.pending, AMOUNT - 1)],
      without: BOTH_SIDES,
    },
    {
      what: "cancelled, and refunded too much",
      statements: () => [move(ids.pending, "cancelled"), refund(ids.pending, AMOUNT + 1)],
      without: BOTH_SIDES,
    },
    {
      what: "cancelled, and refunded to another partner",
      statements: () => [
        move(ids.pending, "cancelled"),
        refund(ids.pending, AMOUNT, other.partnerId),
      ],
      without: BOTH_SIDES,
    },
    {
      what: "created for one partner, and debited from another",
      statements: () => [create(), debit("wd_new", AMOUNT, other.partnerId)],
      without: BOTH_SIDES,
    },
    {
      what: "created, and debited too little",
      statements: () => [create(), debit("wd_new", 5)],
      without: BOTH_SIDES,
    },
    {
      what: "completed, and sent with another fee",
      statements: () => [move(ids.approved, "completed"), sent(ids.approved, { fee: 1 })],
      without: BOTH_SIDES,
    },
    {
      what: "completed, and sent in the name of another partner",
      statements: () => [
        move(ids.approved, "completed"),
        sent(ids.approved, { owner: other.partnerId }),
      ],
      without: BOTH_SIDES,
    },
  ];

  test.each(attacks)("refuses a withdrawal: $what", async ({ statements }) => {
    await refusedToBoth(statements());
  });

  test.each(attacks)(
    "only one rule refuses a withdrawal: $what",
    async ({ statements, without }) => {
      expect(await attack({ role: "app", statements: statements(), after: without })).toBe(
        "through",
      );
    },
  );

  test("refuses a second journal of the same type and source", async () => {
    await refusedToBoth([debit(ids.pending)], "23505");
    await refusedToBoth([refund(ids.cancelled)], "23505");
    await refusedToBoth([sent(ids.completed)], "23505");
  });

  test.each([
    ["created and debited", () => [create(), debit("wd_new")]],
    ["cancelled and refunded", () => [move(ids.pending, "cancelled"), refund(ids.pending)]],
    ["refunded, then rejected", () => [refund(ids.pending), move(ids.pending, "rejected")]],
    ["failed and refunded", () => [move(ids.approved, "failed"), refund(ids.approved)]],
    ["completed and sent", () => [move(ids.approved, "completed"), sent(ids.approved)]],
    ["approved with an approval", () => [move(ids.pending, "approved"), approval(ids.pending)]],
  ])("accepts a withdrawal: %s", async (_, statements) => {
    expect(await attack({ role: "app", statements: statements() })).toBe("through");
  });
});

test("refuses the status approved without an approval, whatever the amount", async () => {
  await refusedToBoth([move(ids.pending, "approved")], "PW001");
  const after = dropTriggers("withdrawals approved_by_enough");
  const statements = [move(ids.pending, "approved")];
  expect(await attack({ role: "app", statements, after })).toBe("through");
});

describe("a withdrawal's fixed columns cannot be changed", () => {
  test.each([
    "amount_micro_usd = amount_micro_usd + 1",
    "fee_micro_usd = 0",
    "to_address = '0x2222222222222222222222222222222222222222'",
    "partner_id = 'ptn_x'",
    "id = 'wd_x'",
    "created_at = now()",
  ])("%s", async (set) => {
    await refusedToBoth([`UPDATE withdrawals SET ${set} WHERE id = '${ids.pending}'`]);
  });

  test("by one rule only: without it a change of the address succeeds", async () => {
    const statements = [
      `UPDATE withdrawals SET to_address = '0x${"2".repeat(40)}' WHERE id = '${ids.approved}'`,
    ];
    const after = dropTriggers("withdrawals fixed_terms");
    expect(await attack({ role: "app", statements, after })).toBe("through");
  });
});

describe("each status has its own times and reasons, and no others", () => {
  test.each([
    ["approved", "approved_at = NULL"],
    ["completed", "tx_hash = NULL"],
    ["completed", "completed_at = NULL"],
    ["completed", "approved_at = NULL"],
    ["completed", "failure_reason = 'a'"],
    ["cancelled", "cancelled_at = NULL"],
    ["cancelled", "approved_at = now()"],
    ["rejected", "rejected_at = NULL"],
    ["rejected", "failed_at = now()"],
    ["failed", "failure_reason = NULL"],
    ["failed", "approved_at = NULL"],
    ["pending", "approved_at = now()"],
    ["pending", "tx_hash = '0x1'"],
    ["pending", "reject_reason = 'a'"],
  ] as const)("%s: refuses %s", async (status, set) => {
    const statements = [`UPDATE withdrawals SET ${set} WHERE id = '${ids[status]}'`];
    await refusedToBoth(statements, "23514");
    const after = dropConstraints("withdrawals withdrawals_steps");
    expect(await attack({ role: "app", statements, after })).toBe("through");
  });
});

test("after all tests: no refused statement had an effect", async () => {
  const rows = await sql("SELECT id, status FROM withdrawals ORDER BY id");
  expect(new Map(rows.map(({ id, status }) => [status, id]))).toEqual(
    new Map(WITHDRAWAL_STATUSES.map((status) => [status, ids[status]])),
  );
  expect(rows).toHaveLength(WITHDRAWAL_STATUSES.length);
});
