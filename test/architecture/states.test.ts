import { afterAll, describe, expect, test } from "vitest";
import { POSTING_TRANSITIONS } from "@/lib/accounting/postings/states";
import { CARD_DISPUTE_STATUSES, CARD_DISPUTE_TRANSITIONS } from "@/lib/cards/disputes/states";
import {
  CARD_STATUSES,
  CARD_TRANSACTION_STATUSES,
  CARD_TRANSACTION_TRANSITIONS,
  CARD_TRANSITIONS,
} from "@/lib/cards/states";
import { STATUS_AFTER_OPENING, STATUS_AFTER_OUTCOME, USER_STATUSES } from "@/lib/users/states";
import { WITHDRAWAL_STATUSES, WITHDRAWAL_TRANSITIONS } from "@/lib/withdrawals/states";
import { endTests, sql } from "@/test/fixtures/make";
import { difference } from "./table-columns";

type Change = [from: string, to: string];

/** The transitions that the code allows, by table of the database. */
const CHANGES: Record<string, Change[]> = {
  cards: CARD_STATUSES.flatMap((from) =>
    Object.values(CARD_TRANSITIONS[from]).flatMap((next): Change[] =>
      "to" in next ? [[from, next.to]] : [],
    ),
  ),
  withdrawals: Object.values(WITHDRAWAL_TRANSITIONS).map(({ from, to }): Change => [from, to]),
  card_transactions: CARD_TRANSACTION_STATUSES.flatMap((from) =>
    CARD_TRANSACTION_TRANSITIONS[from].map((to): Change => [from, to]),
  ),
  card_disputes: CARD_DISPUTE_STATUSES.flatMap((from) =>
    CARD_DISPUTE_TRANSITIONS[from].map((to): Change => [from, to]),
  ),
  operator_postings: Object.entries(POSTING_TRANSITIONS).flatMap(([from, targets]) =>
    targets.map((to): Change => [from, to]),
  ),
  users: USER_STATUSES.flatMap((from) => {
    const after = [...Object.values(STATUS_AFTER_OUTCOME), STATUS_AFTER_OPENING[from] ?? from];
    return after.filter((to) => to !== from).map((to): Change => [from, to]);
  }),
};

const STATUSES: Record<string, readonly string[]> = {
  cards: CARD_STATUSES,
  withdrawals: WITHDRAWAL_STATUSES,
  card_transactions: CARD_TRANSACTION_STATUSES,
  card_disputes: CARD_DISPUTE_STATUSES,
  // An expired posting is stored as pending.
  operator_postings: Object.keys(POSTING_TRANSITIONS),
  users: USER_STATUSES,
};

afterAll(endTests);

describe("the code and the database have the same statuses", () => {
  test("the transitions of states.ts are the rows of state_changes", async () => {
    const rows: { line: string }[] = await sql(
      "SELECT format('%s: %s to %s', entity, from_status, to_status) AS line FROM state_changes",
    );
    const lines = Object.entries(CHANGES).flatMap(([table, changes]) =>
      changes.map(([from, to]) => `${table}: ${from} to ${to}`),
    );
    const expected = [...new Set(lines)];
    expect(expected.length).toBeGreaterThan(15);
    expect(
      difference(
        expected,
        rows.map(({ line }) => line),
      ),
    ).toEqual([]);
  });

  test.each(Object.entries(STATUSES))(
    "the CHECK of %s allows exactly the statuses of states.ts",
    async (table, statuses) => {
      const rows: { text: string }[] = await sql(
        "SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = $1 || '_status'",
        [table],
      );
      const named = [...(rows[0]?.text ?? "").matchAll(/'(\w+)'::text/g)].map(([, name]) => name);
      expect(named.sort()).toEqual([...statuses].sort());
    },
  );

  test("every listed table has the trigger that checks transitions", async () => {
    const rows: { table: string }[] = await sql(
      `SELECT c.relname AS "table" FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE t.tgname = 'legal_state'`,
    );
    expect(rows.map(({ table }) => table).sort()).toEqual(Object.keys(CHANGES).sort());
  });
});
