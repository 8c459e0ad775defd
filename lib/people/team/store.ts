import type { PartnerRole, Role } from "@/lib/contract/roles";
import { change, query } from "@/lib/db";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { LOCKED_UNTIL } from "@/lib/identity/attempts/store";
import { extendAudit } from "@/lib/kernel/audit-context";

export interface PersonRow {
  id: string;
  name: string;
  email: string;
  role: PartnerRole;
  hasSecondFactor: boolean;
  createdAt: Date;
  lastSignInAt: Date | null;
  lockedUntil: Date | null;
}

export interface InvitationRow {
  id: string;
  email: string;
  role: PartnerRole;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

const PERSON_COLUMNS = `p.id, p.name, p.email, p.role, p.totp_secret_sealed IS NOT NULL AS "hasSecondFactor",
  p.created_at AS "createdAt", (SELECT max(s.created_at) FROM sessions s WHERE s.person_id = p.id) AS "lastSignInAt",
  ${LOCKED_UNTIL} AS "lockedUntil"`;
const INVITATION_COLUMNS = `i.id, i.email, i.role, coalesce(inviter.name, 'The operator') AS "invitedBy", i.created_at AS "createdAt",
  i.expires_at AS "expiresAt"`;
const OPEN = "i.accepted_at IS NULL AND i.revoked_at IS NULL";
/** Who invited is still there and may invite: nobody leaves a door open behind them. */
const STILL_MEANT = "leads_people_of(i.partner_id, i.invited_by)";

/** Who can sign in for a partner, the first one first. */
export function listPeople(partnerId: string): Promise<PersonRow[]> {
  return query<PersonRow & Record<string, unknown>>(
    "list_people",
    `SELECT ${PERSON_COLUMNS} FROM people p WHERE p.partner_id = $1 AND p.disabled_at IS NULL ORDER BY p.id`,
    [partnerId],
  );
}

export async function findPerson(
  partnerId: string,
  personId: string,
): Promise<PersonRow | undefined> {
  const rows = await query<PersonRow & Record<string, unknown>>(
    "find_person",
    `SELECT ${PERSON_COLUMNS} FROM people p WHERE p.partner_id = $1 AND p.id = $2 AND p.disabled_at IS NULL`,
    [partnerId, personId],
  );
  return rows[0];
}

/**
 * What came of a change of somebody's role: `last_owner` for the last one who leads these people, an owner of a partner's
 * or an admin of the operator's; `not_allowed` when who asked for it leads them no more.
 */
export type PersonChange = "done" | "unknown" | "last_owner" | "not_allowed";

interface Change {
  /** Null for the operator's people. */
  partnerId: string | null;
  /** Who asks for it. */
  actorId: string;
  personId: string;
  /** Null to remove the person. */
  role: Role | null;
  /** API keys that the actor takes over; the others that the person may not hold any more are revoked. */
  keptKeyIds?: readonly string[];
  /** From when the approvals of one of the operator's people count who is promoted by this. */
  approvesFrom?: Date;
  at: Date;
}

/** The API keys that a change of a person ended, and those that the actor took over. */
export interface MovedKeys {
  revoked: { keyId: string; name: string }[];
  kept: { keyId: string; name: string }[];
}

interface ChangedRow extends Record<string, unknown> {
  result: PersonChange;
  keys: MovedKeys;
}

/** Notes the moved keys in the audit entry; whether anything was changed. */
function isChanged([changed]: ChangedRow[]): boolean {
  if (changed?.result !== "done") return false;
  const { revoked, kept } = changed.keys;
  extendAudit({
    ...(revoked.length > 0 && { revokedKeys: revoked }),
    ...(kept.length > 0 && { keptKeys: kept }),
  });
  callerCache().forget();
  return true;
}

const MOVED_KEYS = "list_moved_keys($1, $3, $2, $6, $5) AS keys";

/**
 * Gives a person another role; without one they are removed and all of their sessions end. With the role of an owner or
 * admin their open invitations end too. API keys that the person may not hold any more are revoked in the same
 * transaction, unless the owner who makes the change keeps them.
 */
export async function changePerson({
  partnerId,
  actorId,
  personId,
  role,
  keptKeyIds = [],
  approvesFrom,
  at,
}: Change): Promise<PersonChange> {
  const [row] = await change<ChangedRow>(
    "change_person",
    `WITH changed AS MATERIALIZED (SELECT change_person($1, $2, $3, $4, $5, $6, $7) AS result)
     SELECT result, ${MOVED_KEYS} FROM changed`,
    [partnerId, actorId, personId, role, at, keptKeyIds, approvesFrom ?? null],
    isChanged,
  );
  return row?.result ?? "unknown";
}

/**
 * As `changePerson` gives another role, as long as the person has the one that this was decided on. Undefined when they have
 * not, any more: nothing was changed then. The lock of these people comes first, as it does there.
 */
export async function changeRoleFrom(
  from: PartnerRole,
  { partnerId, actorId, personId, role, keptKeyIds = [], at }: Change,
): Promise<PersonChange | undefined> {
  const [row] = await change<ChangedRow>(
    "change_role_from",
    `WITH alone AS (SELECT lock_people_of($1)::text),
     changed AS MATERIALIZED (
       SELECT change_person($1, $2, decided.id, $4, $5, $6) AS result FROM (
         SELECT p.id FROM alone CROSS JOIN people p WHERE p.id = $3 AND p.role = $7 FOR NO KEY UPDATE OF p) decided)
     SELECT result, ${MOVED_KEYS} FROM changed`,
    [partnerId, actorId, personId, role, at, keptKeyIds, from],
    isChanged,
  );
  return row?.result;
}

/** Invitations that can still be used, newest first. */
export function listInvitations(partnerId: string, at: Date): Promise<InvitationRow[]> {
  return query<InvitationRow & Record<string, unknown>>(
    "list_invitations",
    `SELECT ${INVITATION_COLUMNS} FROM invitations i JOIN people inviter ON inviter.id = i.invited_by
     WHERE i.partner_id = $1 AND ${OPEN} AND i.expires_at > $2 ORDER BY i.id DESC`,
    [partnerId, at],
  );
}

interface NewInvitation {
  id: string;
  email: string;
  emailKey: string;
  role: Role;
  tokenHash: string;
  /** Null for that of the first administrator. */
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
}

/** What came of an invitation; `not_allowed` when who invites is no owner or admin any more. */
export type InvitationOutcome = "done" | "exists" | "not_allowed";

/**
 * Stores an invitation in place of one for the same email, unless that one can sign in already. To a partner's people,
 * or to the operator's when `partnerId` is null.
 */
export async function insertInvitation(
  partnerId: string | null,
  row: NewInvitation,
): Promise<InvitationOutcome> {
  const [invited] = await change<{ result: InvitationOutcome }>(
    "invite_person",
    "SELECT invite_person($1) AS result",
    [
      {
        id: row.id,
        partner_id: partnerId,
        email: row.email,
        email_key: row.emailKey,
        role: row.role,
        token_hash: row.tokenHash,
        invited_by: row.invitedBy,
        created_at: row.createdAt,
        expires_at: row.expiresAt,
      },
    ],
    ([first]) => first?.result === "done",
  );
  return invited?.result ?? "not_allowed";
}

/** Takes an invitation back. False when it was used, has ended, or is another partner's. */
export async function revokeInvitation(
  partnerId: string,
  invitationId: string,
  at: Date,
): Promise<boolean> {
  const revoked = await change(
    "revoke_invitation",
    `UPDATE invitations i SET revoked_at = $3 WHERE i.partner_id = $1 AND i.id = $2 AND ${OPEN} AND i.expires_at > $3
     RETURNING i.id`,
    [partnerId, invitationId, at],
    (rows) => rows.length > 0,
  );
  return revoked.length > 0;
}

export interface FoundInvitation extends Omit<InvitationRow, "role"> {
  /** Null for that of the first administrator. */
  inviterId: string | null;
  /** The administrator whom the link gives new credentials; null for one that makes a person. */
  recoversId: string | null;
  /** Null for one to the operator's people. */
  partnerId: string | null;
  partnerName: string | null;
  role: Role;
}

/** The invitation of a link that can still be used: its partner is not suspended, and who invited still may. */
export async function findInvitation(
  tokenHash: string,
  at: Date,
): Promise<FoundInvitation | undefined> {
  const rows = await query<FoundInvitation & Record<string, unknown>>(
    "find_invitation",
    `SELECT ${INVITATION_COLUMNS}, i.invited_by AS "inviterId", i.recovers AS "recoversId", i.partner_id AS "partnerId", p.name AS "partnerName"
     FROM invitations i LEFT JOIN people inviter ON inviter.id = i.invited_by
       LEFT JOIN partners p ON p.id = i.partner_id
     WHERE i.token_hash = $1 AND ${OPEN} AND i.expires_at > $2 AND p.suspended_at IS NULL AND ${STILL_MEANT}`,
    [tokenHash, at],
  );
  return rows[0];
}

interface NewcomerRow {
  id: string;
  name: string;
  emailKey: string;
  passwordHash: string;
  /** The operator's people begin with a second factor. */
  totpSecretSealed: string | null;
  recoveryHashes: readonly string[];
  /** Of the operator's people: from when their approvals count where two are needed. */
  approvesFrom: Date | null;
  createdAt: Date;
}

/**
 * Makes the person of an invitation and uses it up. One of the operator's people is of the line of who invited them.
 * False when the invitation cannot be used any more.
 */
export async function insertInvited(invitationId: string, person: NewcomerRow): Promise<boolean> {
  const made = await change(
    "accept_invitation",
    // The operator's people come in one after another: an invitation that the one before ended is not accepted. The
    // lock comes before the rows, as in `invite_person`.
    `WITH alone AS MATERIALIZED (SELECT lock_people_of(NULL)::text FROM invitations WHERE id = $1 AND partner_id IS NULL),
     accepted AS (
       UPDATE invitations i SET accepted_at = $2
       WHERE (SELECT count(*) FROM alone) >= 0 AND i.id = $1 AND i.recovers IS NULL AND ${OPEN} AND i.expires_at > $2 AND ${STILL_MEANT}
       RETURNING i.partner_id, i.email, i.role, i.invited_by),
     made AS (
       INSERT INTO people (id, partner_id, email, email_key, name, role, password_hash, totp_secret_sealed, created_at,
         approves_from, sponsor_id)
       SELECT $3, a.partner_id, a.email, $4, $5, a.role, $6, $7, $2, $9,
         CASE WHEN a.partner_id IS NULL THEN (SELECT line_of(inviter) FROM people inviter WHERE inviter.id = a.invited_by) END
       FROM accepted a RETURNING id),
     codes AS (INSERT INTO recovery_codes (person_id, code_hash, created_at)
       SELECT m.id, h.code_hash, $2 FROM made m CROSS JOIN unnest($8::text[]) h (code_hash))
     SELECT id FROM made`,
    [
      invitationId,
      person.createdAt,
      person.id,
      person.emailKey,
      person.name,
      person.passwordHash,
      person.totpSecretSealed,
      person.recoveryHashes,
      person.approvesFrom,
    ],
    (rows) => rows.length > 0,
  );
  return made.length > 0;
}

/** Writes the audit entry of the request and changes nothing else. */
export async function recordOnly(): Promise<void> {
  await change("record_only", "SELECT 1", []);
}
