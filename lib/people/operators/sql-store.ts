// SQL: may_approve is a rule of the database; sessions, codes and attempts of each person in one statement.

import type { OperatorRole } from "@/lib/contract/roles";
import { query } from "@/lib/db";
import { LOCKED_UNTIL } from "@/lib/identity/attempts/sql-store";

export interface OperatorRow {
  id: string;
  name: string;
  email: string;
  role: OperatorRole;
  openSessions: number;
  recoveryCodesLeft: number;
  createdAt: Date;
  lastSignInAt: Date | null;
  lockedUntil: Date | null;
  /** The time from which this person's approvals count as the second one, when it is in the future. */
  approvesFrom: Date | null;
  /** The name of the person who invited this one, directly or through others. */
  sponsor: string | null;
}

const COLUMNS = `p.id, p.name, p.email, p.role, p.created_at AS "createdAt",
  CASE WHEN p.approves_from > $1 AND may_approve(p) THEN p.approves_from END AS "approvesFrom",
  (SELECT s.name FROM people s WHERE s.id = p.sponsor_id) AS sponsor,
  (SELECT max(s.created_at) FROM sessions s WHERE s.person_id = p.id) AS "lastSignInAt",
  (SELECT count(*)::int FROM sessions s WHERE s.person_id = p.id AND s.revoked_at IS NULL AND s.expires_at > $1)
    AS "openSessions",
  (SELECT count(*)::int FROM recovery_codes c WHERE c.person_id = p.id AND c.used_at IS NULL) AS "recoveryCodesLeft",
  ${LOCKED_UNTIL} AS "lockedUntil"`;
const STANDING = "p.partner_id IS NULL AND p.disabled_at IS NULL";

/** Lists the operator's people, oldest first. */
export function listOperators(at: Date): Promise<OperatorRow[]> {
  return query<OperatorRow & Record<string, unknown>>(
    "list_operators",
    `SELECT ${COLUMNS} FROM people p WHERE ${STANDING} ORDER BY p.id`,
    [at],
  );
}

export async function findOperator(personId: string, at: Date): Promise<OperatorRow | undefined> {
  const rows = await query<OperatorRow & Record<string, unknown>>(
    "find_operator",
    `SELECT ${COLUMNS} FROM people p WHERE p.id = $2 AND ${STANDING}`,
    [at, personId],
  );
  return rows[0];
}
