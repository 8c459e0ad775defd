import pg from "pg";
import { load, type Measured, send, type Target, toService } from "./load";
import { inOrder, median } from "./median";
import { CONNECTIONS } from "./request";
import { fund, rotating } from "./scenarios";
import { makeSpenders } from "./subjects";

/** What `npm run bench -- processes` measures, and nothing else does: it needs a second process of the service. */
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
    const first = toService(next);
    const second = {
      baseUrl: process.env.BENCH_SECOND_URL ?? "",
      pid: process.env.BENCH_SECOND_PID,
      next,
    };
    for (const target of [first, second]) await send(target, WARM_UP_S);
    const rounds: { one: Rate; two: Rate }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ one: await load(first, HALF_S), two: await loadBoth(first, second) });
    const ratios = inOrder(rounds.map(({ one, two }) => two.requestsPerS / one.requestsPerS));
    const of = (which: "one" | "two", field: keyof Rate) =>
      Number(median(rounds.map((round) => round[which][field])).toFixed(1));
    rows.push({
      "fundings of": name,
      "requests/s, one": of("one", "requestsPerS"),
      "requests/s, two": of("two", "requestsPerS"),
      ratio: Number(median(ratios).toFixed(2)),
      "of its rounds": `${ratios[0]?.toFixed(2)}-${ratios.at(-1)?.toFixed(2)}`,
      "p99 ms, one": of("one", "p99Ms"),
      "p99 ms, two": of("two", "p99Ms"),
    });
  }
  console.table(rows);
}
