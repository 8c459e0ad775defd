import type pg from "pg";
import { inSnapshot } from "@/lib/db/snapshot";
import { AUDIT_QUERIES } from "./audit-queries";
import type { AuditQuery } from "./audit-query";

/** Enough to see what is wrong; of a broken rule there may be as many rows as the ledger has. */
const MAX_ROWS = 20;

/** What the audit found about one invariant: nothing, while it holds. */
export interface AuditFinding extends Pick<AuditQuery, "name" | "meaning"> {
  /** The first 20 at most; columns are named by the query, amounts and counts are texts. */
  brokenRows: Record<string, unknown>[];
}

async function find(client: pg.Client, { name, meaning, text }: AuditQuery): Promise<AuditFinding> {
  // Planned to be read whole: for the first rows alone PostgreSQL would look up a million journals one by one.
  const result = await client.query(
    `WITH broken AS MATERIALIZED (${text}) SELECT * FROM broken LIMIT ${MAX_ROWS}`,
  );
  return { name, meaning, brokenRows: result.rows };
}

/**
 * Holds every invariant of the books against the whole database, all as of one instant, and changes nothing. A finding
 * per invariant, in the order of AUDIT_QUERIES. Reads every entry: seconds per million of them, on a connection of its
 * own and without a lock that anybody waits for. `databaseUrl` is the service's own unless named.
 * Source: design 6, the audit.
 */
export function audit(databaseUrl?: string): Promise<AuditFinding[]> {
  return inSnapshot(databaseUrl, async (client) => {
    const findings: AuditFinding[] = [];
    for (const query of AUDIT_QUERIES) findings.push(await find(client, query));
    return findings;
  });
}
