// SQL: compares states with journals over whole tables inside the database.

import { CARD_AUDIT_QUERIES } from "./audit-card-queries";
import type { AuditQuery } from "./audit-query";

const WITHDRAWAL_TYPES = "('withdrawal', 'withdrawal_completed', 'withdrawal_refund')";

/** Invariants between the ledger and the rows that it moves money for (cards, withdrawals, transactions). */
export const STATE_AUDIT_QUERIES: readonly AuditQuery[] = [
  {
    name: "wallet-list-equals-wallet",
    meaning:
      "A partner's list of wallet transactions differs from what moved its wallet: a row is missing, strange, of another amount or of another category.",
    text: `SELECT e.journal_id, e.account_id, e.journal_type, e.amount_micro_usd, t.id AS wallet_transaction_id, t.type, t.category, t.amount_micro_usd AS listed_micro_usd
      FROM (SELECT e.journal_id, e.account_id, e.amount_micro_usd, j.type AS journal_type
          FROM ledger.entries e LEFT JOIN ledger.journals j ON j.id = e.journal_id WHERE e.account_id LIKE 'wallet:%') e
        FULL JOIN wallet_transactions t ON t.journal_id = e.journal_id AND 'wallet:' || t.partner_id = e.account_id
      WHERE e.amount_micro_usd IS DISTINCT FROM CASE t.type WHEN 'credit' THEN t.amount_micro_usd ELSE -t.amount_micro_usd END
        OR t.category IS DISTINCT FROM CASE e.journal_type WHEN 'correction' THEN 'correction_' || t.type ELSE e.journal_type END`,
  },
  {
    name: "withdrawals-have-their-journals",
    meaning:
      "A withdrawal's state and its money differ: debited, sent or refunded twice, or not at all.",
    text: `SELECT w.id AS withdrawal_id, w.status, j.source_id, j.types
      FROM withdrawals w FULL JOIN (
        SELECT source_id, string_agg(type, ' ' ORDER BY type) AS types FROM ledger.journals
        WHERE type IN ${WITHDRAWAL_TYPES} GROUP BY source_id) j ON j.source_id = w.id
      WHERE j.types IS DISTINCT FROM CASE
        WHEN w.status IN ('pending', 'approved') THEN 'withdrawal'
        WHEN w.status = 'completed' THEN 'withdrawal withdrawal_completed'
        WHEN w.status IN ('cancelled', 'rejected', 'failed') THEN 'withdrawal withdrawal_refund' END`,
  },
  {
    name: "withdrawals-have-their-amounts",
    meaning:
      "A withdrawal moved another amount than it is of, took another fee, or moved another partner's money.",
    text: `SELECT w.id AS withdrawal_id, j.id AS journal_id, j.type, a.kind, e.amount_micro_usd, w.amount_micro_usd AS withdrawal_micro_usd
      FROM withdrawals w JOIN ledger.journals j ON j.source_id = w.id AND j.type IN ${WITHDRAWAL_TYPES}
        JOIN ledger.entries e ON e.journal_id = j.id JOIN ledger.accounts a ON a.id = e.account_id
      WHERE j.partner_id IS DISTINCT FROM w.partner_id OR abs(e.amount_micro_usd) <> CASE a.kind
        WHEN 'fees' THEN w.fee_micro_usd WHEN 'custody' THEN w.amount_micro_usd - w.fee_micro_usd ELSE w.amount_micro_usd END`,
  },
  {
    name: "payout-equals-open-withdrawals",
    meaning:
      "What is set aside for withdrawals is not what pending and approved withdrawals still have to pay.",
    text: `SELECT * FROM
        (SELECT coalesce(sum(amount_micro_usd), 0) AS payout_micro_usd FROM ledger.entries WHERE account_id = 'payout') p,
        (SELECT coalesce(sum(amount_micro_usd), 0) AS open_micro_usd FROM withdrawals WHERE status IN ('pending', 'approved')) w
      WHERE p.payout_micro_usd <> w.open_micro_usd`,
  },
  ...CARD_AUDIT_QUERIES,
  {
    name: "deposits-have-their-journals",
    meaning:
      "A deposit was not credited, or to another account, in another amount or from another token, or money came in without a deposit.",
    text: `SELECT d.id AS deposit_id, d.amount_micro_usd, j.journal_id, j.source_id, j.account_id, j.amount_micro_usd AS credited_micro_usd, j.custody_id
      FROM deposits d FULL JOIN (
        SELECT j.id AS journal_id, j.source_id, e.account_id, e.amount_micro_usd, c.account_id AS custody_id
        FROM ledger.journals j LEFT JOIN ledger.entries e ON e.journal_id = j.id AND e.amount_micro_usd > 0
          LEFT JOIN ledger.entries c ON c.journal_id = j.id AND c.amount_micro_usd < 0
        WHERE j.type = 'deposit') j ON j.source_id = d.chain || ':' || d.tx_hash || ':' || d.ordinal
      WHERE d.amount_micro_usd IS DISTINCT FROM j.amount_micro_usd
        OR j.custody_id IS DISTINCT FROM 'custody:' || d.chain || ':' || d.token
        OR j.account_id IS DISTINCT FROM
          CASE WHEN d.partner_id IS NULL THEN 'suspense' ELSE coalesce('card:' || d.card_id, 'wallet:' || d.partner_id) END`,
  },
  {
    name: "releases-have-their-journals",
    meaning:
      "A held deposit was credited without anybody's decision, to another wallet, in another amount, or though it was not held.",
    text: `SELECT r.deposit_id, j.journal_id, j.source_id, j.account_id, j.amount_micro_usd AS credited_micro_usd, d.amount_micro_usd
      FROM deposit_releases r FULL JOIN (
        SELECT j.id AS journal_id, j.source_id, e.account_id, e.amount_micro_usd
        FROM ledger.journals j LEFT JOIN ledger.entries e ON e.journal_id = j.id AND e.amount_micro_usd > 0
        WHERE j.type = 'deposit_release') j ON j.source_id = r.deposit_id
        LEFT JOIN deposits d ON d.id = r.deposit_id
      WHERE j.account_id IS DISTINCT FROM 'wallet:' || r.partner_id OR j.amount_micro_usd IS DISTINCT FROM d.amount_micro_usd
        OR d.partner_id IS NOT NULL`,
  },
  {
    name: "suspense-equals-held-deposits",
    meaning: "What is in suspense is not what held deposits still wait with.",
    text: `SELECT * FROM
        (SELECT coalesce(sum(amount_micro_usd), 0) AS suspense_micro_usd FROM ledger.entries WHERE account_id = 'suspense') s,
        (SELECT coalesce(sum(d.amount_micro_usd), 0) AS held_micro_usd FROM deposits d
          WHERE d.partner_id IS NULL AND NOT EXISTS (SELECT FROM deposit_releases r WHERE r.deposit_id = d.id)) h
      WHERE s.suspense_micro_usd <> h.held_micro_usd`,
  },
  {
    name: "operator-postings-have-their-journals",
    meaning:
      "A journal of the operator's was posted without a request that two administrators decided on, or with other legs than they saw.",
    text: `SELECT p.id AS posting_id, p.kind, p.status, j.id AS journal_id, j.type, j.source_id, j.legs
      FROM (SELECT * FROM operator_postings WHERE status = 'posted') p FULL JOIN (
        SELECT j.id, j.type, j.source_id, j.partner_id, jsonb_object_agg(e.account_id, e.amount_micro_usd) AS legs
        FROM ledger.journals j LEFT JOIN ledger.entries e ON e.journal_id = j.id
        WHERE j.type IN (SELECT kind FROM operator_posting_kinds)
        GROUP BY j.id) j ON j.source_id = p.id AND j.type = p.kind
      WHERE j.partner_id IS DISTINCT FROM p.partner_id OR j.legs IS DISTINCT FROM (
          SELECT jsonb_object_agg(l.account, l.amount) FROM jsonb_to_recordset(p.legs) l (account text, amount bigint))
        OR (p.requested_by <> p.decided_by) IS NOT TRUE`,
  },
  {
    name: "corrections-are-listed",
    meaning:
      "A correction of a card is not in the card's list, or stands there in another amount or direction than it moved.",
    text: `SELECT t.id AS transaction_id, t.card_id, t.type, t.amount_micro_usd, m.source_id, m.account_id, m.amount_micro_usd AS moved_micro_usd
      FROM (SELECT * FROM card_transactions WHERE category = 'correction') t FULL JOIN (
        SELECT j.source_id, j.partner_id, e.account_id, e.amount_micro_usd
        FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id
        WHERE j.type = 'correction' AND e.account_id LIKE 'card:%') m ON m.source_id = t.reference
      WHERE m.account_id IS DISTINCT FROM 'card:' || t.card_id OR m.partner_id IS DISTINCT FROM t.partner_id
        OR m.amount_micro_usd IS DISTINCT FROM CASE t.type WHEN 'refund' THEN t.amount_micro_usd ELSE -t.amount_micro_usd END`,
  },
  {
    name: "disputes-equal-open-disputes",
    meaning: "What the card network may return is not what cards were credited for open disputes.",
    text: `SELECT * FROM
        (SELECT coalesce(sum(amount_micro_usd), 0) AS disputes_micro_usd FROM ledger.entries WHERE account_id = 'disputes') a,
        (SELECT coalesce(sum(amount_micro_usd), 0) AS open_micro_usd FROM card_disputes WHERE status IN ('pending', 'submitted')) o
      WHERE a.disputes_micro_usd <> -o.open_micro_usd`,
  },
  {
    name: "disputes-have-their-journals",
    meaning:
      "A dispute's status and its money differ: the card was not credited, kept the credit of a lost dispute, or its list does not show it.",
    text: `SELECT d.id AS dispute_id, d.status, d.amount_micro_usd, j.source_id, j.types, r.reference, r.rows
      FROM card_disputes d
        FULL JOIN (
          SELECT j.source_id, string_agg(j.type || ' ' || j.partner_id || ' ' || e.account_id || ' ' || e.amount_micro_usd, ', '
            ORDER BY j.type, e.account_id) AS types
          FROM ledger.journals j LEFT JOIN ledger.entries e ON e.journal_id = j.id AND e.account_id <> 'disputes'
          WHERE j.type IN ('dispute_credit', 'dispute_won', 'dispute_reversal') GROUP BY j.source_id) j ON j.source_id = d.id
        FULL JOIN (
          SELECT reference, string_agg(type || ' ' || status || ' ' || card_id || ' ' || amount_micro_usd || ' ' || original_id, ', '
            ORDER BY type) AS rows
          FROM card_transactions WHERE category = 'dispute' GROUP BY reference) r ON r.reference = d.id
      WHERE j.types IS DISTINCT FROM format('dispute_credit %s card:%s %s', d.partner_id, d.card_id, d.amount_micro_usd) || CASE
          WHEN d.status = 'won' THEN format(', dispute_won %s network %s', d.partner_id, -d.amount_micro_usd)
          WHEN d.status IN ('lost', 'withdrawn', 'failed')
            THEN format(', dispute_reversal %s card:%s %s', d.partner_id, d.card_id, -d.amount_micro_usd) ELSE '' END
        OR r.rows IS DISTINCT FROM format('refund reversed %s %s %s', d.card_id, d.amount_micro_usd, d.transaction_id)
          || CASE WHEN d.status IN ('lost', 'withdrawn', 'failed')
            THEN format(', withdrawal settled %s %s %s', d.card_id, d.amount_micro_usd, d.transaction_id) ELSE '' END`,
  },
  {
    name: "kyc-fee-once",
    meaning: "A user's identity check was charged twice, or to a partner that has no such user.",
    text: `SELECT j.source_id AS user_id, j.partner_id, count(*) AS fees
      FROM ledger.journals j LEFT JOIN users u ON u.id = j.source_id AND u.partner_id = j.partner_id
      WHERE j.type = 'kyc_fee' GROUP BY j.source_id, j.partner_id HAVING count(*) > 1 OR count(u.id) = 0`,
  },
  {
    name: "totals-equal-lists",
    meaning:
      "The total that a list shows is not its length: pages seem to be missing or to be empty.",
    text: `SELECT scope, kind, sum(counted) AS counted, sum(listed) AS listed FROM (
        SELECT scope, kind, sum(n) AS counted, 0 AS listed FROM row_counts GROUP BY 1, 2
        UNION ALL SELECT partner_id, 'users', 0, count(*) FROM users WHERE deleted_at IS NULL GROUP BY 1
        UNION ALL SELECT partner_id, 'users:' || status, 0, count(*) FROM users WHERE deleted_at IS NULL GROUP BY 1, 2
        UNION ALL SELECT partner_id, 'cards', 0, count(*) FROM cards GROUP BY 1
        UNION ALL SELECT partner_id, 'cards:' || status, 0, count(*) FROM cards GROUP BY 1, 2
        UNION ALL SELECT partner_id, 'card_transactions', 0, count(*) FROM card_transactions GROUP BY 1
        UNION ALL SELECT card_id, 'card_transactions', 0, count(*) FROM card_transactions GROUP BY 1
        UNION ALL SELECT partner_id, 'wallet_transactions', 0, count(*) FROM wallet_transactions GROUP BY 1
        UNION ALL SELECT partner_id, 'withdrawals', 0, count(*) FROM withdrawals GROUP BY 1
        UNION ALL SELECT partner_id, 'withdrawals:' || status, 0, count(*) FROM withdrawals GROUP BY 1, 2
        UNION ALL SELECT partner_id, 'webhook_events', 0, count(*) FROM webhook_events GROUP BY 1
        UNION ALL SELECT partner_id, 'webhook_attempts', 0, count(*) FROM webhook_attempts GROUP BY 1) totals
      GROUP BY scope, kind HAVING sum(counted) <> sum(listed)`,
  },
  {
    name: "wallet-sums-equal-list",
    meaning:
      "What the overview shows as come in and gone out is not what the wallet's list says of that time.",
    text: `SELECT partner_id, minutes, starts_at, category, s.amount_micro_usd, t.total_micro_usd
      FROM (
          SELECT 15 AS minutes, * FROM wallet_sums UNION ALL SELECT 60, * FROM wallet_hour_sums
          UNION ALL SELECT 1440, * FROM wallet_day_sums) s
        FULL JOIN (
          SELECT partner_id, w.minutes, date_bin(make_interval(mins => w.minutes), created_at, 'epoch') AS starts_at, category,
            sum(amount_micro_usd) AS total_micro_usd
          FROM wallet_transactions CROSS JOIN (VALUES (15), (60), (1440)) w (minutes)
          WHERE id < (SELECT before_id FROM wallet_sums_end) GROUP BY 1, 2, 3, 4) t
        USING (partner_id, minutes, starts_at, category)
      WHERE s.amount_micro_usd IS DISTINCT FROM t.total_micro_usd`,
  },
  {
    name: "card-sums-equal-list",
    meaning:
      "What the overview shows of purchases, declines, refunds and new cards is not what the lists say of that time.",
    text: `SELECT partner_id, minutes, starts_at, kind, s.n, s.amount_micro_usd, t.rows, t.total_micro_usd
      FROM (
          SELECT partner_id, minutes, starts_at, kind, n, amount_micro_usd FROM card_sums
          UNION ALL SELECT partner_id, 1440, starts_at, kind, n, amount_micro_usd FROM card_day_sums) s FULL JOIN (
        SELECT r.partner_id, w.minutes, date_bin(make_interval(mins => w.minutes), r.created_at, 'epoch') AS starts_at, r.kind,
          count(*) AS rows, sum(r.amount_micro_usd) AS total_micro_usd
        FROM (
            SELECT partner_id, created_at, card_sum_kind(category, status, declined_reason) AS kind, amount_micro_usd
            FROM card_transactions UNION ALL SELECT partner_id, created_at, 'card', 0 FROM cards) r
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
    text: `SELECT chain, token, address, b.amount_micro_usd, m.total_micro_usd FROM unswept_balances b
      FULL JOIN (SELECT chain, token, address, sum(amount) AS total_micro_usd FROM (
          SELECT chain, token, to_address AS address, amount_micro_usd AS amount FROM deposits
          UNION ALL SELECT chain, token, from_address, -amount_micro_usd FROM sweeps WHERE status <> 'expired') moved
        GROUP BY 1, 2, 3) m USING (chain, token, address)
      WHERE coalesce(b.amount_micro_usd, 0) <> coalesce(m.total_micro_usd, 0)`,
  },
  {
    name: "treasury-sums-equal-transfers",
    meaning:
      "What a treasury got and paid according to the reconciliation is not its sweeps without its payouts.",
    text: `SELECT chain, token_address, address, s.amount_micro_usd, m.total_micro_usd FROM treasury_sums s
      FULL JOIN (SELECT chain, token_address, address, sum(amount) AS total_micro_usd FROM (
          SELECT chain, token_address, to_address AS address, amount_micro_usd AS amount FROM sweeps WHERE status <> 'expired'
          UNION ALL SELECT p.chain, p.token_address, p.from_address, -p.amount_micro_usd
          FROM payouts p JOIN withdrawals w ON w.id = p.withdrawal_id WHERE w.status <> 'failed') moved
        GROUP BY 1, 2, 3) m USING (chain, token_address, address)
      WHERE coalesce(s.amount_micro_usd, 0) <> coalesce(m.total_micro_usd, 0)`,
  },
  {
    name: "unplaced-transfers-listed",
    meaning:
      "The reconciliation takes a sweep or a payout for carried out, although no transaction of it is known.",
    text: `SELECT t.chain, t.id AS transfer_id FROM (
        SELECT chain, id FROM sweeps WHERE status <> 'expired'
        UNION ALL SELECT p.chain, p.withdrawal_id FROM payouts p JOIN withdrawals w ON w.id = p.withdrawal_id
        WHERE w.status <> 'failed') t
      WHERE NOT EXISTS (SELECT FROM unplaced_transfers u WHERE u.chain = t.chain AND u.id = t.id)
        AND NOT EXISTS (SELECT FROM relayer_transactions r
          WHERE r.purpose_id = t.id AND r.chain = t.chain AND r.status = 'mined' AND r.block_number IS NOT NULL)`,
  },
];
