// SQL: sums over the ledger and the chains.

import type pg from "pg";
import { FOR_WHOLE_TABLES, inSnapshot } from "@/lib/db/snapshot";
import { sumOf } from "@/lib/kernel/bigint";
import type { Books, ChainBooks, PostedMove } from "./books";
import { type Position, readTransfers, rowsOf, type Source } from "./transfers/store";

/** Chooses the block to reconcile for a chain with this cursor; undefined excludes the chain. */
export type PickBlock = (chain: string, cursor: bigint) => bigint | undefined;

/**
 * Reads the balance of each account of the service, and the sum of each other kind. Accounts of the service keep no
 * balance: the last stored hour of each and the entries after it are summed, in one reading of these entries.
 */
async function readAccounts(client: pg.Client): Promise<Map<string, bigint>> {
  const rows = await rowsOf<{ account: string; amount: string }>(
    client,
    `SELECT kind || 's' AS account, coalesce(sum(balance_micro_usd), 0) AS amount FROM ledger.accounts
       WHERE kind IN ('wallet', 'card', 'hold', 'card_shortfall') GROUP BY kind
     UNION ALL SELECT line, balance_micro_usd FROM ledger.lines_at('infinity')
       WHERE line NOT IN ('wallet', 'card', 'hold', 'card_shortfall')`,
  );
  return new Map(rows.map(({ account, amount }) => [account, BigInt(amount)]));
}

async function readWithdrawals(client: pg.Client): Promise<Books["withdrawals"]> {
  const rows = await rowsOf<{ state: keyof Books["withdrawals"]; count: string; net: string }>(
    client,
    `SELECT w.status AS state, count(*), sum(w.amount_micro_usd - w.fee_micro_usd) AS net
       FROM withdrawals w WHERE w.status IN ('pending', 'approved') GROUP BY 1
     UNION ALL SELECT 'signed', count(*), coalesce(sum(p.amount_micro_usd), 0)
       FROM withdrawals w JOIN payouts p ON p.withdrawal_id = w.id WHERE w.status = 'approved'`,
  );
  const found = new Map(rows.map((row) => [row.state, row]));
  const sums = (state: keyof Books["withdrawals"]) => {
    const row = found.get(state);
    return { count: Number(row?.count ?? 0), netMicroUsd: BigInt(row?.net ?? 0) };
  };
  return { pending: sums("pending"), approved: sums("approved"), signed: sums("signed") };
}

/** How long the transaction of an operator posting may be ahead of the reconciled block. */
const RECENT = "interval '1 day'";

async function readPosted(client: pg.Client, chain: string): Promise<PostedMove[]> {
  const rows = await rowsOf<Omit<PostedMove, "amountMicroUsd"> & { amountMicroUsd: string }>(
    client,
    `SELECT p.id AS "postingId", split_part(l.account, ':', 3) AS token, l.amount AS "amountMicroUsd",
       CASE WHEN l.reference ~* '^0x[0-9a-f]{64}$' THEN lower(l.reference) END AS "txHash",
       p.decided_at > now() - ${RECENT} AS "isRecent"
     FROM operator_postings p
       CROSS JOIN LATERAL jsonb_to_recordset(p.legs) l (account text, amount bigint, reference text)
     WHERE p.status = 'posted' AND split_part(l.account, ':', 1) = 'custody' AND split_part(l.account, ':', 2) = $1
     ORDER BY p.id`,
    [chain],
  );
  return rows.map((row) => ({ ...row, amountMicroUsd: BigInt(row.amountMicroUsd) }));
}

async function readChain(
  client: pg.Client,
  position: Position,
  accounts: ReadonlyMap<string, bigint>,
  source: Source,
): Promise<ChainBooks> {
  const prefix = `custody:${position.chain}:`;
  const custody = [...accounts].flatMap(([account, amount]): [string, bigint][] =>
    account.startsWith(prefix) ? [[account.slice(prefix.length), -amount]] : [],
  );
  return {
    cursor: position.cursor,
    block: position.block,
    custody: new Map(custody),
    ...(await readTransfers(client, position, source)),
    posted: await readPosted(client, position.chain),
  };
}

type Totals = Omit<Books, "withdrawals" | "chains">;

function sumUp(accounts: ReadonlyMap<string, bigint>): Totals {
  const amount = (account: string) => accounts.get(account) ?? 0n;
  const custodyByChain = new Map<string, bigint>();
  for (const [account, each] of accounts) {
    const [kind, chain = ""] = account.split(":");
    if (kind === "custody") custodyByChain.set(chain, (custodyByChain.get(chain) ?? 0n) - each);
  }
  return {
    wallets: amount("wallets"),
    cards: amount("cards"),
    holds: amount("holds"),
    shortfalls: amount("card_shortfalls"),
    fees: amount("fees"),
    network: amount("network"),
    disputes: amount("disputes"),
    payout: amount("payout"),
    suspense: amount("suspense"),
    capital: amount("capital"),
    adjustments: amount("adjustments"),
    costs: amount("costs"),
    bank: amount("bank"),
    custody: sumOf(custodyByChain.values()),
    custodyByChain,
  };
}

async function readAll(client: pg.Client, pickBlock: PickBlock, source: Source): Promise<Books> {
  const accounts = await readAccounts(client);
  const cursors = await rowsOf<{ chain: string; cursor: string }>(
    client,
    "SELECT chain, block_number AS cursor FROM chain_cursors ORDER BY chain",
  );
  const chains = new Map<string, ChainBooks>();
  for (const { chain, cursor: text } of cursors) {
    const cursor = BigInt(text);
    const block = pickBlock(chain, cursor);
    if (block === undefined) continue;
    chains.set(chain, await readChain(client, { chain, cursor, block }, accounts, source));
  }
  return { ...sumUp(accounts), withdrawals: await readWithdrawals(client), chains };
}

/**
 * Reads the books as of one instant, and per chain the books as of a block. From the kept sums it reads as many rows for a long
 * history as for a short one; from all deposits and signed transfers, seconds per million. Uses a separate connection and takes no
 * lock that blocks others.
 */
export function readBooks(pickBlock: PickBlock, source: Source): Promise<Books> {
  const limits = source === "rows" ? FOR_WHOLE_TABLES : {};
  return inSnapshot(undefined, (client) => readAll(client, pickBlock, source), limits);
}
