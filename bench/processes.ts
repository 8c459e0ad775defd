import pg from "pg";
import { load, type Measured, send, type Target, toService } from "./load";
import { inOrder, median } from "./median";
import { CONNECTIONS } from "./request";
import { fund, rotating } from "./scenarios";
import { makeSpenders } from "./subjects";

/** The measurement of `npm run bench -- processes`. It runs alone, because it needs a second process of the service. */
export const PROCESSES = "processes";

const WARM_UP_S = 15;
const ROUNDS = 9;
const HALF_S = 4;

type Rate = Pick<Measured, "requestsPerS" | "p99Ms">;

/** Sends the same requests to both processes at once, from half of the connections each. */
async function loadBoth(first: Target, second: Target): Promise<Rate> {
  const connections = CONNECTIONS / 2;
  const halves = [first, second].map((target) => load({ ...target, connections }, HALF_S));
  const [one, other] = (await Promise.all(halves)) as [Measured, Measured];
  return {
    requestsPerS: one.requestsPerS + other.requestsPerS,
    p99Ms: Math.max(one.p99Ms, other.p99Ms),
  };
}

/** A server's address in the environment of the benchmark. */
const target = (variable: string, next: Target["next"]): Target => ({
  baseUrl: process.env[variable] ?? "",
  pid: undefined,
  next,
});

interface Comparison {
  name: string;
  warmUp: readonly Target[];
  loadOne: () => Promise<Rate>;
  loadTwo: () => Promise<Rate>;
}

/** The same requests to both processes, and through the proxy, which sends those of a partner to one of the two. */
function comparisons(fundings: string, next: Target["next"]): Comparison[] {
  const [first, second] = [toService(next), target("BENCH_SECOND_URL", next)];
  const direct: Comparison = {
    name: fundings,
    warmUp: [first, second],
    loadOne: () => load(first, HALF_S),
    loadTwo: () => loadBoth(first, second),
  };
  const one = target("BENCH_PROXY_ONE_URL", next);
  const both = target("BENCH_PROXY_BOTH_URL", next);
  if (both.baseUrl === "") return [direct];
  const proxied: Comparison = {
    name: `${fundings}, HAProxy before them`,
    warmUp: [one, both],
    loadOne: () => load(one, HALF_S),
    loadTwo: () => load(both, HALF_S),
  };
  return [direct, proxied];
}

async function measure({ name, warmUp, loadOne, loadTwo }: Comparison) {
  for (const each of warmUp) await send(each, WARM_UP_S);
  const rounds: { one: Rate; two: Rate }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ one: await loadOne(), two: await loadTwo() });
  const ratios = inOrder(rounds.map(({ one, two }) => two.requestsPerS / one.requestsPerS));
  const of = (which: "one" | "two", field: keyof Rate) =>
    Number(median(rounds.map((round) => round[which][field])).toFixed(1));
  return {
    "fundings of": name,
    "requests/s, one": of("one", "requestsPerS"),
    "requests/s, two": of("two", "requestsPerS"),
    ratio: Number(median(ratios).toFixed(2)),
    "of its rounds": `${ratios[0]?.toFixed(2)}-${ratios.at(-1)?.toFixed(2)}`,
    "p99 ms, one": of("one", "p99Ms"),
    "p99 ms, two": of("two", "p99Ms"),
  };
}

/** Compares one process with two on the same database, by turns: fundings of many partners, and of one. */
export async function measureProcesses(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const cards = await makeSpenders(client);
  await client.end();
  const ofOne = cards.filter(({ apiKey }) => apiKey === cards[0]?.apiKey);
  const all = [
    ...comparisons("16 partners", fund(rotating(cards))),
    ...comparisons("one partner", fund(rotating(ofOne))),
  ];
  if (!all.some(({ name }) => name.includes("HAProxy")))
    console.log("HAProxy is not installed: its distribution of partners is not measured.");
  const rows = [];
  for (const each of all) rows.push(await measure(each));
  console.table(rows);
}
