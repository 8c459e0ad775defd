import pg from "pg";
import { createPartner } from "@/lib/partners/create-partner";
import { comparePages, type Reader, signIn, signInTwo } from "./read-pages";
import { BARE_PATH } from "./scenarios";
import { type Sizes, seedPages } from "./seed-pages";
import { sumPastHours } from "./sum-past-hours";

const MOST_OTHERS = 100_000;
const DAYS = 365;
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

const SUMMED =
  "card_sums, card_day_sums, wallet_sums, wallet_hour_sums, wallet_day_sums, ledger.hours, ledger.wallet_hours";

/** A partner's rows as a service has them: a journal for five card transactions, fewer of all else. */
const sizesOf = (transactions: number): Sizes => ({
  transactions,
  journals: Math.ceil(transactions / 5),
  days: DAYS,
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
  for (const { name, definition } of rows) await step(name, () => client.query(definition));
}

/** Sums everything anew, as the jobs would have done while the rows came. */
async function sumAll(client: pg.Client): Promise<void> {
  // One string is one transaction. The sums of the ledger may only be added to.
  await client.query(`
    SET LOCAL session_replication_role = replica;
    TRUNCATE ${SUMMED};
    UPDATE card_sums_end SET before_at = '-infinity';
    UPDATE wallet_sums_end SET before_id = '';
    UPDATE ledger.hours_end SET ended_at = '-infinity';
    UPDATE ledger.wallet_hours_end SET ended_at = '-infinity'`);
  await sumPastHours(step);
}

/** Does one step, and prints how long it took: with many rows the whole takes an hour. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const result = await work();
  console.error(`${name}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  return result;
}

/** Makes a partner with rows. */
async function seed(
  superuserUrl: string,
  baseUrl: string,
  client: pg.Client,
  { name, transactions }: { name: string; transactions: number },
): Promise<string> {
  // It is renamed at the end, so that a database that was left half filled is not measured.
  const { partnerId } = await createPartner({ name: `${name}, incomplete`, at: new Date() });
  // The logs name a person.
  await signIn(client, baseUrl, { role: "owner", partnerId });
  const second = new pg.Client({ connectionString: superuserUrl });
  await second.connect();
  await step("rows and indexes", () =>
    withoutIndexes(client, () =>
      step("rows", () => seedPages([client, second], partnerId, sizesOf(transactions))),
    ),
  );
  await step("VACUUM", () => client.query("VACUUM ANALYZE"));
  await sumAll(client);
  await client.query(`VACUUM ANALYZE ${SUMMED}`);
  await client.query("UPDATE partners SET name = $2 WHERE id = $1", [partnerId, name]);
  await second.end();
  return partnerId;
}

const nameOf = (transactions: number) => `${transactions} rows`;

async function connect(superuserUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  return client;
}

/** Makes a partner with `transactions` card transactions, unless the kept database has it. */
export async function makeGrowthRows(
  superuserUrl: string,
  baseUrl: string,
  transactions: number,
): Promise<void> {
  const client = await connect(superuserUrl);
  const name = nameOf(transactions);
  const { rows } = await client.query<{ name: string }>("SELECT name FROM partners");
  const isKept = rows.some((partner) => partner.name === name);
  if (!isKept && rows.length > 0) throw new Error(`the database has ${rows[0]?.name}, not ${name}`);
  if (!isKept) await seed(superuserUrl, baseUrl, client, { name, transactions });
  await client.end();
}

/** A service whose database has a partner with so many rows. */
interface GrownService {
  superuserUrl: string;
  baseUrl: string;
  transactions: number;
}

/** Returns a function that makes the sessions of two new people: nobody may request as fast as this for long. */
async function readersOf({ superuserUrl, baseUrl, transactions }: GrownService) {
  const client = await connect(superuserUrl);
  const { rows } = await client.query<{ id: string }>("SELECT id FROM partners WHERE name = $1", [
    nameOf(transactions),
  ]);
  const [partner] = rows;
  if (!partner) throw new Error(`the database has no partner with ${nameOf(transactions)}`);
  const owner: Reader = { role: "owner", partnerId: partner.id };
  return {
    client,
    signIn: (isConsole: boolean) =>
      signInTwo(client, baseUrl, isConsole ? { role: "admin" } : owner),
  };
}

async function sizesOfTables(client: pg.Client) {
  const { rows } = await client.query(
    `SELECT name AS "table", c.reltuples::int AS rows,
       pg_size_pretty(pg_relation_size(c.oid)) AS size, pg_size_pretty(pg_indexes_size(c.oid)) AS indexes
     FROM unnest($1::text[]) name JOIN pg_class c ON c.oid = name::regclass`,
    [LARGE_TABLES],
  );
  return rows;
}

/** Reads each page of both services by turns, and prints both times and their ratio. */
export async function measureGrowth(few: GrownService, many: GrownService): Promise<void> {
  const services = [
    { ...few, ...(await readersOf(few)) },
    { ...many, ...(await readersOf(many)) },
  ];
  const table: Record<string, string | number>[] = [];
  const measure = async (name: string, path: string, isConsole?: boolean) => {
    const targets = [];
    for (const { baseUrl, signIn } of services)
      targets.push({
        url: new URL(path, baseUrl),
        cookies: isConsole === undefined ? [] : await signIn(isConsole),
      });
    const [fewMs = Number.NaN, manyMs = Number.NaN] = await comparePages(targets);
    console.error(`${name}: ${fewMs} ms, ${manyMs} ms`);
    table.push({
      page: name,
      [`p50 ms of ${few.transactions}`]: fewMs,
      [`p50 ms of ${many.transactions}`]: manyMs,
      ratio: Number((manyMs / fewMs).toFixed(2)),
      wanted: isConsole === undefined ? "" : `<= ${MAX_RATIO}`,
    });
  };
  await measure("bare route handler", BARE_PATH);
  for (const page of OWN_PAGES) await measure(page, page, false);
  for (const page of CONSOLE_PAGES) await measure(page, page, true);
  for (const { client } of services.slice(1)) console.table(await sizesOfTables(client));
  console.table(table);
  for (const { client } of services) await client.end();
}
