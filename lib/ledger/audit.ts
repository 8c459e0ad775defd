// SQL: runs the checks of the books in one snapshot.

import type pg from "pg";
import { FOR_WHOLE_TABLES, inSnapshot } from "@/lib/db/snapshot";
import { AUDIT_QUERIES } from "./audit-queries";
import { type AuditStatement, WHOLE } from "./audit-query";

/** Enough rows to diagnose the fault. A broken invariant may have as many rows as the ledger. */
const MAX_ROWS = 20;

/** The result for one invariant: no rows while the invariant holds. */
export interface AuditFinding extends Omit<AuditStatement, "text"> {
  /** At most 20 rows. The query names the columns; amounts and counts are strings. */
  brokenRows: Record<string, unknown>[];
}

/** Runs the statement of an invariant, with the values that its text names. */
export async function findBroken(
  client: pg.Client,
  { name, meaning, text }: AuditStatement,
  values: readonly unknown[] = [],
): Promise<AuditFinding> {
  // MATERIALIZED forces a plan for all rows. For LIMIT alone PostgreSQL would look up a million journals one by one.
  const result = await client.query(
    `WITH broken AS MATERIALIZED (${text}) SELECT * FROM broken LIMIT ${MAX_ROWS}`,
    [...values],
  );
  return { name, meaning, brokenRows: result.rows };
}

/**
 * Checks every invariant of the books against the whole database in one read-only snapshot. Returns one finding per
 * invariant, in the order of AUDIT_QUERIES. The audit reads every entry, which takes seconds per million entries; it
 * uses a connection of its own and no lock that blocks others. `databaseUrl` defaults to the service's database.
 * Source: design 6, the audit.
 */
export function audit(databaseUrl?: string): Promise<AuditFinding[]> {
  const check = async (client: pg.Client) => {
    const findings: AuditFinding[] = [];
    for (const query of AUDIT_QUERIES)
      findings.push(await findBroken(client, { ...query, text: query.text(WHOLE) }));
    return findings;
  };
  return inSnapshot(databaseUrl, check, FOR_WHOLE_TABLES);
}
