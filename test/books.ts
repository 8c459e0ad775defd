import { sql } from "./make";

/**
 * Queries that find nothing while a partner's books are right; `$1` is the partner. They read the tables alone, not
 * the code that is under test.
 */
const FAULTS: Record<string, string> = {
  "a balance is not the sum of its entries": `
    SELECT a.id FROM ledger.accounts a LEFT JOIN ledger.entries e ON e.account_id = a.id
    WHERE a.partner_id = $1 GROUP BY a.id HAVING a.balance_micro_usd <> coalesce(sum(e.amount_micro_usd), 0)`,
  "a version is not the number of entries": `
    SELECT a.id FROM ledger.accounts a LEFT JOIN ledger.entries e ON e.account_id = a.id
    WHERE a.partner_id = $1 GROUP BY a.id HAVING a.version <> count(e.*)`,
  "a balance was below zero": `
    SELECT a.id FROM ledger.accounts a JOIN ledger.entries e ON e.account_id = a.id
    WHERE a.partner_id = $1 AND (e.balance_after_micro_usd < 0 OR a.balance_micro_usd < 0)`,
  "a journal does not sum to zero": `
    SELECT j.id FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id
    WHERE j.partner_id = $1 GROUP BY j.id HAVING sum(e.amount_micro_usd) <> 0`,
  "the wallet list does not sum to the wallet": `
    SELECT a.id FROM ledger.accounts a LEFT JOIN wallet_transactions w ON w.partner_id = a.partner_id
    WHERE a.id = 'wallet:' || $1 GROUP BY a.id HAVING a.balance_micro_usd <>
      coalesce(sum(CASE w.type WHEN 'credit' THEN w.amount_micro_usd ELSE -w.amount_micro_usd END), 0)`,
  "a wallet entry has not one row in the wallet list": `
    SELECT e.journal_id FROM ledger.entries e LEFT JOIN wallet_transactions w ON w.journal_id = e.journal_id
    WHERE e.account_id = 'wallet:' || $1 GROUP BY e.journal_id HAVING count(w.*) <> 1`,
  "a hold is not the sum of what is authorised": `
    SELECT a.id FROM ledger.accounts a LEFT JOIN card_transactions t ON t.card_id = a.card_id
    WHERE a.partner_id = $1 AND a.kind = 'hold' GROUP BY a.id
    HAVING a.balance_micro_usd <> coalesce(sum(t.held_micro_usd), 0)`,
  "a terminated card can spend": `
    SELECT c.id FROM cards c JOIN ledger.accounts a ON a.id = 'card:' || c.id
    WHERE c.partner_id = $1 AND c.status = 'terminated' AND a.balance_micro_usd <> 0`,
  "a total is not the length of its list": `
    SELECT kind FROM (
      SELECT 'cards' AS kind, count(*) AS n FROM cards WHERE partner_id = $1
      UNION ALL SELECT 'card_transactions', count(*) FROM card_transactions WHERE partner_id = $1
      UNION ALL SELECT 'wallet_transactions', count(*) FROM wallet_transactions WHERE partner_id = $1
      UNION ALL SELECT 'cards:' || s.status, count(c.*) FROM unnest('{active,frozen,terminated}'::text[]) s (status)
        LEFT JOIN cards c ON c.partner_id = $1 AND c.status = s.status GROUP BY s.status
      UNION ALL SELECT 'users:' || s.status, count(u.*) FROM unnest('{pending,pending_kyc,approved,denied}'::text[]) s (status)
        LEFT JOIN users u ON u.partner_id = $1 AND u.status = s.status AND u.deleted_at IS NULL GROUP BY s.status) listed
    WHERE n <> (SELECT coalesce(sum(c.n), 0) FROM row_counts c WHERE c.scope = $1 AND c.kind = listed.kind)`,
};

/** What is wrong with a partner's books: nothing, ever. */
export async function bookFaults(partnerId: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [fault, text] of Object.entries(FAULTS)) {
    const rows = await sql(text, [partnerId]);
    if (rows.length > 0) faults.push(`${fault}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return faults;
}

/** The balances behind a card and its partner's wallet, in USD. */
export async function balancesOf(
  cardId: string,
): Promise<{ available: number; held: number; wallet: number }> {
  const rows = await sql(
    `SELECT a.balance_micro_usd / 1e6 AS available, h.balance_micro_usd / 1e6 AS held, w.balance_micro_usd / 1e6 AS wallet
     FROM cards c JOIN ledger.accounts a ON a.id = 'card:' || c.id JOIN ledger.accounts h ON h.id = 'hold:' || c.id
       JOIN ledger.accounts w ON w.id = 'wallet:' || c.partner_id WHERE c.id = $1`,
    [cardId],
  );
  const { available, held, wallet } = rows[0];
  return { available: Number(available), held: Number(held), wallet: Number(wallet) };
}

/** A partner's balance in USD. */
export async function walletOf(partnerId: string): Promise<number> {
  const rows = await sql(
    "SELECT balance_micro_usd / 1e6 AS usd FROM ledger.accounts WHERE id = 'wallet:' || $1",
    [partnerId],
  );
  return Number(rows[0].usd);
}

/** The bodies of a partner's events as they will be sent, oldest first; of one type when it is named. */
// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at field by field
export async function eventsOf(partnerId: string, type?: string): Promise<any[]> {
  const rows = await sql(
    "SELECT type, body FROM webhook_events WHERE partner_id = $1 AND ($2::text IS NULL OR type = $2) ORDER BY id",
    [partnerId, type ?? null],
  );
  return rows.map((row) => JSON.parse(row.body));
}
