// SQL: lock: the person's row is locked before the statement that ends the sessions, so it sees all of them.

import { change } from "@/lib/db";
import type { Asking } from "./store";

interface Ended extends Record<string, unknown> {
  ended: bigint;
}

/** Ends every other session of a person at once, including those created at the same instant; returns their number. */
export async function endOtherSessions({ personId, sessionId, at }: Asking): Promise<number> {
  const rows = await change<Ended>(
    "end_other_sessions",
    `WITH person AS (SELECT id FROM people WHERE id = $1 FOR NO KEY UPDATE)
     SELECT end_other_sessions(id, $2, $3) AS ended FROM person`,
    [personId, sessionId, at],
  );
  return Number(rows[0]?.ended ?? 0n);
}
