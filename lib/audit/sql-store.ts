// SQL: finds the distinct actions by one step in the index for each, which Prisma Client cannot express.

import { query } from "@/lib/db";

interface LogRow {
  entries: bigint;
  hash: string;
  actions: string[];
}

/** The length and end of the log, and its distinct actions, each found by one step in the index of actions. */
export async function findLog(): Promise<LogRow | undefined> {
  const rows = await query<LogRow & Record<string, unknown>>(
    "find_audit_log",
    `WITH RECURSIVE actions AS (
       (SELECT action FROM audit_entries ORDER BY action LIMIT 1)
       UNION ALL
       SELECT (SELECT e.action FROM audit_entries e WHERE e.action > a.action ORDER BY e.action LIMIT 1)
       FROM actions a WHERE a.action IS NOT NULL)
     SELECT h.entries, h.hash, ARRAY(SELECT action FROM actions WHERE action IS NOT NULL) AS actions FROM audit_head h`,
    [],
  );
  return rows[0];
}
