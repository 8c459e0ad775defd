// SQL: sums over the deposits and signed transfers of a chain.

import type pg from "pg";
import type {
  AddressSum,
  ChainBooks,
  TreasurySum,
  UncertainTransfer,
  YoungDeposits,
} from "../books";

/**
 * Where sums come from: `kept` are the tables that triggers keep, `rows` all deposits and signed transfers. The audit compares the
 * two.
 */
export type Source = "kept" | "rows";

/** Returns the rows of a statement in a snapshot. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows;
}

/** A chain, its cursor and the block to reconcile. */
export interface Position {
  chain: string;
  cursor: bigint;
  block: bigint;
}

const ADDRESS_SUMS: Record<Source, string> = {
  kept: "unswept_balances",
  rows: `(SELECT chain, token, address, sum(amount) AS amount_micro_usd FROM (
      SELECT chain, token, to_address AS address, amount_micro_usd AS amount FROM deposits
      UNION ALL SELECT chain, token, from_address, -amount_micro_usd FROM sweeps WHERE status <> 'expired') moved
    GROUP BY 1, 2, 3)`,
};

const TREASURY_SUMS: Record<Source, string> = {
  kept: "treasury_sums",
  rows: `(SELECT chain, token_address, address, sum(amount) AS amount_micro_usd FROM (
      SELECT s.chain, s.token_address, s.to_address AS address,
        CASE WHEN s.status <> 'expired' THEN s.amount_micro_usd ELSE 0 END AS amount FROM sweeps s
      UNION ALL SELECT p.chain, p.token_address, p.from_address, CASE WHEN w.status <> 'failed' THEN -p.amount_micro_usd ELSE 0 END
      FROM payouts p JOIN withdrawals w ON w.id = p.withdrawal_id) moved
    GROUP BY 1, 2, 3)`,
};

/** The ids of the transfers that may be uncertain. Few are kept: without a mined transaction, mined later, or not ended. */
const CANDIDATES: Record<Source, string> = {
  kept: `SELECT id FROM unplaced_transfers WHERE chain = $1
    UNION SELECT purpose_id FROM relayer_transactions WHERE chain = $1 AND status = 'mined' AND block_number > $2
    UNION SELECT id FROM sweeps WHERE chain = $1 AND status = 'pending'
    UNION SELECT id FROM withdrawals WHERE status = 'approved'
    UNION SELECT withdrawal_id FROM found_payouts WHERE chain = $1`,
  rows: `SELECT id FROM sweeps WHERE chain = $1
    UNION SELECT withdrawal_id FROM payouts WHERE chain = $1
    UNION SELECT withdrawal_id FROM found_payouts WHERE chain = $1`,
};

/** Payouts that the chain has and that only a former copy of the database had signed. They are few, and in no kept sum. */
const FOUND = `found_payouts f JOIN withdrawals w ON w.id = f.withdrawal_id
  WHERE f.chain = $1 AND w.status IN ('pending', 'approved', 'completed')`;

/** Sums are returned as text to keep them exact. */
type Text<Row extends { amountMicroUsd: bigint }> = Omit<Row, "amountMicroUsd"> & {
  amountMicroUsd: string;
};

async function readAddressSums(client: pg.Client, chain: string, source: Source) {
  const rows = await rowsOf<Text<AddressSum>>(
    client,
    `SELECT token, address, amount_micro_usd AS "amountMicroUsd" FROM ${ADDRESS_SUMS[source]} sums WHERE chain = $1`,
    [chain],
  );
  return rows.map((row): AddressSum => ({ ...row, amountMicroUsd: BigInt(row.amountMicroUsd) }));
}

async function readYoungDeposits(client: pg.Client, { chain, cursor, block }: Position) {
  type Row = Omit<YoungDeposits, "aheadMicroUsd" | "laterMicroUsd"> &
    Record<"aheadMicroUsd" | "laterMicroUsd", string>;
  const rows = await rowsOf<Row>(
    client,
    `SELECT token, to_address AS "toAddress",
       coalesce(sum(amount_micro_usd) FILTER (WHERE block_number <= $3), 0) AS "aheadMicroUsd",
       coalesce(sum(amount_micro_usd) FILTER (WHERE block_number > $3), 0) AS "laterMicroUsd"
     FROM deposits WHERE chain = $1 AND block_number > least($2::bigint, $3::bigint) GROUP BY 1, 2`,
    [chain, cursor, block],
  );
  return rows.map(
    (row): YoungDeposits => ({
      ...row,
      aheadMicroUsd: BigInt(row.aheadMicroUsd),
      laterMicroUsd: BigInt(row.laterMicroUsd),
    }),
  );
}

async function readTreasurySums(client: pg.Client, chain: string, source: Source) {
  const rows = await rowsOf<Text<TreasurySum>>(
    client,
    `SELECT token_address AS "tokenAddress", address, amount_micro_usd AS "amountMicroUsd"
     FROM ${TREASURY_SUMS[source]} sums WHERE chain = $1 ORDER BY 1, 2`,
    [chain],
  );
  return rows.map((row): TreasurySum => ({ ...row, amountMicroUsd: BigInt(row.amountMicroUsd) }));
}

async function readFound(client: pg.Client, chain: string): Promise<TreasurySum[]> {
  const rows = await rowsOf<Text<TreasurySum>>(
    client,
    `SELECT f.token_address AS "tokenAddress", f.from_address AS address, -sum(f.amount_micro_usd) AS "amountMicroUsd"
     FROM ${FOUND} GROUP BY 1, 2`,
    [chain],
  );
  return rows.map((row): TreasurySum => ({ ...row, amountMicroUsd: BigInt(row.amountMicroUsd) }));
}

/**
 * A transfer is certain if it is recorded as completed, and a transaction of ours or one that was found made it in time. Each
 * candidate is looked up by its id (OFFSET 0, an aggregate): a join may read all rows.
 */
async function readUncertain(client: pg.Client, { chain, block }: Position, source: Source) {
  const rows = await rowsOf<Text<UncertainTransfer>>(
    client,
    `WITH candidates AS MATERIALIZED (${CANDIDATES[source]}),
     transfers AS (
       SELECT 'payout' AS purpose, p.withdrawal_id AS id, p.token_address, p.from_address, NULL AS to_address, p.amount_micro_usd,
         p.authorization_nonce, w.status = 'completed' AS is_completed
       FROM candidates c
         CROSS JOIN LATERAL (SELECT * FROM payouts WHERE withdrawal_id = c.id AND chain = $1 OFFSET 0) p
         CROSS JOIN LATERAL (SELECT status FROM withdrawals WHERE id = c.id AND status <> 'failed' OFFSET 0) w
       UNION ALL SELECT 'sweep', s.id, s.token_address, s.from_address, s.to_address, s.amount_micro_usd, s.authorization_nonce,
         s.status = 'completed'
       FROM candidates c
         CROSS JOIN LATERAL (SELECT * FROM sweeps WHERE id = c.id AND chain = $1 AND status <> 'expired' OFFSET 0) s
       UNION ALL SELECT 'payout', w.id, f.token_address, f.from_address, NULL, f.amount_micro_usd, f.authorization_nonce,
         w.status = 'completed'
       FROM ${FOUND})
     SELECT t.purpose, t.token_address AS "tokenAddress", t.from_address AS "fromAddress", t.to_address AS "toAddress", t.id,
       t.authorization_nonce AS nonce, t.is_completed AS "isCompleted", t.amount_micro_usd AS "amountMicroUsd"
     FROM transfers t
     WHERE NOT (t.is_completed AND (
       EXISTS (SELECT FROM found_payouts f WHERE f.withdrawal_id = t.id AND f.block_number <= $2)
       OR (SELECT bool_or(r.chain = $1 AND r.status = 'mined' AND r.block_number <= $2) FROM relayer_transactions r
         WHERE r.purpose_id = t.id) IS TRUE))
     ORDER BY t.id`,
    [chain, block],
  );
  return rows.map(
    (row): UncertainTransfer => ({ ...row, amountMicroUsd: BigInt(row.amountMicroUsd) }),
  );
}

type Transfers = Pick<
  ChainBooks,
  "addresses" | "youngDeposits" | "treasurySums" | "uncertain" | "treasuries"
>;

/** Reads the deposits and the signed transfers of a chain. */
export async function readTransfers(
  client: pg.Client,
  position: Position,
  source: Source,
): Promise<Transfers> {
  const { chain } = position;
  const treasurySums = await readTreasurySums(client, chain, source);
  return {
    addresses: await readAddressSums(client, chain, source),
    youngDeposits: await readYoungDeposits(client, position),
    treasurySums: [...treasurySums, ...(await readFound(client, chain))],
    uncertain: await readUncertain(client, position, source),
    treasuries: [...new Set(treasurySums.map(({ address }) => address))],
  };
}
