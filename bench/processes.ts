import pg from "pg";
import { load, type Measured, send, type Target, toService } from "./load";
import { CONNECTIONS, type Request } from "./request";
import { fund, rotating } from "./scenarios";
import { makeSpenders } from "./subjects";

/** What `npm run bench -- processes` measures, and nothing else does: it needs a second process of the service. */
export const PROCESSES = "processes";

const WARM_UP_S = 15;
const ROUNDS = 9;
const HALF_S = 4;

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;

/** The second process, with half of the connections. The first gets the other half. */
function shared(next: () => Request): [Target, Target] {
  const connections = CONNECTIONS / 2;
  const second = {
    baseUrl: process.env.BENCH_SECOND_URL ?? "",
    pid: process.env.BENCH_SECOND_PID,
    next,
  };
  return [
    { ...toService(next), connections },
    { ...second, connections },
  ];
}

async function loadBoth(targets: readonly [Target, Target]): Promise<Measured> {
  const [first, second] = await Promise.all([load(targets[0], HALF_S), load(targets[1], HALF_S)]);
  const weigh = (of: (each: Measured) => number) =>
    (of(first) * first.requestsPerS + of(second) * second.requestsPerS) /
    (first.requestsPerS + second.requestsPerS);
  return {
    requestsPerS: first.requestsPerS + second.requestsPerS,
    p50Ms: weigh(({ p50Ms }) => p50Ms),
    p99Ms: Math.max(first.p99Ms, second.p99Ms),
    serverUs: weigh(({ serverUs }) => serverUs ?? 0),
  };
}

/** Compares one process with two on the same database, by turns: fundings of many partners, and of one. */
export async function measureProcesses(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const cards = await makeSpenders(client);
  await client.end();
  const ofOne = cards.filter(({ apiKey }) => apiKey === cards[0]?.apiKey);
  const rows = [];
  for (const [name, next] of [
    ["16 partners", fund(rotating(cards))],
    ["one partner", fund(rotating(ofOne))],
  ] as const) {
    const one = toService(next);
    const two = shared(next);
    for (const target of [one, two[1]]) await send(target, WARM_UP_S);
    const rounds: { one: Measured; two: Measured }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ one: await load(one, HALF_S), two: await loadBoth(two) });
    const ratios = rounds.map((each) => each.two.requestsPerS / each.one.requestsPerS);
    const of = (field: keyof Measured, which: "one" | "two") =>
      Number(median(rounds.map((round) => round[which][field] ?? 0)).toFixed(1));
    rows.push({
      "fundings of": name,
      "requests/s, one": of("requestsPerS", "one"),
      "requests/s, two": of("requestsPerS", "two"),
      ratio: Number(median(ratios).toFixed(2)),
      "of its rounds": `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`,
      "p99 ms, one": of("p99Ms", "one"),
      "p99 ms, two": of("p99Ms", "two"),
      "server µs, one": of("serverUs", "one"),
      "server µs, two": of("serverUs", "two"),
    });
  }
  console.table(rows);
}
