// SQL: reads whole databases of several services, of which Prisma Client knows one.
import pg from "pg";

/** The objects of a cell that no other cell may have, and the cell's money. */
export interface CellState {
  name: string;
  /** The purpose of each of its addresses on the chains, by the address in lower case. */
  addresses: ReadonlyMap<string, string>;
  partnerIds: readonly string[];
  /** Tokens that the ledger says are in custody, in micro-USD, by `chain:token`. */
  custodyMicroUsd: ReadonlyMap<string, bigint>;
  /** The liabilities to partners and cards, in micro-USD. */
  owedMicroUsd: bigint;
}

/** The purpose of a deposit address. */
export const DEPOSIT_ADDRESS = "deposit address";

const ADDRESSES = `
  SELECT lower(address) AS address, purpose FROM signer_addresses
  UNION ALL SELECT lower(address), '${DEPOSIT_ADDRESS}' FROM deposit_addresses`;

/** The balance of an account of the service is the sum of its entries. */
const CUSTODY = `
  SELECT substring(a.id FROM 9) AS place, coalesce(sum(e.amount_micro_usd), 0)::text AS amount
  FROM ledger.accounts a LEFT JOIN ledger.entries e ON e.account_id = a.id
  WHERE a.kind = 'custody' GROUP BY 1 ORDER BY 1`;

const OWED = `
  SELECT coalesce(sum(balance_micro_usd), 0)::text AS amount FROM ledger.accounts
  WHERE kind IN ('wallet', 'card', 'hold')`;

/** All entries of custody are summed, which takes longer than the logins of the service and of reports have for a statement. */
const STATEMENT_TIMEOUT = "10min";
/** A host that is away may refuse no connection. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Reads a cell's database as of one instant, with any login that may read its tables. @throws the database's error. */
export async function readCell(name: string, databaseUrl: string): Promise<CellState> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A lost connection fails the current query; an unhandled error event would also end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query(`SET LOCAL statement_timeout = '${STATEMENT_TIMEOUT}'`);
    const rowsOf = async <Row>(text: string): Promise<Row[]> => (await client.query(text)).rows;
    const addresses = await rowsOf<{ address: string; purpose: string }>(ADDRESSES);
    const partners = await rowsOf<{ id: string }>("SELECT id FROM partners");
    const custody = await rowsOf<{ place: string; amount: string }>(CUSTODY);
    const [owed] = await rowsOf<{ amount: string }>(OWED);
    return {
      name,
      addresses: new Map(addresses.map(({ address, purpose }) => [address, purpose])),
      partnerIds: partners.map(({ id }) => id),
      // Debit balances are negative in the ledger.
      custodyMicroUsd: new Map(custody.map(({ place, amount }) => [place, -BigInt(amount)])),
      owedMicroUsd: BigInt(owed?.amount ?? 0),
    };
  } finally {
    await client.end();
  }
}
