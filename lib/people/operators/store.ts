import type { OperatorRole } from "@/lib/contract/roles";
import { change, query } from "@/lib/db";
import { LOCKED_UNTIL } from "@/lib/identity/attempts/store";

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

export interface OperatorInvitationRow {
  id: string;
  email: string;
  role: OperatorRole;
  invitedBy: string;
  /** The link gives an administrator new credentials (`npm run recover-operator`) and creates no person. */
  isRecovery: boolean;
  createdAt: Date;
  expiresAt: Date;
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
const OPEN = "i.partner_id IS NULL AND i.accepted_at IS NULL AND i.revoked_at IS NULL";

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

/** Lists invitations and recovery links that can still be used, newest first. */
export function listOperatorInvitations(at: Date): Promise<OperatorInvitationRow[]> {
  return query<OperatorInvitationRow & Record<string, unknown>>(
    "list_operator_invitations",
    `SELECT i.id, i.email, i.role, inviter.name AS "invitedBy", i.recovers IS NOT NULL AS "isRecovery", i.created_at AS "createdAt", i.expires_at AS "expiresAt"
     FROM invitations i JOIN people inviter ON inviter.id = i.invited_by
     WHERE ${OPEN} AND i.expires_at > $1 ORDER BY i.id DESC`,
    [at],
  );
}

/** Revokes an invitation. Returns false when it was used, has ended, or belongs to a partner. */
export async function revokeOperatorInvitation(id: string, at: Date): Promise<boolean> {
  const revoked = await change(
    "revoke_operator_invitation",
    `UPDATE invitations i SET revoked_at = $2 WHERE i.id = $1 AND ${OPEN} AND i.expires_at > $2 RETURNING i.id`,
    [id, at],
    (rows) => rows.length > 0,
  );
  return revoked.length > 0;
}

/** Ends every session of a person at once; returns their number. */
export async function endSessions(personId: string, at: Date): Promise<number> {
  const ended = await change(
    "end_operator_sessions",
    "UPDATE sessions SET revoked_at = $2 WHERE person_id = $1 AND revoked_at IS NULL AND expires_at > $2 RETURNING id",
    [personId, at],
  );
  return ended.length;
}
