import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** What PostgreSQL has counted of a function since the database was made. */
interface Counted {
  name: string;
  calls: number;
  /** The function's own time, without that of the functions that it calls. */
  selfUs: number;
}

/** A connection that has nothing to do sends its counts after a second. */
const COUNTS_ARRIVE_MS = 3_000;
const SHOWN_FROM_US = 1;

async function count(client: pg.Client): Promise<Map<string, Counted>> {
  await sleep(COUNTS_ARRIVE_MS);
  await client.query("SELECT pg_stat_clear_snapshot()");
  const { rows } = await client.query<Counted>(
    `SELECT schemaname || '.' || funcname AS name, calls::float8 AS calls, self_time * 1000 AS "selfUs"
     FROM pg_stat_user_functions`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/**
 * Runs `work`, and returns the rows of a table: each SQL function that ran meanwhile, with its calls and its own time for each
 * request. Needs `track_functions = all`. A function in SQL that the planner inlines has no row.
 * @param requestsOf the number of requests that `work` sent
 */
export async function functionTimesDuring<Result>(
  client: pg.Client,
  work: () => Promise<Result>,
  requestsOf: (result: Result) => number,
): Promise<{ result: Result; rows: object[] }> {
  const before = await count(client);
  const result = await work();
  const after = await count(client);
  const requests = requestsOf(result);
  const each = [...after.values()].map(({ name, calls, selfUs }) => ({
    name,
    calls: (calls - (before.get(name)?.calls ?? 0)) / requests,
    selfUs: (selfUs - (before.get(name)?.selfUs ?? 0)) / requests,
  }));
  const found = each.filter(({ selfUs }) => selfUs >= SHOWN_FROM_US);
  const totalUs = each.reduce((sum, { selfUs }) => sum + selfUs, 0);
  return {
    result,
    rows: [
      ...found
        .sort((one, other) => other.selfUs - one.selfUs)
        .map(({ name, calls, selfUs }) => ({
          function: name,
          "calls for each request": Number(calls.toFixed(2)),
          "own µs for each request": Math.round(selfUs),
        })),
      { function: "all", "own µs for each request": Math.round(totalUs) },
    ],
  };
}
