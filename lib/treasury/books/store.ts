// SQL: sums over the ledger and the chains.

import type pg from "pg";
import { inSnapshot } from "@/lib/db/snapshot";
import { sumOf } from "@/lib/kernel/bigint";
import type {
  Books,
  ChainBooks,
  DepositSum,
  MovedSum,
  PostedMove,
  UncertainTransfer,
} from "./books";

/** Chooses the block to reconcile for a chain with this cursor; undefined excludes the chain. */
export type PickBlock = (chain: string, cursor: bigint) => bigint | undefined;

async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows;
}

/** Sums are returned as text to keep them exact. */
const amounts = <Name extends string>(row: Record<Name, string>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, BigInt(row[name])])) as Record<Name, bigint>;

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

interface Position {
  chain: string;
  cursor: bigint;
  block: bigint;
}

const DEPOSIT_SUMS = [
  "creditedMicroUsd",
  "aheadMicroUsd",
  "laterMicroUsd",
  "unplacedMicroUsd",
] as const;

async function readDeposits(client: pg.Client, { chain, cursor, block }: Position) {
  type Row = Pick<DepositSum, "token" | "toAddress"> &
    Record<(typeof DEPOSIT_SUMS)[number], string>;
  const rows = await rowsOf<Row>(
    client,
    `SELECT token, to_address AS "toAddress",
       coalesce(sum(amount_micro_usd) FILTER (WHERE block_number IS NULL OR block_number <= $3), 0) AS "creditedMicroUsd",
       coalesce(sum(amount_micro_usd) FILTER (WHERE block_number > $2 AND block_number <= $3), 0) AS "aheadMicroUsd",
       coalesce(sum(amount_micro_usd) FILTER (WHERE block_number > $3), 0) AS "laterMicroUsd",
       coalesce(sum(amount_micro_usd) FILTER (WHERE block_number IS NULL), 0) AS "unplacedMicroUsd"
     FROM deposits WHERE chain = $1 GROUP BY 1, 2`,
    [chain, cursor, block],
  );
  return rows.map((row): DepositSum => ({ ...row, ...amounts(row, DEPOSIT_SUMS) }));
}

/** All signed transfers except expired ones, and whether one of our transactions certainly made each in time. */
const TRANSFERS = `transfers AS (
    SELECT 'payout' AS purpose, p.withdrawal_id AS id, p.token_address, p.from_address, NULL AS to_address, p.amount_micro_usd,
      p.authorization_nonce, w.status = 'completed' AS is_completed
    FROM payouts p JOIN withdrawals w ON w.id = p.withdrawal_id WHERE p.chain = $1 AND w.status <> 'failed'
    UNION ALL SELECT 'sweep', s.id, s.token_address, s.from_address, s.to_address, s.amount_micro_usd, s.authorization_nonce,
      s.status = 'completed'
    FROM sweeps s WHERE s.chain = $1 AND s.status <> 'expired'
    UNION ALL SELECT 'payout', w.id, f.token_address, f.from_address, NULL, f.amount_micro_usd, f.authorization_nonce,
      w.status = 'completed'
    FROM found_payouts f JOIN withdrawals w ON w.id = f.withdrawal_id
    WHERE f.chain = $1 AND w.status IN ('pending', 'approved', 'completed')),
  known AS (
    SELECT t.*, t.is_completed AND (EXISTS (SELECT FROM relayer_transactions r WHERE r.purpose_id = t.id AND r.chain = $1
        AND r.status = 'mined' AND r.block_number <= $2)
      OR EXISTS (SELECT FROM found_payouts f WHERE f.withdrawal_id = t.id AND f.block_number <= $2)) AS is_certain
    FROM transfers t)`;

const MOVED = `purpose, token_address AS "tokenAddress", from_address AS "fromAddress", to_address AS "toAddress"`;

async function readMoved(client: pg.Client, { chain, block }: Position): Promise<MovedSum[]> {
  const rows = await rowsOf<Omit<MovedSum, "amountMicroUsd"> & { amountMicroUsd: string }>(
    client,
    `WITH ${TRANSFERS} SELECT ${MOVED}, sum(amount_micro_usd) AS "amountMicroUsd"
     FROM known WHERE is_certain GROUP BY 1, 2, 3, 4`,
    [chain, block],
  );
  return rows.map((row) => ({ ...row, amountMicroUsd: BigInt(row.amountMicroUsd) }));
}

async function readUncertain(client: pg.Client, { chain, block }: Position) {
  type Row = Omit<UncertainTransfer, "amountMicroUsd"> & { amountMicroUsd: string };
  const rows = await rowsOf<Row>(
    client,
    `WITH ${TRANSFERS} SELECT ${MOVED}, id, authorization_nonce AS nonce, is_completed AS "isCompleted",
       amount_micro_usd AS "amountMicroUsd" FROM known WHERE NOT is_certain ORDER BY id`,
    [chain, block],
  );
  return rows.map((row) => ({ ...row, amountMicroUsd: BigInt(row.amountMicroUsd) }));
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

async function readTreasuries(client: pg.Client, chain: string) {
  const rows = await rowsOf<{ address: ChainBooks["treasuries"][number] }>(
    client,
    `SELECT DISTINCT from_address AS address FROM payouts WHERE chain = $1
     UNION SELECT DISTINCT to_address FROM sweeps WHERE chain = $1`,
    [chain],
  );
  return rows.map(({ address }) => address);
}

async function readChain(
  client: pg.Client,
  position: Position,
  accounts: ReadonlyMap<string, bigint>,
): Promise<ChainBooks> {
  const prefix = `custody:${position.chain}:`;
  const custody = [...accounts].flatMap(([account, amount]): [string, bigint][] =>
    account.startsWith(prefix) ? [[account.slice(prefix.length), -amount]] : [],
  );
  return {
    cursor: position.cursor,
    block: position.block,
    custody: new Map(custody),
    deposits: await readDeposits(client, position),
    moved: await readMoved(client, position),
    uncertain: await readUncertain(client, position),
    posted: await readPosted(client, position.chain),
    treasuries: await readTreasuries(client, position.chain),
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

async function readAll(client: pg.Client, pickBlock: PickBlock): Promise<Books> {
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
    chains.set(chain, await readChain(client, { chain, cursor, block }, accounts));
  }
  return { ...sumUp(accounts), withdrawals: await readWithdrawals(client), chains };
}

/**
 * Reads the books as of one instant, and per chain the books as of a block. Reads all deposits and signed
 * transfers, which takes seconds per million. Uses a separate connection and takes no lock that blocks others.
 */
export function readBooks(pickBlock: PickBlock): Promise<Books> {
  return inSnapshot(undefined, (client) => readAll(client, pickBlock));
}
