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
    over: "journals",
    text: (
      within,
    ) => `SELECT e.journal_id, e.account_id, e.journal_type, e.amount_micro_usd, t.id AS wallet_transaction_id, t.type, t.category, t.amount_micro_usd AS listed_micro_usd
      FROM (SELECT e.journal_id, e.account_id, e.amount_micro_usd, j.type AS journal_type
          FROM ledger.entries e LEFT JOIN ledger.journals j ON j.id = e.journal_id AND ${within("j.id")}
          WHERE ${within("e.journal_id")} AND e.account_id LIKE 'wallet:%') e
        FULL JOIN (SELECT * FROM wallet_transactions WHERE ${within("journal_id")}) t
          ON t.journal_id = e.journal_id AND 'wallet:' || t.partner_id = e.account_id
      WHERE e.amount_micro_usd IS DISTINCT FROM CASE t.type WHEN 'credit' THEN t.amount_micro_usd ELSE -t.amount_micro_usd END
        OR t.category IS DISTINCT FROM CASE e.journal_type WHEN 'correction' THEN 'correction_' || t.type ELSE e.journal_type END`,
  },
  {
    name: "withdrawals-have-their-journals",
    meaning:
      "A withdrawal's state and its money differ: debited, sent or refunded twice, or not at all.",
    over: "withdrawals",
    text: (within) => `SELECT w.id AS withdrawal_id, w.status, j.source_id, j.types
      FROM (SELECT * FROM withdrawals WHERE ${within("id")}) w FULL JOIN (
        SELECT source_id, string_agg(type, ' ' ORDER BY type) AS types FROM ledger.journals
        WHERE type IN ${WITHDRAWAL_TYPES} AND ${within("source_id")} GROUP BY source_id) j ON j.source_id = w.id
      WHERE j.types IS DISTINCT FROM CASE
        WHEN w.status IN ('pending', 'approved') THEN 'withdrawal'
        WHEN w.status = 'completed' THEN 'withdrawal withdrawal_completed'
        WHEN w.status IN ('cancelled', 'rejected', 'failed') THEN 'withdrawal withdrawal_refund' END`,
  },
  {
    name: "withdrawals-have-their-amounts",
    meaning:
      "A withdrawal moved another amount than it is of, took another fee, or moved another partner's money.",
    over: "withdrawals",
    text: (
      within,
    ) => `SELECT w.id AS withdrawal_id, j.id AS journal_id, j.type, a.kind, e.amount_micro_usd, w.amount_micro_usd AS withdrawal_micro_usd
      FROM withdrawals w JOIN ledger.journals j ON j.source_id = w.id AND j.type IN ${WITHDRAWAL_TYPES} AND ${within("j.source_id")}
        JOIN ledger.entries e ON e.journal_id = j.id JOIN ledger.accounts a ON a.id = e.account_id
      WHERE ${within("w.id")} AND (j.partner_id IS DISTINCT FROM w.partner_id OR abs(e.amount_micro_usd) <> CASE a.kind
        WHEN 'fees' THEN w.fee_micro_usd WHEN 'custody' THEN w.amount_micro_usd - w.fee_micro_usd ELSE w.amount_micro_usd END)`,
  },
  {
    name: "payout-equals-open-withdrawals",
    meaning:
      "What is set aside for withdrawals is not what pending and approved withdrawals still have to pay.",
    over: "all",
    text: () => `SELECT * FROM ledger.service_balance('payout') payout_micro_usd,
        (SELECT coalesce(sum(amount_micro_usd), 0) AS open_micro_usd FROM withdrawals WHERE status IN ('pending', 'approved')) w
      WHERE payout_micro_usd <> w.open_micro_usd`,
  },
  ...CARD_AUDIT_QUERIES,
  {
    name: "deposits-have-their-journals",
    meaning:
      "A deposit was not credited, or to another account, in another amount or from another token.",
    over: "deposits",
    text: (
      within,
    ) => `SELECT d.id AS deposit_id, d.amount_micro_usd, j.id AS journal_id, j.source_id, e.account_id, e.amount_micro_usd AS credited_micro_usd, c.account_id AS custody_id
      FROM deposits d
        LEFT JOIN ledger.journals j ON j.type = 'deposit' AND j.source_id = d.chain || ':' || d.tx_hash || ':' || d.ordinal
        LEFT JOIN ledger.entries e ON e.journal_id = j.id AND e.amount_micro_usd > 0
        LEFT JOIN ledger.entries c ON c.journal_id = j.id AND c.amount_micro_usd < 0
      WHERE ${within("d.id")} AND (d.amount_micro_usd IS DISTINCT FROM e.amount_micro_usd
        OR c.account_id IS DISTINCT FROM 'custody:' || d.chain || ':' || d.token
        OR e.account_id IS DISTINCT FROM
          CASE WHEN d.partner_id IS NULL THEN 'suspense' ELSE coalesce('card:' || d.card_id, 'wallet:' || d.partner_id) END)`,
  },
  {
    name: "credits-have-their-deposits",
    meaning: "Money came in without a deposit.",
    over: "journals",
    text: (within) => `SELECT j.id AS journal_id, j.source_id
      FROM (SELECT id, source_id COLLATE "default" AS source_id FROM ledger.journals WHERE ${within("id")} AND type = 'deposit') j
        LEFT JOIN deposits d ON d.chain = split_part(j.source_id, ':', 1) AND d.tx_hash = split_part(j.source_id, ':', 2)
          AND d.ordinal::text = split_part(j.source_id, ':', 3)
      WHERE d.id IS NULL`,
  },
  {
    name: "releases-have-their-journals",
    meaning:
      "A held deposit was credited without anybody's decision, to another wallet, in another amount, or though it was not held.",
    over: "releases",
    text: (
      within,
    ) => `SELECT r.deposit_id, j.journal_id, j.source_id, j.account_id, j.amount_micro_usd AS credited_micro_usd, d.amount_micro_usd
      FROM (SELECT * FROM deposit_releases WHERE ${within("deposit_id")}) r FULL JOIN (
        SELECT j.id AS journal_id, j.source_id, e.account_id, e.amount_micro_usd
        FROM ledger.journals j LEFT JOIN ledger.entries e ON e.journal_id = j.id AND e.amount_micro_usd > 0
        WHERE j.type = 'deposit_release' AND ${within("j.source_id")}) j ON j.source_id = r.deposit_id
        LEFT JOIN deposits d ON d.id = r.deposit_id
      WHERE j.account_id IS DISTINCT FROM 'wallet:' || r.partner_id OR j.amount_micro_usd IS DISTINCT FROM d.amount_micro_usd
        OR d.partner_id IS NOT NULL`,
  },
  {
    name: "suspense-equals-held-deposits",
    meaning: "What is in suspense is not what held deposits still wait with.",
    over: "all",
    text: () => `SELECT * FROM ledger.service_balance('suspense') suspense_micro_usd,
        (SELECT coalesce(sum(d.amount_micro_usd), 0) AS held_micro_usd FROM deposits d
          WHERE d.partner_id IS NULL AND NOT EXISTS (SELECT FROM deposit_releases r WHERE r.deposit_id = d.id)) h
      WHERE suspense_micro_usd <> h.held_micro_usd`,
  },
  {
    name: "operator-postings-have-their-journals",
    meaning:
      "A journal of the operator's was posted without a request that two administrators decided on, or with other legs than they saw.",
    over: "operatorPostings",
    text: (
      within,
    ) => `SELECT p.id AS posting_id, p.kind, p.status, j.id AS journal_id, j.type, j.source_id, j.legs
      FROM (SELECT * FROM operator_postings WHERE status = 'posted' AND ${within("id")}) p FULL JOIN (
        SELECT j.id, j.type, j.source_id, j.partner_id, jsonb_object_agg(e.account_id, e.amount_micro_usd) AS legs
        FROM operator_posting_kinds k CROSS JOIN LATERAL (
            SELECT * FROM ledger.journals WHERE type = k.kind AND ${within("source_id")} OFFSET 0) j
          LEFT JOIN ledger.entries e ON e.journal_id = j.id
        GROUP BY j.id, j.type, j.source_id, j.partner_id) j ON j.source_id = p.id AND j.type = p.kind
      WHERE j.partner_id IS DISTINCT FROM p.partner_id OR j.legs IS DISTINCT FROM (
          SELECT jsonb_object_agg(l.account, l.amount) FROM jsonb_to_recordset(p.legs) l (account text, amount bigint))
        OR (p.requested_by <> p.decided_by) IS NOT TRUE`,
  },
  {
    name: "corrections-are-listed",
    meaning:
      "A correction of a card is not in the card's list, or stands there in another amount or direction than it moved.",
    over: "operatorPostings",
    text: (
      within,
    ) => `SELECT t.id AS transaction_id, t.card_id, t.type, t.amount_micro_usd, m.source_id, m.account_id, m.amount_micro_usd AS moved_micro_usd
      FROM (SELECT * FROM card_transactions WHERE category = 'correction' AND ${within("reference")}) t FULL JOIN (
        SELECT j.source_id, j.partner_id, e.account_id, e.amount_micro_usd
        FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id
        WHERE j.type = 'correction' AND ${within("j.source_id")} AND e.account_id LIKE 'card:%') m ON m.source_id = t.reference
      WHERE m.account_id IS DISTINCT FROM 'card:' || t.card_id OR m.partner_id IS DISTINCT FROM t.partner_id
        OR m.amount_micro_usd IS DISTINCT FROM CASE t.type WHEN 'refund' THEN t.amount_micro_usd ELSE -t.amount_micro_usd END`,
  },
  {
    name: "disputes-equal-open-disputes",
    meaning: "What the card network may return is not what cards were credited for open disputes.",
    over: "all",
    text: () => `SELECT * FROM ledger.service_balance('disputes') disputes_micro_usd,
        (SELECT coalesce(sum(amount_micro_usd), 0) AS open_micro_usd FROM card_disputes WHERE status IN ('pending', 'submitted')) o
      WHERE disputes_micro_usd <> -o.open_micro_usd`,
  },
  {
    name: "disputes-have-their-journals",
    meaning:
      "A dispute's status and its money differ: the card was not credited, kept the credit of a lost dispute, or its list does not show it.",
    over: "disputes",
    text: (
      within,
    ) => `SELECT d.id AS dispute_id, d.status, d.amount_micro_usd, j.source_id, j.types, r.reference, r.rows
      FROM (SELECT * FROM card_disputes WHERE ${within("id")}) d
        FULL JOIN (
          SELECT j.source_id, string_agg(j.type || ' ' || j.partner_id || ' ' || e.account_id || ' ' || e.amount_micro_usd, ', '
            ORDER BY j.type, e.account_id) AS types
          FROM ledger.journals j LEFT JOIN ledger.entries e ON e.journal_id = j.id AND e.account_id <> 'disputes'
          WHERE j.type IN ('dispute_credit', 'dispute_won', 'dispute_reversal') AND ${within("j.source_id")} GROUP BY j.source_id) j ON j.source_id = d.id
        FULL JOIN (
          SELECT reference, string_agg(type || ' ' || status || ' ' || card_id || ' ' || amount_micro_usd || ' ' || original_id, ', '
            ORDER BY type) AS rows
          FROM card_transactions WHERE category = 'dispute' AND ${within("reference")} GROUP BY reference) r ON r.reference = d.id
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
    over: "users",
    text: (within) => `SELECT j.source_id AS user_id, j.partner_id, count(*) AS fees
      FROM ledger.journals j LEFT JOIN users u ON u.id = j.source_id COLLATE "default" AND u.partner_id = j.partner_id
      WHERE j.type = 'kyc_fee' AND ${within("j.source_id")} GROUP BY j.source_id, j.partner_id HAVING count(*) > 1 OR count(u.id) = 0`,
  },
];
