import { disconnect } from "@/lib/db";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { compare } from "./compare";
import { DELIVERIES, measureDeliveries } from "./delivery";
import { makeGrowthRows, measureGrowth } from "./growth";
import { NO_PACE, type Target, toService } from "./load";
import { MOVEMENTS, measureMovements } from "./movements";
import { measurePages } from "./pages";
import { measureDatabase } from "./pgbench";
import { measureProcesses, PROCESSES } from "./processes";
import { measureProfile, PROFILE } from "./profile";
import { listCards, listTransactions, type Scenario, scenarios } from "./scenarios";
import { measureSoak, SOAK } from "./soak";
import { type Bulk, makeSubjects } from "./subjects";
import { hasWrk } from "./wrk";

const MAX_LENGTH_RATIO = 1.5;

const baseUrl = process.env.BASE_URL ?? "";
const only = process.env.BENCH_ONLY ?? "";
/** Whether something is measured in this run, by its name. */
const isWanted = (name: string) => only.split(",").some((part) => name.includes(part));
const MEASURED_S = 6;
const shown = (value: number | undefined, decimals: number) =>
  value === undefined ? "" : Number(value.toFixed(decimals));

/** A bare route handler of an empty Next application, in a process of its own. */
function reference(): Target {
  const { origin, pathname } = new URL(process.env.BENCH_REFERENCE_URL ?? "");
  return {
    baseUrl: origin,
    pid: process.env.BENCH_REFERENCE_PID,
    next: () => ({ method: "GET", path: pathname }),
  };
}

/** Each operation and the reference by turns. */
async function measureOperations(list: Scenario[]) {
  const rows = [];
  const peaks = new Map<string, number>();
  for (const { name, wanted, halfOf, wantedP99Ms, next, ...scenario } of list) {
    const peak = halfOf === undefined ? undefined : peaks.get(halfOf);
    // Its peak is not measured in this run.
    if (halfOf !== undefined && peak === undefined) continue;
    const perS = peak === undefined ? scenario.perS : Math.round(peak / 2);
    if (perS !== undefined && !hasWrk()) {
      console.log(`${name} is not measured. ${NO_PACE}`);
      continue;
    }
    const { baseline, subject, ratio } = await compare(reference(), toService(next), perS);
    peaks.set(name, subject.requestsPerS);
    rows.push({
      operation: name,
      "requests/s": shown(subject.requestsPerS, 0),
      "p50 ms": shown(subject.p50Ms, 1),
      "p99 ms": shown(subject.p99Ms, 1),
      "p99 wanted": wantedP99Ms === undefined ? "" : `< ${wantedP99Ms}`,
      "server µs": shown(subject.serverUs, 0),
      "PostgreSQL µs": shown(subject.postgresUs, 0),
      "reference/s": shown(baseline.requestsPerS, 0),
      "reference µs": shown(baseline.serverUs, 0),
      ratio: perS === undefined ? shown(ratio.median, 2) : "",
      "of its rounds": `${shown(ratio.least, 2)}-${shown(ratio.most, 2)}`,
      wanted: wanted === undefined ? "" : `>= ${wanted}`,
    });
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
    const long = await compare(toService(request(small)), toService(request(large)));
    rows.push({
      "first page": name,
      [`p50 ms of ${small.rows}`]: shown(long.baseline.p50Ms, 1),
      [`p50 ms of ${large.rows}`]: shown(long.subject.p50Ms, 1),
      "cost, longer to shorter": shown(1 / long.ratio.median, 2),
      wanted: `<= ${MAX_LENGTH_RATIO}`,
    });
  }
  return rows;
}

const superuserUrl = process.env.BENCH_SUPERUSER_URL ?? "";

async function measureRequests(): Promise<void> {
  const subjects = await makeSubjects(superuserUrl);
  console.table(await measureOperations(scenarios(subjects).filter(({ name }) => isWanted(name))));
  if (only !== "") return;
  console.table(await measureLengths(subjects.bulks.small, subjects.bulks.large));
  const pgbenchUrl = process.env.BENCH_PGBENCH_URL ?? "";
  const database = await measureDatabase(pgbenchUrl, MEASURED_S, subjects.cards);
  if (database.length > 0) console.table(database);
  else console.log("pgbench is not installed: the ledger alone was not measured");
}

/** Before there is anything that they could ask for. */
const nothing = { apiKey: "", cardId: "", rows: 0 };
const names = scenarios({
  cards: [],
  stripeCards: [],
  lithicCards: [],
  bulks: { small: nothing, list: nothing, large: nothing },
});
const deliveries = DELIVERIES.filter(({ name }) => isWanted(name));

if (names.some(({ name }) => isWanted(name))) await measureRequests();
if (deliveries.length > 0)
  console.table(await measureDeliveries(superuserUrl, baseUrl, deliveries));
if (only === MOVEMENTS) await measureMovements(superuserUrl, process.env.BENCH_PGBENCH_URL ?? "");
if (only === PROCESSES) await measureProcesses(superuserUrl);
if (only === PROFILE) await measureProfile(superuserUrl, process.env.BENCH_INSPECT_PORT ?? "");
if (only === SOAK) await measureSoak(superuserUrl, Number(process.env.BENCH_MINUTES));
if (isWanted("pages")) console.table(await measurePages(superuserUrl, baseUrl));
// Not parts of the whole: with 50 million rows they take an hour and 40 GB.
const rows = Number(process.env.BENCH_ROWS);
if (only === "growth-rows") await makeGrowthRows(superuserUrl, baseUrl, rows);
if (only === "growth")
  await measureGrowth(
    {
      superuserUrl: process.env.BENCH_FEW_SUPERUSER_URL ?? "",
      baseUrl: process.env.BENCH_FEW_URL ?? "",
      transactions: Number(process.env.BENCH_FEW_ROWS),
    },
    { superuserUrl, baseUrl, transactions: rows },
  );
await callerCache().close();
await disconnect();
