// SQL: finds by an index where a part of the rows ends.

import { firstIdAt, type IdPrefix } from "@/lib/kernel/ids";

/** The order in which the daily check goes over the rows of some invariants, a part each day. */
export interface AuditOrder {
  /** Comes before every key. */
  firstKey: string;
  /** SQL of the first key after a part that begins at $1 and has $2 rows; no row for the part that has the last ones. */
  end: string;
  /** The first key of the rows that were made since an instant. Absent where keys have no time. */
  newestKey?: (since: Date) => string;
}

const byKey = (table: string, key: string, prefix?: IdPrefix, where = "true"): AuditOrder => ({
  firstKey: "",
  end: `SELECT ${key} AS key FROM ${table} WHERE ${key} >= $1 AND ${where} ORDER BY ${key} LIMIT 1 OFFSET $2`,
  ...(prefix && { newestKey: (since) => firstIdAt(prefix, since) }),
});

const DAY_FORMAT = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;

export const AUDIT_ORDERS = {
  journals: byKey("ledger.journals", "id", "jrn"),
  accounts: byKey("ledger.accounts", "id"),
  partners: byKey("partners", "id", "ptn"),
  users: byKey("users", "id", "usr"),
  cards: byKey("cards", "id", "card"),
  // A part ends between two debits, so that their fees and credits, whose ids and sources begin with the id of the debit, are in the
  // part of the debit on both sides.
  cardTransactions: byKey("card_transactions", "id", "txn", String.raw`id NOT LIKE '%\_%\_%'`),
  networkTransactions: byKey("network_transactions", "id"),
  disputes: byKey("card_disputes", "id", "dsp"),
  withdrawals: byKey("withdrawals", "id", "wd"),
  deposits: byKey("deposits", "id", "dep"),
  releases: byKey("deposit_releases", "deposit_id", "dep"),
  // Each deposit address with all of its deposits.
  addresses: {
    firstKey: "",
    end: `SELECT to_address AS key FROM deposits WHERE to_address > (
        SELECT to_address FROM deposits WHERE to_address >= $1 ORDER BY to_address LIMIT 1 OFFSET $2::bigint - 1)
      ORDER BY to_address LIMIT 1`,
  },
  sweeps: byKey("sweeps", "id", "swp"),
  payouts: byKey("payouts", "withdrawal_id", "wd"),
  operatorPostings: byKey("operator_postings", "id", "pst"),
  // Whole days of UTC: that of the last journal of the part is left for the next part, or is the only one.
  days: {
    firstKey: "1970-01-01T00:00:00Z",
    end: `SELECT to_char(greatest(date_trunc('day', created_at, 'UTC'), $1::timestamptz + interval '1 day') AT TIME ZONE 'UTC', ${DAY_FORMAT}) AS key
      FROM ledger.journals WHERE id >= first_id_at('jrn', $1::timestamptz) ORDER BY id LIMIT 1 OFFSET $2`,
    newestKey: (since) => `${since.toISOString().slice(0, "YYYY-MM-DD".length)}T00:00:00Z`,
  },
  // As many owners of lists as have $2 rows in them according to their totals, and one at least.
  listOwners: {
    firstKey: "",
    end: `SELECT CASE WHEN place > 1 THEN scope ELSE (SELECT min(scope) FROM row_counts r WHERE r.scope > s.scope) END AS key
      FROM (SELECT scope, sum(sum(greatest(n, 1))) OVER (ORDER BY scope) AS total, row_number() OVER (ORDER BY scope) AS place
        FROM (SELECT scope, n FROM row_counts WHERE scope >= $1 ORDER BY scope LIMIT $2::bigint + 1) counts GROUP BY scope) s
      WHERE total > $2 ORDER BY scope LIMIT 1`,
  },
} as const satisfies Record<string, AuditOrder>;

export type AuditOrderName = keyof typeof AUDIT_ORDERS;
