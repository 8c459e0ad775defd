// SQL: reads the movements of the load directly from the ledger, past the service that is being tested.
import pg from "pg";
import type { BookedMove } from "./compare-books.ts";

const REFERENCE = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** Each entry of a wallet by a funding whose narration ends with a reference. */
const FUNDINGS = `
  SELECT 'fund' AS kind, substring(w.narration FROM '${REFERENCE}$') AS reference, w.partner_id AS partner,
    (-e.amount_micro_usd)::text AS amount, w.id AS transaction
  FROM wallet_transactions w
  JOIN ledger.entries e ON e.journal_id = w.journal_id AND e.account_id = 'wallet:' || w.partner_id
  WHERE w.partner_id = ANY ($1) AND w.category = 'card_funding' AND w.narration ~ ': ${REFERENCE}$'`;

/** Each entry of a card by a withdrawal with a reference. */
const WITHDRAWALS = `
  SELECT 'withdraw' AS kind, t.reference, t.partner_id AS partner, (-e.amount_micro_usd)::text AS amount,
    t.id AS transaction
  FROM card_transactions t JOIN ledger.journals j ON j.source_id = t.id
  JOIN ledger.entries e ON e.journal_id = j.id AND e.account_id = 'card:' || t.card_id
  WHERE t.partner_id = ANY ($1) AND t.category = 'card_withdrawal' AND t.reference ~ '^${REFERENCE}$'`;

/** The balance of a wallet in the ledger, and the sum of the transactions that its partner sees. */
const WALLETS = `
  SELECT p.id AS partner, a.balance_micro_usd::text AS balance,
    (SELECT COALESCE(sum(CASE type WHEN 'credit' THEN amount_micro_usd ELSE -amount_micro_usd END), 0)::text
     FROM wallet_transactions w WHERE w.partner_id = p.id) AS transactions
  FROM partners p JOIN ledger.accounts a ON a.id = 'wallet:' || p.id
  WHERE p.id = ANY ($1)`;

export interface WalletInBooks {
  balanceMicroUsd: bigint;
  transactionsMicroUsd: bigint;
}

interface MoveRow {
  kind: BookedMove["kind"];
  reference: string;
  partner: string;
  amount: string;
  transaction: string;
}

async function withClient<T>(url: string, read: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await read(client);
  } finally {
    await client.end();
  }
}

/** Every movement with a reference of these partners. One that stands twice is returned twice. */
export function readMoves(url: string, partnerIds: readonly string[]): Promise<BookedMove[]> {
  return withClient(url, async (client) => {
    const found: BookedMove[] = [];
    for (const text of [FUNDINGS, WITHDRAWALS]) {
      const { rows } = await client.query<MoveRow>(text, [partnerIds]);
      for (const { kind, reference, partner, amount, transaction } of rows)
        found.push({
          ...{ kind, reference, partnerId: partner, amountMicroUsd: BigInt(amount) },
          transactionId: transaction,
        });
    }
    return found;
  });
}

/** The wallets of these partners, by partner. */
export function readWallets(
  url: string,
  partnerIds: readonly string[],
): Promise<Map<string, WalletInBooks>> {
  return withClient(url, async (client) => {
    type Row = Record<"partner" | "balance" | "transactions", string>;
    const { rows } = await client.query<Row>(WALLETS, [partnerIds]);
    return new Map(
      rows.map(({ partner, balance, transactions }) => [
        partner,
        { balanceMicroUsd: BigInt(balance), transactionsMicroUsd: BigInt(transactions) },
      ]),
    );
  });
}
