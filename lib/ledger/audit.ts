import pg from "pg";
import { APP_ROLE } from "@/lib/connection-settings";
import { listenerClient } from "@/lib/db";
import { AUDIT_QUERIES } from "./audit-queries";
import type { AuditQuery } from "./audit-query";

/** Enough to see what is wrong; of a broken rule there may be as many rows as the ledger has. */
const MAX_ROWS = 20;
const STATEMENT_TIMEOUT = "10min";

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
export async function audit(databaseUrl?: string): Promise<AuditFinding[]> {
  const client = databaseUrl ? new pg.Client({ connectionString: databaseUrl }) : listenerClient();
  // A connection that is lost fails the query under way; unhandled it would end the process as well.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await client.query(`SET LOCAL ROLE ${APP_ROLE}`);
    await client.query(`SET LOCAL statement_timeout = '${STATEMENT_TIMEOUT}'`);
    // Sorts and hashes of a million rows in memory, and no time spent on compiling queries that run once.
    await client.query("SET LOCAL work_mem = '64MB'; SET LOCAL jit = off");
    const findings: AuditFinding[] = [];
    for (const query of AUDIT_QUERIES) findings.push(await find(client, query));
    return findings;
  } finally {
    await client.end();
  }
}
