// SQL: compares cards and their lists with journals over whole tables inside the database.

import type { AuditQuery } from "./audit-query";

/** Invariants between the ledger and the cards that it moves money for. */
export const CARD_AUDIT_QUERIES: readonly AuditQuery[] = [
  {
    name: "holds-equal-transactions",
    meaning:
      "What is held on a card is not what its authorized transactions hold: money is stuck, or was let go too early.",
    over: "accounts",
    text: (within) => `SELECT a.id AS account_id, a.balance_micro_usd, t.held_micro_usd
      FROM ledger.accounts a LEFT JOIN (
        SELECT card_id, sum(held_micro_usd) AS held_micro_usd FROM card_transactions WHERE held_micro_usd > 0 GROUP BY card_id) t
        ON t.card_id = a.card_id
      WHERE ${within("a.id")} AND a.kind = 'hold' AND a.balance_micro_usd <> coalesce(t.held_micro_usd, 0)`,
  },
  {
    name: "terminated-cards-empty",
    meaning: "A terminated card still has money to spend, which belongs in the partner's wallet.",
    over: "cards",
    text: (
      within,
    ) => `SELECT c.id AS card_id, a.balance_micro_usd FROM cards c JOIN ledger.accounts a ON a.id = 'card:' || c.id
      WHERE ${within("c.id")} AND c.status = 'terminated' AND a.balance_micro_usd <> 0`,
  },
  {
    name: "card-transactions-have-their-journals",
    meaning:
      "A card transaction moved no money, moved another amount on its card, is listed as another kind, or money moved without a transaction to show for it.",
    over: "cardTransactions",
    text: (
      within,
    ) => `SELECT t.id AS transaction_id, t.category, t.type AS listed_type, t.status, t.amount_micro_usd, j.journal_id, j.type, j.account_id, j.amount_micro_usd AS moved_micro_usd
      FROM (SELECT id, partner_id, card_id, category, type, status, amount_micro_usd,
            CASE category WHEN 'reversal' THEN original_id || ':' || coalesce(nullif(substring(id FROM '_rev(\\d*)$'), ''), '1')
              ELSE id END AS source_id FROM card_transactions
          WHERE ${within("id")} AND (status <> 'declined' OR category <> 'authorization') AND category NOT IN ('correction', 'dispute')) t
        FULL JOIN (
          SELECT j.id AS journal_id, j.type, j.source_id, j.partner_id, e.account_id, e.amount_micro_usd
          FROM ledger.journals j LEFT JOIN ledger.entries e ON e.journal_id = j.id AND e.account_id LIKE 'card:%'
          WHERE j.type IN ('authorization', 'reversal', 'cross_border_fee', 'refund', 'card_withdrawal', 'liquidation')
            AND ${within("j.source_id")}) j
        ON j.source_id = t.source_id AND j.type = t.category
      WHERE j.account_id IS DISTINCT FROM 'card:' || t.card_id OR j.partner_id IS DISTINCT FROM t.partner_id
        OR (t.category <> 'authorization' AND abs(j.amount_micro_usd) <> t.amount_micro_usd)
        OR (t.category IN ('cross_border_fee', 'card_withdrawal', 'liquidation') AND t.status <> 'settled')
        OR (t.category IN ('reversal', 'refund') AND t.status <> 'reversed') OR (t.category = 'refund') <> (t.type = 'refund')`,
  },
  {
    name: "authorizations-equal-journals",
    meaning:
      "What a card transaction holds or has settled is not what its own journals moved: its list shows another amount than the card paid.",
    over: "cardTransactions",
    text: (
      within,
    ) => `SELECT t.id AS transaction_id, t.status, t.amount_micro_usd, t.held_micro_usd, j.source_id, j.held, j.settled
      FROM (SELECT * FROM card_transactions WHERE ${within("id")} AND category = 'authorization' AND status <> 'declined') t
        FULL JOIN (
          SELECT split_part(j.source_id, ':', 1) AS source_id, sum(e.amount_micro_usd) FILTER (WHERE starts_with(e.account_id, 'hold:')) AS held,
            coalesce(sum(e.amount_micro_usd) FILTER (WHERE e.account_id = 'network'), 0) AS settled
          FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id
          WHERE j.type IN ('authorization', 'reversal', 'settlement') AND ${within("j.source_id")} GROUP BY 1) j ON j.source_id = t.id
      WHERE j.held IS DISTINCT FROM t.held_micro_usd
        OR j.settled <> CASE WHEN t.status IN ('authorized', 'settled') THEN t.amount_micro_usd - t.held_micro_usd ELSE 0 END`,
  },
  {
    name: "refunds-counted",
    meaning:
      "What a transaction says was refunded of it is not what its refunds gave back: more could be refunded than was paid.",
    over: "cardTransactions",
    text: (
      within,
    ) => `SELECT t.id AS transaction_id, t.status, t.refunded_micro_usd, r.total_micro_usd
      FROM (SELECT * FROM card_transactions WHERE ${within("id")}) t FULL JOIN (
        SELECT original_id, card_id, sum(amount_micro_usd) AS total_micro_usd FROM card_transactions
        WHERE ${within("original_id")} AND category = 'refund' AND original_id IS NOT NULL GROUP BY original_id, card_id) r ON r.original_id = t.id AND r.card_id = t.card_id
      WHERE coalesce(t.refunded_micro_usd, 0) <> coalesce(r.total_micro_usd, 0)
        OR (t.refunded_micro_usd > 0 AND (t.category, t.status) <> ('authorization', 'settled'))`,
  },
  {
    name: "network-equals-settlements",
    meaning:
      "What the card network is owed is not what was settled, less what was refunded, what won disputes returned and what operator postings paid it.",
    over: "checks-of-everything",
    text: () => `SELECT * FROM ledger.service_balance('network') network_micro_usd,
        (SELECT coalesce(sum(CASE category WHEN 'refund' THEN -amount_micro_usd ELSE amount_micro_usd - held_micro_usd END), 0) AS settled_micro_usd
          FROM card_transactions
          WHERE category = 'refund' OR (category = 'authorization' AND status IN ('authorized', 'settled'))) t,
        (SELECT coalesce(sum(l.amount), 0) AS posted_micro_usd FROM operator_postings p
          CROSS JOIN LATERAL jsonb_to_recordset(p.legs) l (account text, amount bigint)
          WHERE p.status = 'posted' AND l.account = 'network') p,
        (SELECT coalesce(sum(amount_micro_usd), 0) AS won_micro_usd FROM card_disputes WHERE status = 'won') d
      WHERE network_micro_usd <> t.settled_micro_usd + p.posted_micro_usd - d.won_micro_usd`,
  },
  {
    name: "shortfalls-of-cards",
    meaning:
      "A card owes a shortfall and still has money to spend, or shows one that it does not owe.",
    over: "cards",
    text: (
      within,
    ) => `SELECT c.id AS card_id, c.shortfall_since, a.balance_micro_usd, s.balance_micro_usd AS shortfall_micro_usd
      FROM cards c JOIN ledger.accounts a ON a.id = 'card:' || c.id
        LEFT JOIN ledger.accounts s ON s.id = 'card_shortfall:' || c.id
      WHERE ${within("c.id")} AND ((c.shortfall_since IS NOT NULL) <> (coalesce(s.balance_micro_usd, 0) < 0)
        OR (s.balance_micro_usd < 0 AND a.balance_micro_usd > 0))`,
  },
  {
    name: "shortfalls-have-their-cards",
    meaning: "A shortfall was booked to another card than the one that owes it.",
    over: "journals",
    text: (
      within,
    ) => `SELECT j.id AS journal_id, split_part(e.account_id, ':', 2) AS card_id, e.amount_micro_usd
      FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id AND starts_with(e.account_id, 'card_shortfall:')
      WHERE ${within("j.id")} AND j.type IN ('card_shortfall', 'shortfall_recovery') AND NOT EXISTS (
        SELECT FROM ledger.entries o WHERE o.journal_id = j.id
          AND (o.account_id, o.amount_micro_usd) = ('card:' || split_part(e.account_id, ':', 2), -e.amount_micro_usd))`,
  },
  {
    name: "network-transactions-equal-rows",
    meaning:
      "What a transaction at the card network holds, collected or refunded is not what its rows in the card's list say.",
    over: "networkTransactions",
    text: (
      within,
    ) => `SELECT n.id AS network_transaction_id, n.card_id, n.held_micro_usd, n.captured_micro_usd, n.refunded_micro_usd, t.*
      FROM network_transactions n LEFT JOIN (
        SELECT network_transaction_id AS id, card_id, sum(held_micro_usd) AS rows_held,
          coalesce(sum(amount_micro_usd - held_micro_usd) FILTER (WHERE category = 'authorization' AND status IN ('authorized', 'settled')), 0) AS rows_captured,
          coalesce(sum(amount_micro_usd) FILTER (WHERE category = 'refund'), 0) AS rows_refunded,
          coalesce(sum(amount_micro_usd) FILTER (WHERE category = 'cross_border_fee'), 0) AS rows_fee
        FROM card_transactions WHERE ${within("network_transaction_id")} AND network_transaction_id IS NOT NULL GROUP BY 1, 2) t ON t.id = n.id
      WHERE ${within("n.id")} AND ((t.card_id IS NOT NULL AND t.card_id <> n.card_id)
        OR (n.held_micro_usd, n.captured_micro_usd, n.refunded_micro_usd, n.fee_micro_usd) IS DISTINCT FROM
          (coalesce(t.rows_held, 0), coalesce(t.rows_captured, 0), coalesce(t.rows_refunded, 0), coalesce(t.rows_fee, 0)))`,
  },
];
