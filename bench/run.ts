import { callerCache } from "@/lib/auth/caller-cache";
import { disconnect } from "@/lib/db";
import { DELIVERIES, measureDeliveries } from "./delivery";
import { load, type Measured } from "./load";
import { measurePages } from "./pages";
import { measureDatabase } from "./pgbench";
import { bareScenario, listCards, listTransactions, type Scenario, scenarios } from "./scenarios";
import { type Bulk, makeSubjects } from "./subjects";

/** Until what an operation runs through is compiled: its first half minute is up to half as fast as a server's day. */
const WARM_UP_S = 30;
const WARM_AGAIN_S = 2;
const MEASURED_S = 6;
const MAX_LENGTH_RATIO = 1.5;

const baseUrl = process.env.BASE_URL ?? "";
const only = process.env.BENCH_ONLY ?? "";
const shown = (value: number, decimals: number) => Number(value.toFixed(decimals));

async function measure(next: Scenario["next"], warmUpS = WARM_UP_S): Promise<Measured> {
  await load(baseUrl, warmUpS, next);
  return load(baseUrl, MEASURED_S, next);
}

function row(name: string, measured: Measured, bare?: number, wanted?: number) {
  return {
    operation: name,
    "requests/s": shown(measured.requestsPerS, 0),
    "p50 ms": measured.p50Ms,
    "p99 ms": measured.p99Ms,
    "server µs": measured.serverUs === undefined ? "" : shown(measured.serverUs, 0),
    "ratio to bare": bare === undefined ? "" : shown(measured.requestsPerS / bare, 2),
    wanted: wanted === undefined ? "" : `>= ${wanted}`,
  };
}

/** Each operation between two runs of the bare handler: the machine is not the same all the time. */
async function measureOperations(list: Scenario[]) {
  const rows = [];
  let bare = await measure(bareScenario.next);
  for (const { name, wanted, next } of list) {
    const measured = await measure(next);
    const bareAfter = await measure(bareScenario.next, WARM_AGAIN_S);
    rows.push(row(bareScenario.name, bareAfter));
    rows.push(row(name, measured, (bare.requestsPerS + bareAfter.requestsPerS) / 2, wanted));
    bare = bareAfter;
  }
  return rows;
}

/** First pages over 1,000 and over 1,000,000 rows. */
async function measureLengths(small: Bulk, large: Bulk) {
  const rows = [];
  for (const [name, request] of [
    ["List Cards", listCards],
    ["List Card Transactions of a card", listTransactions],
  ] as const) {
    const short = await measure(request(small));
    const long = await measure(request(large));
    rows.push({
      "first page": name,
      [`p50 ms of ${small.rows}`]: short.p50Ms,
      [`p50 ms of ${large.rows}`]: long.p50Ms,
      "cost, longer to shorter": shown(short.requestsPerS / long.requestsPerS, 2),
      wanted: `<= ${MAX_LENGTH_RATIO}`,
    });
  }
  return rows;
}

const superuserUrl = process.env.BENCH_SUPERUSER_URL ?? "";

async function measureRequests(): Promise<void> {
  const subjects = await makeSubjects(superuserUrl);
  console.table(
    await measureOperations(scenarios(subjects).filter(({ name }) => name.includes(only))),
  );
  if (only !== "") return;
  console.table(await measureLengths(subjects.bulks.small, subjects.bulks.large));
  const pgbenchUrl = process.env.BENCH_PGBENCH_URL ?? "";
  const database = await measureDatabase(pgbenchUrl, MEASURED_S, subjects.cards);
  if (database.length > 0) console.table(database);
  else console.log("pgbench is not installed: the ledger alone was not measured");
}

/** Before there is anything that they could ask for. */
const nothing = { apiKey: "", cardId: "", rows: 0 };
const names = scenarios({ cards: [], bulks: { small: nothing, list: nothing, large: nothing } });
const deliveries = DELIVERIES.filter(({ name }) => name.includes(only));

if (names.some(({ name }) => name.includes(only))) await measureRequests();
if (deliveries.length > 0)
  console.table(await measureDeliveries(superuserUrl, baseUrl, deliveries));
if ("pages".includes(only)) console.table(await measurePages(superuserUrl, baseUrl));
await callerCache().close();
await disconnect();
