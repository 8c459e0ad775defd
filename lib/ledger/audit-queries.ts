// SQL: sums and compares all journals and balances inside the database.

import type { AuditQuery } from "./audit-query";
import { STATE_AUDIT_QUERIES } from "./audit-state-queries";

/** Invariants of journals, entries and accounts alone. Each query scans a table once or twice. */
const BOOK_AUDIT_QUERIES: readonly AuditQuery[] = [
  {
    name: "books-sum-to-zero",
    meaning:
      "Money came from nowhere or went nowhere: what all accounts have together is not zero.",
    text: `SELECT sum(amount_micro_usd) AS total_micro_usd FROM ledger.entries HAVING sum(amount_micro_usd) <> 0`,
  },
  {
    name: "journals-whole",
    meaning: "A posting lacks a leg, has one too many, or does not sum to zero.",
    text: `SELECT j.id AS journal_id, j.type, j.leg_count, count(e.leg) AS legs, coalesce(sum(e.amount_micro_usd), 0) AS total_micro_usd
      FROM ledger.journals j LEFT JOIN ledger.entries e ON e.journal_id = j.id
      GROUP BY j.id HAVING count(e.leg) <> j.leg_count OR coalesce(sum(e.amount_micro_usd), 0) <> 0`,
  },
  {
    name: "entries-in-their-books",
    meaning:
      "An entry belongs to no posting or no account, has another time than its posting, or a posting touches another partner's account.",
    text: `SELECT e.journal_id, e.leg, e.account_id, j.partner_id AS journal_partner_id, a.partner_id AS account_partner_id, e.created_at
      FROM ledger.entries e LEFT JOIN ledger.journals j ON j.id = e.journal_id
        LEFT JOIN ledger.accounts a ON a.id = e.account_id
      WHERE j.id IS NULL OR a.id IS NULL OR (a.partner_id IS NOT NULL AND a.partner_id IS DISTINCT FROM j.partner_id)
        OR e.created_at <> j.created_at`,
  },
  {
    name: "entries-follow-rules",
    meaning: "A posting moved a kind of account, or in a direction, that its type may not.",
    text: `SELECT e.journal_id, e.leg, j.type, a.kind, e.amount_micro_usd
      FROM ledger.entries e JOIN ledger.journals j ON j.id = e.journal_id JOIN ledger.accounts a ON a.id = e.account_id
        LEFT JOIN ledger.rules r ON r.journal_type = j.type AND r.account_kind = a.kind
          AND r.direction = CASE WHEN e.amount_micro_usd > 0 THEN 1 ELSE -1 END
      WHERE r.direction IS NULL`,
  },
  {
    name: "balances-equal-entries",
    meaning:
      "What an account shows is not what its entries say: somebody can spend too much or too little.",
    text: `SELECT a.id AS account_id, a.balance_micro_usd, a.version, e.total_micro_usd, e.entries, last.balance_after_micro_usd
      FROM ledger.accounts a
        LEFT JOIN (SELECT account_id, sum(amount_micro_usd) AS total_micro_usd, count(*) AS entries
          FROM ledger.entries WHERE account_version IS NOT NULL GROUP BY account_id) e ON e.account_id = a.id
        LEFT JOIN ledger.entries last ON last.account_id = a.id AND last.account_version = a.version
      WHERE a.version IS NOT NULL AND (a.balance_micro_usd <> coalesce(e.total_micro_usd, 0)
        OR a.version <> coalesce(e.entries, 0) OR a.balance_micro_usd <> coalesce(last.balance_after_micro_usd, 0))`,
  },
  {
    name: "entries-continue",
    meaning:
      "An account's history has a gap or a step that its amount does not explain: past balances cannot be trusted.",
    text: `SELECT * FROM (
        SELECT account_id, account_version, amount_micro_usd, balance_after_micro_usd,
          lag(account_version, 1, 0::bigint) OVER history AS version_before,
          lag(balance_after_micro_usd, 1, 0::bigint) OVER history AS balance_before_micro_usd
        FROM ledger.entries WHERE account_version IS NOT NULL
        WINDOW history AS (PARTITION BY account_id ORDER BY account_version)) steps
      WHERE account_version <> version_before + 1
        OR balance_after_micro_usd <> balance_before_micro_usd + amount_micro_usd`,
  },
  {
    name: "no-balance-below-zero",
    meaning:
      "A wallet, a card or a hold was overdrawn: more was spent than there was. Or more of a shortfall was recovered than was owed.",
    text: `SELECT id AS account_id, version, balance_micro_usd FROM ledger.accounts
        WHERE CASE kind WHEN 'card_shortfall' THEN balance_micro_usd > 0 ELSE balance_micro_usd < 0 END
      UNION ALL
      SELECT account_id, account_version, balance_after_micro_usd FROM ledger.entries
        WHERE CASE WHEN starts_with(account_id, 'card_shortfall:') THEN balance_after_micro_usd > 0 ELSE balance_after_micro_usd < 0 END`,
  },
  {
    name: "service-accounts-not-below-zero",
    meaning: "The service paid out, gave back or assigned more than it had taken in.",
    text: `SELECT account_id, sum(amount_micro_usd) AS total_micro_usd FROM ledger.entries
      WHERE account_id IN ('payout', 'fees', 'suspense', 'capital') GROUP BY account_id HAVING sum(amount_micro_usd) < 0`,
  },
  {
    name: "hours-equal-entries",
    meaning:
      "What was written down of past hours is not what the entries of that time say: balances at past instants are wrong.",
    text: `SELECT line, ended_at, h.balance_micro_usd, e.total_micro_usd FROM ledger.hours h FULL JOIN (
        SELECT line, ended_at, sum(moved) OVER (PARTITION BY line ORDER BY ended_at) AS total_micro_usd FROM (
          SELECT ledger.line_of(account_id) AS line, date_trunc('hour', created_at, 'UTC') + interval '1 hour' AS ended_at,
            sum(amount_micro_usd) AS moved
          FROM ledger.entries WHERE created_at < (SELECT ended_at FROM ledger.hours_end) GROUP BY 1, 2) moved) e
        USING (line, ended_at)
      WHERE h.balance_micro_usd IS DISTINCT FROM e.total_micro_usd`,
  },
  {
    // Joins in place of `ledger.fees_within`, which looks up one journal: it would be called for each of millions.
    name: "wallet-hours-equal-entries",
    meaning:
      "The sums of a wallet's past hours are not what the entries of that time say: statements are wrong.",
    text: `SELECT account_id, ended_at, journal_type, h.entry_count, h.amount_micro_usd, h.fees_within_micro_usd, m.entries,
        m.total_micro_usd, m.fees_micro_usd
      FROM ledger.wallet_hours h FULL JOIN (
        SELECT e.account_id, date_trunc('hour', e.created_at, 'UTC') + interval '1 hour' AS ended_at, j.type AS journal_type,
          count(*) AS entries, sum(e.amount_micro_usd) AS total_micro_usd,
          sum(coalesce(f.amount_micro_usd, w.fee_micro_usd, 0)) AS fees_micro_usd
        FROM ledger.entries e JOIN ledger.journals j ON j.id = e.journal_id
          LEFT JOIN ledger.entries f ON f.journal_id = j.id AND f.account_id = 'fees' AND j.type = 'card_withdrawal'
          LEFT JOIN withdrawals w ON w.id = j.source_id COLLATE "default" AND j.type IN ('withdrawal', 'withdrawal_refund')
        WHERE e.created_at < (SELECT ended_at FROM ledger.wallet_hours_end) AND starts_with(e.account_id, 'wallet:')
        GROUP BY 1, 2, 3) m USING (account_id, ended_at, journal_type)
      WHERE h.entry_count IS DISTINCT FROM m.entries OR h.amount_micro_usd IS DISTINCT FROM m.total_micro_usd
        OR h.fees_within_micro_usd IS DISTINCT FROM m.fees_micro_usd`,
  },
  {
    name: "accounts-exist",
    meaning:
      "A partner has no wallet account, or a card not both of its accounts: it can neither be shown nor moved.",
    text: `SELECT owned.account_id, a.kind, a.partner_id, a.card_id
      FROM (SELECT 'wallet:' || id AS account_id, 'wallet' AS kind, id AS partner_id, NULL AS card_id FROM partners
          UNION ALL SELECT k.kind || ':' || c.id, k.kind, c.partner_id, c.id
            FROM cards c CROSS JOIN (VALUES ('card'), ('hold')) k (kind)) owned
        LEFT JOIN ledger.accounts a ON a.id = owned.account_id
      WHERE (a.kind, a.partner_id, a.card_id) IS DISTINCT FROM (owned.kind, owned.partner_id, owned.card_id)`,
  },
];

/** All invariants. Those of the ledger come first, because a fault there also breaks others. */
export const AUDIT_QUERIES: readonly AuditQuery[] = [...BOOK_AUDIT_QUERIES, ...STATE_AUDIT_QUERIES];
