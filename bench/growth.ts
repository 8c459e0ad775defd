import pg from "pg";
import { sumCards } from "@/lib/activity/overview/sum-cards";
import { sumWallets } from "@/lib/activity/overview/sum-wallets";
import { createPartner } from "@/lib/partners/create-partner";
import { type Reader, signIn, timePage } from "./read-pages";
import { BARE_PATH } from "./scenarios";
import { type Sizes, seedPages } from "./seed-pages";

const FEW_TRANSACTIONS = 10_000;
const MOST_OTHERS = 100_000;
const MAX_RATIO = 1.5;
/** Tables that get most of the rows: their indexes are made after the rows. */
const LARGE_TABLES = [
  "card_transactions",
  "wallet_transactions",
  "ledger.journals",
  "ledger.entries",
];

const OWN_PAGES = [
  "/",
  "/?days=90",
  "/cards",
  "/cards?search=okafor",
  "/users?search=ama",
  "/transactions",
  "/transactions?status=declined",
  "/transactions?status=settled&amountMin=100",
  "/transactions?search=ikea",
  "/transactions?search=nobody",
  "/transactions?sort=largest",
  "/transactions?of=wallet",
  "/transactions?of=wallet&type=credit&amountMin=100",
  "/wallet",
  "/wallet/statements",
  "/withdrawals",
];
const CONSOLE_PAGES = ["/admin", "/admin/partners", "/admin/books", "/admin/books/journals"];

/** A partner's rows as a service has them: a journal for five card transactions, fewer of all else. */
const sizesOf = (transactions: number): Sizes => ({
  transactions,
  journals: Math.ceil(transactions / 5),
  lists: Math.min(MOST_OTHERS, Math.max(1_000, Math.ceil(transactions / 500))),
});

/** Runs `work` without the indexes of the large tables that no constraint needs, and makes them anew. */
async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
     WHERE i.indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [LARGE_TABLES],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await work();
  await client.query("SET maintenance_work_mem = '2GB'");
  for (const { definition } of rows) await client.query(definition);
}

/** Sums everything anew, as the jobs would have done while the rows came. */
async function sumAll(client: pg.Client): Promise<void> {
  // One string is one transaction. The sums of the ledger may only be added to.
  await client.query(`
    SET LOCAL session_replication_role = replica;
    TRUNCATE card_sums, wallet_sums, ledger.hours;
    UPDATE card_sums_end SET before_at = '-infinity';
    UPDATE wallet_sums_end SET before_id = '';
    UPDATE ledger.hours_end SET ended_at = '-infinity'`);
  await sumCards();
  await sumWallets();
  await client.query("SELECT ledger.close_hours()");
  await client.query("VACUUM ANALYZE");
}

interface Measured {
  page: string;
  "p50 ms": number;
}

async function measureAll(
  client: pg.Client,
  baseUrl: string,
  partnerId: string,
): Promise<Measured[]> {
  const measured = [await timePage("bare route handler", new URL(BARE_PATH, baseUrl), "")];
  const sides: [string[], Reader][] = [
    [OWN_PAGES, { role: "owner", partnerId }],
    [CONSOLE_PAGES, { role: "admin" }],
  ];
  for (const [pages, reader] of sides)
    for (const page of pages) {
      // A new person for each page: nobody may request as fast as this for long.
      const cookie = await signIn(client, baseUrl, reader);
      measured.push(await timePage(page, new URL(page, baseUrl), cookie));
    }
  return measured;
}

/** Makes a partner with rows, and measures its pages and those of the console. */
async function measureWith(client: pg.Client, baseUrl: string, transactions: number) {
  const { partnerId } = await createPartner({ name: `${transactions} rows`, at: new Date() });
  // The audit log names them.
  await signIn(client, baseUrl, { role: "owner", partnerId });
  await withoutIndexes(client, () => seedPages(client, partnerId, sizesOf(transactions)));
  await sumAll(client);
  return measureAll(client, baseUrl, partnerId);
}

/**
 * Measures the same pages with 10,000 card transactions in the database, and then with `transactions` more of another
 * partner.
 */
export async function measureGrowth(superuserUrl: string, baseUrl: string, transactions: number) {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const before = await measureWith(client, baseUrl, FEW_TRANSACTIONS);
  const after = await measureWith(client, baseUrl, transactions);
  const { rows: sizes } = await client.query(
    `SELECT name AS "table", c.reltuples::int AS rows,
       pg_size_pretty(pg_relation_size(c.oid)) AS size, pg_size_pretty(pg_indexes_size(c.oid)) AS indexes
     FROM unnest($1::text[]) name JOIN pg_class c ON c.oid = name::regclass`,
    [LARGE_TABLES],
  );
  console.table(sizes);
  await client.end();
  return before.map(({ page, "p50 ms": few }, place) => {
    const many = after[place]?.["p50 ms"] ?? Number.NaN;
    return {
      page,
      [`p50 ms of ${FEW_TRANSACTIONS}`]: few,
      [`p50 ms of ${transactions}`]: many,
      ratio: Number((many / few).toFixed(2)),
      wanted: place === 0 ? "" : `<= ${MAX_RATIO}`,
    };
  });
}
