import pg from "pg";
import { env } from "@/lib/kernel/env";
import { audit } from "@/lib/ledger/audit";
import { load, type Measured, send, toService } from "./load";
import { inOrder, median } from "./median";
import { measureDatabase } from "./pgbench";
import { authorize, fund, rotating, type Scenario } from "./scenarios";
import { growthOf, readSizes, readWalBytes } from "./storage";
import { makeSpenders, type SpenderCard } from "./subjects";

/** The measurement of `npm run bench -- movements`. It runs alone, because it needs a database without other rows. */
export const MOVEMENTS = "movements";

const WARM_UP_S = 20;
const ROUNDS = 7;
const HALF_S = 4;
/** Long enough that the pages that are begun and not full do not count. */
const STORED_S = 60;
const DATABASE_S = 10;

const countMovements = async (client: pg.Client) =>
  Number((await client.query("SELECT count(*) AS count FROM ledger.journals")).rows[0]?.count);

function rowOf(name: string, rounds: readonly Measured[]) {
  const of = (field: keyof Measured) => rounds.map((round) => round[field] ?? 0);
  const rates = inOrder(of("requestsPerS")).map(Math.round);
  return {
    "movements of": name,
    "movements/s": Math.round(median(rates)),
    "of its rounds": `${rates[0]}-${rates.at(-1)}`,
    "p50 ms": median(of("p50Ms")),
    "p99 ms": median(of("p99Ms")),
    "service µs": Math.round(median(of("serverUs"))),
    "PostgreSQL µs": Math.round(median(of("postgresUs"))),
  };
}

/** Fundings of many partners and of one, by turns, as many as possible. */
async function measureRates(cards: readonly SpenderCard[]) {
  const ofOne = cards.filter(({ apiKey }) => apiKey === cards[0]?.apiKey);
  const kinds = [
    { name: "16 partners", next: fund(rotating(cards)), rounds: [] as Measured[] },
    { name: "one partner", next: fund(rotating(ofOne)), rounds: [] as Measured[] },
  ];
  for (const { next } of kinds) await send(toService(next), WARM_UP_S);
  for (let round = 0; round < ROUNDS; round++)
    for (const { next, rounds } of kinds) rounds.push(await load(toService(next), HALF_S));
  return kinds.map(({ name, rounds }) => rowOf(name, rounds));
}

/** The bytes that movements of one kind add to each table and to the WAL. */
async function measureStorage(client: pg.Client, { name, next }: Pick<Scenario, "name" | "next">) {
  const [before, walBefore] = [await readSizes(client), await readWalBytes(client)];
  const movementsBefore = await countMovements(client);
  await send(toService(next), STORED_S);
  const movements = (await countMovements(client)) - movementsBefore;
  const walBytes = (await readWalBytes(client)) - walBefore;
  console.log(`${movements} × ${name}, ${Math.round(walBytes / movements)} bytes of WAL for each`);
  return growthOf(before, await readSizes(client), movements);
}

/** How long the check of all invariants takes, which reads the whole ledger. */
async function measureAudit(client: pg.Client): Promise<void> {
  const journals = await countMovements(client);
  const startedMs = performance.now();
  const findings = await audit(env().DATABASE_DIRECT_URL ?? env().DATABASE_URL);
  const tookMs = performance.now() - startedMs;
  if (findings.some(({ brokenRows }) => brokenRows.length > 0))
    throw new Error("The books are broken");
  console.log(`audit of ${journals} journals: ${(tookMs / 1_000).toFixed(1)} s`);
}

/**
 * Measures the limits of one database cluster: movements per second of many partners and of one, by the service and by SQL
 * alone, the processor time of each, and the storage of each. Source: docs/scaling.md
 */
export async function measureMovements(superuserUrl: string, pgbenchUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const cards = await makeSpenders(client);
    console.table(await measureRates(cards));
    for (const stored of [
      { name: "Fund Card", next: fund(rotating(cards)) },
      { name: "authorization", next: authorize(rotating(cards)) },
    ])
      console.table(await measureStorage(client, stored));
    await measureAudit(client);
    console.table(await measureDatabase(pgbenchUrl, DATABASE_S, cards));
  } finally {
    await client.end();
  }
}
