import pg from "pg";
import { functionTimesDuring } from "./function-times";
import { load, send, toService } from "./load";
import { type Profile, Profiler } from "./profiler";
import { type Scenario, scenarios } from "./scenarios";
import { sourceOf } from "./source-of";
import { makeSubjects } from "./subjects";

/** The measurement of `npm run bench -- profile`: the processor time of the server and of SQL functions. */
export const PROFILE = "profile";

const PROFILED = [
  "Get Card",
  "List Cards (50 of 100,000)",
  "Fund Card",
  "Sandbox authorization",
  "Create Withdrawal",
];
const WARM_UP_S = 20;
const PROFILED_S = 15;

/** Parts of a request's time, each with the sources that it consists of. The first that matches a source is its part. */
const PARTS: [part: string, source: RegExp][] = [
  ["garbage collection", /^\(garbage collector\)$/],
  [
    "background jobs, webhooks",
    /^(lib\/(operations|webhooks|alerts|chain|deposits|mail)\/|instrumentation)/,
  ],
  ["request log", /^lib\/request-log\//],
  [
    "log line, metrics",
    /^(lib\/kernel\/(log|request-durations|metrics)|lib\/http\/log-request|node_modules\/(pino|sonic-boom|prom-client))/,
  ],
  ["unsealing card data", /^lib\/kernel\/seal/],
  ["Request and Response objects", /^(node:internal\/deps\/undici|server\/api\/served-request)/],
  ["PostgreSQL driver", /^(node_modules\/pg|lib\/db\/)/],
  ["API key, rate limit", /^lib\/(identity\/|kernel\/(rate|client-address|address))/],
  ["reading and validating the input", /^(node_modules\/zod|lib\/http\/(parse|read-|idempotency))/],
  ["compression, checks and headers of the server", /^(server\/|node_modules\/next\/)/],
  ["HTTP of Node: parser, headers, sending", /^node:_http/],
  ["route: envelope, errors, context", /^lib\/(http|contract|api)\//],
  ["ledger: read/write sets, messages, rows", /^lib\/ledger\//],
  ["use case", /^(lib|app)\//],
];
const REST = "event loop, promises, sockets";
/** The process waits for something to do. */
const IDLE = "(idle)";

function partOf(source: string): string | undefined {
  return PARTS.find(([, pattern]) => pattern.test(source))?.[0];
}

/** The time of each part, in microseconds. A function without a part of its own belongs to its caller's. */
function timesOf({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const parts = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (id: number, above: string): void => {
    const node = byId.get(id);
    if (!node) return;
    const source = sourceOf(node.callFrame);
    const part = source === IDLE ? IDLE : (partOf(source) ?? above);
    parts.set(id, part);
    for (const child of node.children ?? []) visit(child, part);
  };
  const [root] = nodes;
  if (root) visit(root.id, REST);
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const part = parts.get(id) ?? REST;
    times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0));
  });
  times.delete(IDLE);
  return times;
}

async function profileOf(
  profiler: Profiler,
  client: pg.Client,
  { next }: Pick<Scenario, "next">,
): Promise<{ server: Map<string, number>; functions: object[] }> {
  const target = toService(next);
  await send(target, WARM_UP_S);
  const { result: profiled, rows } = await functionTimesDuring(
    client,
    () => profiler.during(() => load(target, PROFILED_S)),
    ({ result }) => result.requestsPerS * PROFILED_S,
  );
  const requests = profiled.result.requestsPerS * PROFILED_S;
  const times = [...timesOf(profiled.profile)].map(([part, us]) => [part, us / requests] as const);
  const server = new Map([...times, ["all", times.reduce((sum, [, us]) => sum + us, 0)]]);
  return { server, functions: rows };
}

/**
 * Prints where the server's processor time goes, in microseconds for each request, and for each operation that changes
 * something the time of the SQL functions. Their time contains the waits for locks, not the one for the disk at the commit.
 */
export async function measureProfile(superuserUrl: string, port: string): Promise<void> {
  const list = scenarios(await makeSubjects(superuserUrl));
  const profiler = await Profiler.connect(port);
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const columns = new Map<string, Map<string, number>>();
  for (const name of PROFILED) {
    const scenario = list.find((each) => each.name === name);
    if (!scenario) throw new Error(`there is no operation ${name}`);
    const { server, functions } = await profileOf(profiler, client, scenario);
    columns.set(name, server);
    if (functions.length > 1) {
      console.log(`SQL functions of ${name}:`);
      console.table(functions);
    }
  }
  await client.end();
  profiler.close();
  const parts = [...PARTS.map(([part]) => part), REST, "all"];
  console.table(
    parts.map((part) => ({
      "µs for each request": part,
      ...Object.fromEntries(
        [...columns].map(([name, times]) => [name, Math.round(times.get(part) ?? 0)]),
      ),
    })),
  );
}
