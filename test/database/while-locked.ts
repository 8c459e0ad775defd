import { expect } from "vitest";
import { sql } from "@/test/fixtures/make";
import { ownerClient } from "./attack";

type Statement = [text: string, values: unknown[]];

/** Resolves once a session waits for a lock. */
const untilOneWaits = () =>
  expect
    .poll(() =>
      sql(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      ),
    )
    .toHaveLength(1);

/**
 * Runs `late` while a transaction of another session holds the locks of `first`, and commits it once a statement of `late`
 * waits for them. The transaction ends with `then`, if given.
 */
export async function whileLocked<T>(
  first: Statement,
  late: () => Promise<T>,
  then?: Statement,
): Promise<T> {
  const client = await ownerClient();
  try {
    await client.query("BEGIN");
    await client.query(...first);
    const result = late();
    await untilOneWaits();
    if (then) await client.query(...then);
    await client.query("COMMIT");
    return await result;
  } finally {
    await client.end();
  }
}
