import pg from "pg";
import { Fault } from "../bootstrap/faults.mjs";
import { sleep } from "../bootstrap/process-info.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { isAway, reasonOf } from "./errors.ts";

const pauseMs = 500;
const tellEveryMs = 5_000;
const connectTimeoutMs = 5_000;

/**
 * Waits until the database answers, as when it starts beside the service or fails over at this moment. Errors that
 * waiting does not solve, such as a wrong password, end the wait at once.
 */
export async function waitUntilReachable(
  databaseUrl: string,
  { limitMs, tell }: { limitMs: number; tell: (text: string) => void },
) {
  const startedMs = Date.now();
  let reportedMs = startedMs - tellEveryMs;
  for (;;) {
    const error = await tryOnce(databaseUrl);
    if (error === undefined || !isAway(error)) return;
    const waitedMs = Date.now() - startedMs;
    const text = `The database at ${new URL(databaseUrl).host} does not answer (${reasonOf(error)}).`;
    if (waitedMs >= limitMs)
      throw new Fault("database", `${text} Waited ${Math.round(waitedMs / 1_000)} s for it.`, {
        cause: error,
      });
    if (Date.now() - reportedMs >= tellEveryMs) {
      reportedMs = Date.now();
      tell(`${text} Waiting for it, ${Math.round((limitMs - waitedMs) / 1_000)} s at most.`);
    }
    stopSignal.throwIfAborted();
    await sleep(pauseMs);
  }
}

/** Why the database does not answer; undefined when it does. */
async function tryOnce(databaseUrl: string) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs,
  });
  // A lost connection fails its query. Its error event would also end the process if nothing handled it.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT 1");
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
