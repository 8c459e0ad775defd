// SQL: finds the distinct actions by one step in the index for each, which Prisma Client cannot express.

import { query } from "@/lib/db";

/** Lists the distinct actions of a partner's audit log, each found by one step in the index of actions. */
export async function findAuditActions(partnerId: string): Promise<string[]> {
  const rows = await query<{ action: string }>(
    "list_partner_audit_actions",
    `WITH RECURSIVE actions AS (
       (SELECT action FROM partner_audit_entries WHERE partner_id = $1 ORDER BY action LIMIT 1)
       UNION ALL
       SELECT (SELECT l.action FROM partner_audit_entries l
         WHERE l.partner_id = $1 AND l.action > a.action ORDER BY l.action LIMIT 1)
       FROM actions a WHERE a.action IS NOT NULL)
     SELECT action FROM actions WHERE action IS NOT NULL`,
    [partnerId],
  );
  return rows.map(({ action }) => action);
}
