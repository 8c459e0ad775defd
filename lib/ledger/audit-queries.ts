// SQL: sums and compares all journals and balances inside the database.

import type { AuditQuery } from "./audit-query";
import { STATE_AUDIT_QUERIES } from "./audit-state-queries";
import { SUM_AUDIT_QUERIES } from "./audit-sum-queries";

/** Invariants of journals, entries and accounts alone. */
const BOOK_AUDIT_QUERIES: readonly AuditQuery[] = [
  {
    name: "books-sum-to-zero",
    meaning:
      "Money came from nowhere or went nowhere: what all accounts have together is not zero.",
    over: "journals",
    text: (within) => `SELECT sum(amount_micro_usd) AS total_micro_usd FROM ledger.entries
      WHERE ${within("journal_id")} HAVING sum(amount_micro_usd) <> 0`,
  },
  {
    name: "journals-whole",
    meaning: "A posting lacks a leg, has one too many, or does not sum to zero.",
    over: "journals",
    text: (
      within,
    ) => `SELECT j.id AS journal_id, j.type, j.leg_count, count(e.leg) AS legs, coalesce(sum(e.amount_micro_usd), 0) AS total_micro_usd
      FROM ledger.journals j LEFT JOIN ledger.entries e ON e.journal_id = j.id AND ${within("e.journal_id")}
      WHERE ${within("j.id")}
      GROUP BY j.id HAVING count(e.leg) <> j.leg_count OR coalesce(sum(e.amount_micro_usd), 0) <> 0`,
  },
  {
    name: "entries-in-their-books",
    meaning:
      "An entry belongs to no posting or no account, has another time than its posting, or a posting touches another partner's account.",
    over: "journals",
    text: (
      within,
    ) => `SELECT e.journal_id, e.leg, e.account_id, j.partner_id AS journal_partner_id, a.partner_id AS account_partner_id, e.created_at
      FROM ledger.entries e LEFT JOIN ledger.journals j ON j.id = e.journal_id AND ${within("j.id")}
        LEFT JOIN ledger.accounts a ON a.id = e.account_id
      WHERE ${within("e.journal_id")} AND (j.id IS NULL OR a.id IS NULL
        OR (a.partner_id IS NOT NULL AND a.partner_id IS DISTINCT FROM j.partner_id) OR e.created_at <> j.created_at)`,
  },
  {
    name: "entries-follow-rules",
    meaning: "A posting moved a kind of account, or in a direction, that its type may not.",
    over: "journals",
    text: (within) => `SELECT e.journal_id, e.leg, j.type, a.kind, e.amount_micro_usd
      FROM ledger.entries e JOIN ledger.journals j ON j.id = e.journal_id JOIN ledger.accounts a ON a.id = e.account_id
        LEFT JOIN ledger.rules r ON r.journal_type = j.type AND r.account_kind = a.kind
          AND r.direction = CASE WHEN e.amount_micro_usd > 0 THEN 1 ELSE -1 END
      WHERE ${within("e.journal_id")} AND ${within("j.id")} AND r.direction IS NULL`,
  },
  {
    // With the next invariant this proves that the balance is the sum of all entries, without the sum of a long history.
    name: "balances-equal-entries",
    meaning:
      "What an account shows is not what its entries say: somebody can spend too much or too little.",
    over: "accounts",
    text: (
      within,
    ) => `SELECT a.id AS account_id, a.balance_micro_usd, a.version, last.balance_after_micro_usd, later.account_version AS later_version
      FROM ledger.accounts a
        LEFT JOIN ledger.entries last ON last.account_id = a.id AND last.account_version = a.version
        LEFT JOIN ledger.entries later ON later.account_id = a.id AND later.account_version = a.version + 1
      WHERE ${within("a.id")} AND a.version IS NOT NULL AND (a.balance_micro_usd <> coalesce(last.balance_after_micro_usd, 0)
        OR (a.version <> 0 AND last.account_id IS NULL) OR later.account_id IS NOT NULL)`,
  },
  {
    name: "entries-continue",
    meaning:
      "An account's history has a gap or a step that its amount does not explain: past balances cannot be trusted.",
    over: "journals",
    text: (
      within,
    ) => `SELECT e.account_id, e.account_version, e.amount_micro_usd, e.balance_after_micro_usd, p.balance_after_micro_usd AS balance_before_micro_usd
      FROM ledger.entries e
        LEFT JOIN ledger.entries p ON p.account_id = e.account_id AND p.account_version = e.account_version - 1
      WHERE ${within("e.journal_id")} AND e.account_version IS NOT NULL AND ((p.account_id IS NULL AND e.account_version <> 1)
        OR e.balance_after_micro_usd <> coalesce(p.balance_after_micro_usd, 0) + e.amount_micro_usd)`,
  },
  {
    name: "no-balance-below-zero",
    meaning:
      "A wallet, a card or a hold is overdrawn: more was spent than there was. Or more of a shortfall was recovered than was owed.",
    over: "accounts",
    text: (within) => `SELECT id AS account_id, version, balance_micro_usd FROM ledger.accounts
      WHERE ${within("id")} AND CASE kind WHEN 'card_shortfall' THEN balance_micro_usd > 0 ELSE balance_micro_usd < 0 END`,
  },
  {
    name: "no-past-balance-below-zero",
    meaning:
      "A wallet, a card or a hold was overdrawn: more was spent than there was. Or more of a shortfall was recovered than was owed.",
    over: "journals",
    text: (
      within,
    ) => `SELECT account_id, account_version, balance_after_micro_usd FROM ledger.entries
      WHERE ${within("journal_id")}
        AND CASE WHEN starts_with(account_id, 'card_shortfall:') THEN balance_after_micro_usd > 0 ELSE balance_after_micro_usd < 0 END`,
  },
  {
    name: "service-accounts-not-below-zero",
    meaning: "The service paid out, gave back or assigned more than it had taken in.",
    over: "all",
    text: () => `SELECT account_id, total_micro_usd
      FROM unnest(ARRAY['payout', 'fees', 'suspense', 'capital']) account_id, ledger.service_balance(account_id) total_micro_usd
      WHERE total_micro_usd < 0`,
  },
  {
    name: "wallets-exist",
    meaning: "A partner has no wallet account: it can neither be shown nor moved.",
    over: "partners",
    text: (within) => `SELECT p.id AS owner_id, a.id AS account_id, a.kind, a.partner_id, a.card_id
      FROM partners p LEFT JOIN ledger.accounts a ON a.id = 'wallet:' || p.id
      WHERE ${within("p.id")} AND (a.kind, a.partner_id, a.card_id) IS DISTINCT FROM ('wallet', p.id, NULL)`,
  },
  {
    name: "accounts-of-cards-exist",
    meaning: "A card has not both of its accounts: it can neither be shown nor moved.",
    over: "cards",
    text: (
      within,
    ) => `SELECT c.id AS owner_id, k.kind || ':' || c.id AS account_id, a.kind, a.partner_id, a.card_id
      FROM cards c CROSS JOIN (VALUES ('card'), ('hold')) k (kind) LEFT JOIN ledger.accounts a ON a.id = k.kind || ':' || c.id
      WHERE ${within("c.id")} AND (a.kind, a.partner_id, a.card_id) IS DISTINCT FROM (k.kind, c.partner_id, c.id)`,
  },
];

/** All invariants. Those of the ledger come first, because a fault there also breaks others. */
export const AUDIT_QUERIES: readonly AuditQuery[] = [
  ...BOOK_AUDIT_QUERIES,
  ...STATE_AUDIT_QUERIES,
  ...SUM_AUDIT_QUERIES,
];
