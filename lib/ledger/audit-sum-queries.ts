// SQL: compares stored sums with the rows that they are of, inside the database.

import type { AuditQuery, Bound } from "./audit-query";

/** From the time of an entry to the end of its hour's row: both bounds of a part are whole hours. */
const toEndOfHour: Bound = (time) => `${time}::timestamptz + interval '1 hour'`;

/** Bounds of ids for those of times: an id and the time of its row differ by seconds, and by the difference of two clocks. */
const firstId: Bound = (time) => `first_id_at('txn', ${time}::timestamptz - interval '1 day')`;
const lastId: Bound = (time) => `first_id_at('txn', ${time}::timestamptz + interval '1 day')`;

const UNKNOWN = "although no transaction of it is known";
const IS_UNLISTED = `NOT EXISTS (SELECT FROM unplaced_transfers u WHERE u.chain = t.chain AND u.id = t.id)
        AND NOT EXISTS (SELECT FROM relayer_transactions r
          WHERE r.purpose_id = t.id AND r.chain = t.chain AND r.status = 'mined' AND r.block_number IS NOT NULL)`;

/**
 * The rows of stored sums in a part. Their keys begin with an owner: each owner is found by the index, and its rows of the part by the
 * rest of the key, so that the others are not read.
 */
const sumsWithin = (table: string, owner: string, time: string) => `(
          WITH RECURSIVE owners AS (
            (SELECT ${owner} AS id FROM ${table} ORDER BY 1 LIMIT 1)
            UNION ALL SELECT (SELECT s.${owner} FROM ${table} s WHERE s.${owner} > o.id ORDER BY 1 LIMIT 1) FROM owners o WHERE o.id IS NOT NULL)
          SELECT s.* FROM owners o CROSS JOIN LATERAL (SELECT * FROM ${table} s WHERE s.${owner} = o.id AND ${time} OFFSET 0) s)`;

/** Invariants between stored sums and totals, and their rows. */
export const SUM_AUDIT_QUERIES: readonly AuditQuery[] = [
  {
    name: "hours-equal-entries",
    meaning:
      "What was written down of past hours is not what the entries of that time say: balances at past instants are wrong.",
    over: "days",
    text: (
      within,
    ) => `SELECT line, ended_at, h.balance_micro_usd, h.moved_micro_usd, e.moved_micro_usd AS entries_moved_micro_usd
      FROM (
          SELECT line, ended_at, balance_micro_usd, balance_micro_usd - coalesce((SELECT p.balance_micro_usd FROM ledger.hours p
            WHERE p.line = h.line AND p.ended_at < h.ended_at ORDER BY p.ended_at DESC LIMIT 1), 0) AS moved_micro_usd
          FROM ${sumsWithin("ledger.hours", "line", within("s.ended_at", toEndOfHour))} h) h
        FULL JOIN (
          SELECT ledger.line_of(account_id) AS line, date_trunc('hour', created_at, 'UTC') + interval '1 hour' AS ended_at,
            sum(amount_micro_usd) AS moved_micro_usd
          FROM ledger.entries WHERE created_at < (SELECT ended_at FROM ledger.hours_end) AND ${within("created_at")} GROUP BY 1, 2) e
        USING (line, ended_at)
      WHERE h.moved_micro_usd IS DISTINCT FROM e.moved_micro_usd`,
  },
  {
    // Joins in place of `ledger.fees_within`, which looks up one journal: it would be called for each of millions.
    name: "wallet-hours-equal-entries",
    meaning:
      "The sums of a wallet's past hours are not what the entries of that time say: statements are wrong.",
    over: "days",
    text: (
      within,
    ) => `SELECT account_id, ended_at, journal_type, h.entry_count, h.amount_micro_usd, h.fees_within_micro_usd, m.entries,
        m.total_micro_usd, m.fees_micro_usd
      FROM ${sumsWithin("ledger.wallet_hours", "account_id", within("s.ended_at", toEndOfHour))} h FULL JOIN (
        SELECT e.account_id, date_trunc('hour', e.created_at, 'UTC') + interval '1 hour' AS ended_at, j.type AS journal_type,
          count(*) AS entries, sum(e.amount_micro_usd) AS total_micro_usd,
          sum(coalesce(f.amount_micro_usd, w.fee_micro_usd, 0)) AS fees_micro_usd
        FROM ledger.entries e JOIN ledger.journals j ON j.id = e.journal_id
          LEFT JOIN ledger.entries f ON f.journal_id = j.id AND f.account_id = 'fees' AND j.type = 'card_withdrawal'
          LEFT JOIN withdrawals w ON w.id = j.source_id COLLATE "default" AND j.type IN ('withdrawal', 'withdrawal_refund')
        WHERE e.created_at < (SELECT ended_at FROM ledger.wallet_hours_end) AND ${within("e.created_at")}
          AND starts_with(e.account_id, 'wallet:')
        GROUP BY 1, 2, 3) m USING (account_id, ended_at, journal_type)
      WHERE h.entry_count IS DISTINCT FROM m.entries OR h.amount_micro_usd IS DISTINCT FROM m.total_micro_usd
        OR h.fees_within_micro_usd IS DISTINCT FROM m.fees_micro_usd`,
  },
  {
    name: "totals-equal-lists",
    meaning:
      "The total that a list shows is not its length: pages seem to be missing or to be empty.",
    over: "listOwners",
    text: (within) => `SELECT scope, kind, sum(counted) AS counted, sum(listed) AS listed FROM (
        SELECT scope, kind, sum(n) AS counted, 0 AS listed FROM row_counts WHERE ${within("scope")} GROUP BY 1, 2
        UNION ALL SELECT partner_id, 'users', 0, count(*) FROM users WHERE ${within("partner_id")} AND deleted_at IS NULL GROUP BY 1
        UNION ALL SELECT partner_id, 'users:' || status, 0, count(*) FROM users WHERE ${within("partner_id")} AND deleted_at IS NULL GROUP BY 1, 2
        UNION ALL SELECT partner_id, 'cards', 0, count(*) FROM cards WHERE ${within("partner_id")} GROUP BY 1
        UNION ALL SELECT partner_id, 'cards:' || status, 0, count(*) FROM cards WHERE ${within("partner_id")} GROUP BY 1, 2
        UNION ALL SELECT partner_id, 'card_transactions', 0, count(*) FROM card_transactions WHERE ${within("partner_id")} GROUP BY 1
        UNION ALL SELECT card_id, 'card_transactions', 0, count(*) FROM card_transactions WHERE ${within("card_id")} GROUP BY 1
        UNION ALL SELECT partner_id, 'wallet_transactions', 0, count(*) FROM wallet_transactions WHERE ${within("partner_id")} GROUP BY 1
        UNION ALL SELECT partner_id, 'withdrawals', 0, count(*) FROM withdrawals WHERE ${within("partner_id")} GROUP BY 1
        UNION ALL SELECT partner_id, 'withdrawals:' || status, 0, count(*) FROM withdrawals WHERE ${within("partner_id")} GROUP BY 1, 2
        UNION ALL SELECT partner_id, 'webhook_events', 0, count(*) FROM webhook_events WHERE ${within("partner_id")} GROUP BY 1
        UNION ALL SELECT partner_id, 'webhook_attempts', 0, count(*) FROM webhook_attempts WHERE ${within("partner_id")} GROUP BY 1) totals
      GROUP BY scope, kind HAVING sum(counted) <> sum(listed)`,
  },
  {
    name: "wallet-sums-equal-list",
    meaning:
      "What the overview shows as come in and gone out is not what the wallet's list says of that time.",
    over: "days",
    text: (
      within,
    ) => `SELECT partner_id, minutes, starts_at, category, s.amount_micro_usd, t.total_micro_usd
      FROM (
          SELECT 15 AS minutes, * FROM ${sumsWithin("wallet_sums", "partner_id", within("s.starts_at"))} quarters
          UNION ALL SELECT 60, * FROM ${sumsWithin("wallet_hour_sums", "partner_id", within("s.starts_at"))} hours
          UNION ALL SELECT 1440, * FROM ${sumsWithin("wallet_day_sums", "partner_id", within("s.starts_at"))} days) s
        FULL JOIN (
          SELECT partner_id, w.minutes, date_bin(make_interval(mins => w.minutes), created_at, 'epoch') AS starts_at, category,
            sum(amount_micro_usd) AS total_micro_usd
          FROM wallet_transactions CROSS JOIN (VALUES (15), (60), (1440)) w (minutes)
          WHERE ${within("created_at")} AND ${within("id", firstId, lastId)} AND id < (SELECT before_id FROM wallet_sums_end) GROUP BY 1, 2, 3, 4) t
        USING (partner_id, minutes, starts_at, category)
      WHERE s.amount_micro_usd IS DISTINCT FROM t.total_micro_usd`,
  },
  {
    name: "card-sums-equal-list",
    meaning:
      "What the overview shows of purchases, declines, refunds and new cards is not what the lists say of that time.",
    over: "days",
    text: (
      within,
    ) => `SELECT partner_id, minutes, starts_at, kind, s.n, s.amount_micro_usd, t.rows, t.total_micro_usd
      FROM (
          SELECT partner_id, minutes, starts_at, kind, n, amount_micro_usd
          FROM ${sumsWithin("card_sums", "partner_id", `s.minutes IN (15, 60) AND ${within("s.starts_at")}`)} sums
          UNION ALL SELECT partner_id, 1440, starts_at, kind, n, amount_micro_usd
          FROM ${sumsWithin("card_day_sums", "partner_id", within("s.starts_at"))} days) s
        FULL JOIN (
          SELECT r.partner_id, w.minutes, date_bin(make_interval(mins => w.minutes), r.created_at, 'epoch') AS starts_at, r.kind,
            count(*) AS rows, sum(r.amount_micro_usd) AS total_micro_usd
          FROM (
              SELECT t.partner_id, t.created_at, card_sum_kind(t.category, t.status, t.declined_reason) AS kind, t.amount_micro_usd
              FROM partners p JOIN card_transactions t ON t.partner_id = p.id AND ${within("t.created_at")}
              UNION ALL SELECT c.partner_id, c.created_at, 'card', 0
              FROM partners p JOIN cards c ON c.partner_id = p.id AND ${within("c.created_at")}) r
            CROSS JOIN (VALUES (15), (60), (1440)) w (minutes)
          WHERE r.kind IS NOT NULL AND r.created_at < (SELECT before_at FROM card_sums_end) GROUP BY 1, 2, 3, 4) t
        USING (partner_id, minutes, starts_at, kind)
      WHERE coalesce(s.n, 0) <> coalesce(t.rows, 0)
        OR coalesce(s.amount_micro_usd, 0) <> coalesce(t.total_micro_usd, 0)`,
  },
  {
    name: "unswept-equal-deposits",
    meaning:
      "What a deposit address holds according to the list of sweeps is not its deposits without its sweeps.",
    over: "addresses",
    text: (
      within,
    ) => `SELECT chain, token, address, b.amount_micro_usd, m.total_micro_usd FROM (SELECT * FROM unswept_balances WHERE ${within("address")}) b
      FULL JOIN (SELECT chain, token, address, sum(amount) AS total_micro_usd FROM (
          SELECT chain, token, to_address AS address, amount_micro_usd AS amount FROM deposits WHERE ${within("to_address")}
          UNION ALL SELECT chain, token, from_address, -amount_micro_usd FROM sweeps WHERE ${within("from_address")} AND status <> 'expired') moved
        GROUP BY 1, 2, 3) m USING (chain, token, address)
      WHERE coalesce(b.amount_micro_usd, 0) <> coalesce(m.total_micro_usd, 0)`,
  },
  {
    name: "treasury-sums-equal-transfers",
    meaning:
      "What a treasury got and paid according to the reconciliation is not its sweeps without its payouts.",
    over: "all",
    text: () => `SELECT chain, token_address, address, s.amount_micro_usd, m.total_micro_usd FROM treasury_sums s
      FULL JOIN (SELECT chain, token_address, address, sum(amount) AS total_micro_usd FROM (
          SELECT chain, token_address, to_address AS address, amount_micro_usd AS amount FROM sweeps WHERE status <> 'expired'
          UNION ALL SELECT p.chain, p.token_address, p.from_address, -p.amount_micro_usd
          FROM payouts p JOIN withdrawals w ON w.id = p.withdrawal_id WHERE w.status <> 'failed') moved
        GROUP BY 1, 2, 3) m USING (chain, token_address, address)
      WHERE coalesce(s.amount_micro_usd, 0) <> coalesce(m.total_micro_usd, 0)`,
  },
  {
    name: "withdrawal-sums-equal-withdrawals",
    meaning:
      "What counts towards a partner's own amount is not what it withdrew in 24 hours without a second person of its own.",
    // Sums of earlier days have no effect. The bound is not an id: ids have the time of a process, whose clock may be a day behind.
    over: "all",
    text: () => `WITH day AS (SELECT date_bin('1 minute', now() - interval '24 hours', 'epoch') AS since)
      SELECT partner_id, starts_at, s.amount_micro_usd, m.total_micro_usd
      FROM (SELECT w.* FROM withdrawal_sums w, day WHERE w.starts_at >= since) s
      FULL JOIN (SELECT w.partner_id, date_bin('1 minute', w.inserted_at, 'epoch') AS starts_at, sum(w.amount_micro_usd) AS total_micro_usd
        FROM day JOIN withdrawals w ON w.inserted_at >= since
        WHERE w.status IN ('pending', 'approved', 'completed')
          AND NOT EXISTS (SELECT FROM partner_approvals a WHERE a.withdrawal_id = w.id) GROUP BY 1, 2) m USING (partner_id, starts_at)
      WHERE coalesce(s.amount_micro_usd, 0) <> coalesce(m.total_micro_usd, 0)`,
  },
  {
    name: "payout-sums-equal-withdrawals",
    meaning: "What counts towards a partner's payout limits is not what it withdrew in 24 hours.",
    // Of the same time, for the same reason.
    over: "all",
    text: () => `WITH day AS (SELECT date_bin('1 minute', now() - interval '24 hours', 'epoch') AS since)
      SELECT partner_id, address, starts_at, s.amount_micro_usd, m.total_micro_usd
      FROM (SELECT p.* FROM payout_sums p, day WHERE p.starts_at >= since) s
      FULL JOIN (SELECT w.partner_id, a.address, date_bin('1 minute', w.inserted_at, 'epoch') AS starts_at, sum(w.amount_micro_usd) AS total_micro_usd
        FROM day JOIN withdrawals w ON w.inserted_at >= since CROSS JOIN LATERAL (VALUES (''), (lower(w.to_address))) a (address)
        WHERE w.status IN ('pending', 'approved', 'completed') GROUP BY 1, 2, 3) m USING (partner_id, address, starts_at)
      WHERE coalesce(s.amount_micro_usd, 0) <> coalesce(m.total_micro_usd, 0)`,
  },
  {
    name: "unplaced-sweeps-listed",
    meaning: `The reconciliation takes a sweep for carried out, ${UNKNOWN}.`,
    over: "sweeps",
    text: (within) => `SELECT t.chain, t.id AS transfer_id FROM sweeps t
      WHERE ${within("t.id")} AND t.status <> 'expired' AND ${IS_UNLISTED}`,
  },
  {
    name: "unplaced-payouts-listed",
    meaning: `The reconciliation takes a payout for carried out, ${UNKNOWN}.`,
    over: "payouts",
    text: (within) => `SELECT t.chain, t.id AS transfer_id
      FROM (SELECT chain, withdrawal_id AS id FROM payouts WHERE ${within("withdrawal_id")}) t JOIN withdrawals w ON w.id = t.id
      WHERE w.status <> 'failed' AND ${IS_UNLISTED}`,
  },
];
