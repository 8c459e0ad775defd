import { expect } from "vitest";
import { sql } from "@/test/fixtures/make";
import { ownerClient } from "./attack";

type Statement = [text: string, values: unknown[]];

/** Whether somebody waits for a lock. */
const aWaiter = () =>
  expect
    .poll(() =>
      sql(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      ),
    )
    .toHaveLength(1);

/**
 * Runs `late` so that one of its statements waits for what `first` did in a transaction of its own. This transaction ends
 * with `then`, if given.
 */
export async function behind<T>(
  first: Statement,
  late: () => Promise<T>,
  then?: Statement,
): Promise<T> {
  const client = await ownerClient();
  try {
    await client.query("BEGIN");
    await client.query(...first);
    const under = late();
    await aWaiter();
    if (then) await client.query(...then);
    await client.query("COMMIT");
    return await under;
  } finally {
    await client.end();
  }
}
