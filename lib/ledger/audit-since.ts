// SQL: compares journals, entries and balances inside the database, in one snapshot.

import { inSnapshot } from "@/lib/db/snapshot";
import { firstIdAt } from "@/lib/kernel/ids";
import { type AuditFinding, findBroken } from "./audit";
import type { AuditStatement } from "./audit-query";

/**
 * The new part: entries by their times ($1, a BRIN index), which the database takes under the lock of the account, and the
 * journals of these entries and of the ids from then on ($2), so that a journal without entries is found too. Both as one set of
 * ids: for one condition or the other, PostgreSQL would read all journals with all entries.
 */
const NEW_ENTRIES = "(SELECT * FROM ledger.entries WHERE created_at >= $1)";
const NEW_JOURNALS = `(SELECT * FROM ledger.journals WHERE id IN (SELECT id FROM ledger.journals WHERE id >= $2
    UNION SELECT journal_id FROM ledger.entries WHERE created_at >= $1))`;

/** The invariants of journals, entries and accounts, over the new part. */
export const RECENT_AUDIT_QUERIES: readonly AuditStatement[] = [
  {
    name: "journals-whole",
    meaning: "A posting lacks a leg, has one too many, or does not sum to zero.",
    text: `SELECT j.id AS journal_id, j.type, j.leg_count, count(e.leg) AS legs, coalesce(sum(e.amount_micro_usd), 0) AS total_micro_usd
      FROM ${NEW_JOURNALS} j LEFT JOIN ledger.entries e ON e.journal_id = j.id
      GROUP BY j.id, j.type, j.leg_count HAVING count(e.leg) <> j.leg_count OR coalesce(sum(e.amount_micro_usd), 0) <> 0`,
  },
  {
    name: "entries-in-their-books",
    meaning:
      "An entry belongs to no posting or no account, or a posting touches another partner's account.",
    text: `SELECT e.journal_id, e.leg, e.account_id, j.partner_id AS journal_partner_id, a.partner_id AS account_partner_id
      FROM ${NEW_ENTRIES} e LEFT JOIN ledger.journals j ON j.id = e.journal_id
        LEFT JOIN ledger.accounts a ON a.id = e.account_id
      WHERE j.id IS NULL OR a.id IS NULL OR (a.partner_id IS NOT NULL AND a.partner_id IS DISTINCT FROM j.partner_id)`,
  },
  {
    name: "entries-follow-rules",
    meaning: "A posting moved a kind of account, or in a direction, that its type may not.",
    text: `SELECT e.journal_id, e.leg, j.type, a.kind, e.amount_micro_usd
      FROM ${NEW_ENTRIES} e JOIN ledger.journals j ON j.id = e.journal_id JOIN ledger.accounts a ON a.id = e.account_id
        LEFT JOIN ledger.rules r ON r.journal_type = j.type AND r.account_kind = a.kind
          AND r.direction = CASE WHEN e.amount_micro_usd > 0 THEN 1 ELSE -1 END
      WHERE r.direction IS NULL`,
  },
  {
    name: "entries-continue",
    meaning:
      "An account's history has a gap or a step that its amount does not explain: past balances cannot be trusted.",
    text: `SELECT e.account_id, e.account_version, e.amount_micro_usd, e.balance_after_micro_usd,
        p.balance_after_micro_usd AS balance_before_micro_usd
      FROM ${NEW_ENTRIES} e LEFT JOIN ledger.entries p
        ON p.account_id = e.account_id AND p.account_version = e.account_version - 1
      WHERE e.account_version IS NOT NULL AND ((p.account_id IS NULL AND e.account_version <> 1)
        OR e.balance_after_micro_usd <> coalesce(p.balance_after_micro_usd, 0) + e.amount_micro_usd)`,
  },
  {
    name: "balances-equal-last-entries",
    meaning:
      "What an account shows is not what its last entry says: somebody can spend too much or too little.",
    text: `SELECT a.id AS account_id, a.balance_micro_usd, a.version, e.account_version, e.balance_after_micro_usd
      FROM ledger.accounts a CROSS JOIN LATERAL (
        SELECT account_version, balance_after_micro_usd FROM ledger.entries
        WHERE account_id = a.id ORDER BY account_version DESC LIMIT 1) e
      WHERE a.id IN (SELECT account_id FROM ${NEW_ENTRIES} n) AND a.version IS NOT NULL
        AND (a.version, a.balance_micro_usd) IS DISTINCT FROM (e.account_version, e.balance_after_micro_usd)`,
  },
  {
    name: "no-balance-below-zero",
    meaning:
      "A wallet, a card or a hold was overdrawn: more was spent than there was. Or more of a shortfall was recovered than was owed.",
    text: `SELECT account_id, account_version, balance_after_micro_usd FROM ${NEW_ENTRIES} e
      WHERE CASE WHEN starts_with(account_id, 'card_shortfall:') THEN balance_after_micro_usd > 0 ELSE balance_after_micro_usd < 0 END`,
  },
  {
    name: "wallets-equal-lists",
    meaning:
      "A movement of a wallet is not in the wallet's list, or stands there in another amount.",
    text: `SELECT e.journal_id, e.account_id, e.amount_micro_usd, t.id AS transaction_id, t.amount_micro_usd AS listed_micro_usd
      FROM ${NEW_ENTRIES} e LEFT JOIN wallet_transactions t ON t.journal_id = e.journal_id
      WHERE starts_with(e.account_id, 'wallet:')
        AND e.amount_micro_usd IS DISTINCT FROM CASE t.type WHEN 'credit' THEN t.amount_micro_usd ELSE -t.amount_micro_usd END`,
  },
];

/**
 * Checks what the ledger got since an instant against the invariants of the books: whole journals, permitted legs, and the
 * history of each account from the entry before the new ones to its balance. Together with an earlier sound check up to
 * that instant this proves the balances. An old entry that was changed afterwards is found by `audit` alone. It reads the new
 * entries and their neighbours by index. Returns one finding per invariant. `databaseUrl` defaults to the service's database.
 * Source: docs/decisions/0119-retention.md
 */
export function auditSince(since: Date, databaseUrl?: string): Promise<AuditFinding[]> {
  const values = [since, firstIdAt("jrn", since)];
  return inSnapshot(databaseUrl, async (client) => {
    const findings: AuditFinding[] = [];
    for (const query of RECENT_AUDIT_QUERIES)
      findings.push(
        await findBroken(client, query, values.slice(0, query.text.includes("$2") ? 2 : 1)),
      );
    return findings;
  });
}
