// SQL: lock: people of one side change one at a time, under lock_people_of; the rules of invitations are SQL functions.

import type { PartnerRole, Role } from "@/lib/contract/roles";
import { change, query } from "@/lib/db";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { LOCKED_UNTIL } from "@/lib/identity/attempts/sql-store";
import { extendAudit } from "@/lib/kernel/audit-context";
import { errorCodeOf } from "@/lib/kernel/error-code";
import type { LinkMail } from "@/lib/mail/link-mail";
import type { InvitationRow } from "./store";

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

const PERSON_COLUMNS = `p.id, p.name, p.email, p.role, p.totp_secret_sealed IS NOT NULL AS "hasSecondFactor",
  p.created_at AS "createdAt", (SELECT max(s.created_at) FROM sessions s WHERE s.person_id = p.id) AS "lastSignInAt",
  ${LOCKED_UNTIL} AS "lockedUntil"`;
const INVITATION_COLUMNS = `i.id, i.email, i.role, coalesce(inviter.name, 'The operator') AS "invitedBy", i.created_at AS "createdAt",
  i.expires_at AS "expiresAt"`;
const OPEN = "i.accepted_at IS NULL AND i.revoked_at IS NULL";
/** An invitation is valid only while its inviter may invite: a removed person leaves no open link behind. */
const STILL_MEANT = "leads_people_of(i.partner_id, i.invited_by)";

/** Lists the active people of a partner, oldest first. */
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
 * The outcome of a change of a person's role. `last_owner`: the person is the last owner of the partner, or the last
 * admin of the operator. `last_break_glass`: the last owner with break-glass access, while single sign-on is required.
 * `not_allowed`: the actor is no longer an owner or admin.
 */
export type PersonChange = "done" | "unknown" | "last_owner" | "last_break_glass" | "not_allowed";

interface Change {
  /** Null for the operator's people. */
  partnerId: string | null;
  /** The person who requests the change. */
  actorId: string;
  personId: string;
  /** Null to remove the person. */
  role: Role | null;
  /** API keys that the actor takes over; the person's other keys are revoked if the new role may not hold them. */
  keptKeyIds?: readonly string[];
  /** The time from which the approvals of a promoted operator count. */
  approvesFrom?: Date;
  /** Of a partner's person: by the clock of the database. By one that is ahead, a key that ends soon would be left. */
  at: Date;
}

/** The API keys that a change of a person revoked, and those that the actor took over. */
export interface MovedKeys {
  revoked: { keyId: string; name: string }[];
  kept: { keyId: string; name: string }[];
}

interface ChangedRow extends Record<string, unknown> {
  result: PersonChange;
  keys: MovedKeys;
}

/** Adds the moved keys to the audit entry of a change of a person. */
export function noteMovedKeys({ revoked, kept }: MovedKeys): void {
  extendAudit({
    ...(revoked.length > 0 && { revokedKeys: revoked }),
    ...(kept.length > 0 && { keptKeys: kept }),
  });
}

/** Makes a change of a person. Cached callers are dropped after the commit: before it, a request would cache them again. */
async function changeWithKeys(
  name: string,
  text: string,
  values: unknown[],
): Promise<PersonChange | undefined> {
  const [row] = await change<ChangedRow>(name, text, values, ([changed]) => {
    if (changed?.result !== "done") return false;
    noteMovedKeys(changed.keys);
    return true;
  });
  callerCache().forget();
  return row?.result;
}

// A process of the version before knows only `last_owner`, so `change_person` returns it for both.
const RESULT = `CASE WHEN result = 'last_owner' AND is_last_break_glass($1, $3) THEN 'last_break_glass' ELSE result END AS result`;

const MOVED_KEYS = "list_moved_keys($1, $3, $2, $6, $5) AS keys";

/**
 * Changes a person's role; without a role, removes the person and ends all their sessions. When the person loses the
 * role of owner or admin, their open invitations end. API keys that the person may no longer hold are revoked in the
 * same transaction, unless the acting owner takes them over.
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
  const result = await changeWithKeys(
    "change_person",
    `WITH changed AS MATERIALIZED (SELECT change_person($1, $2, $3, $4, $5, $6, $7) AS result)
     SELECT ${RESULT}, ${MOVED_KEYS} FROM changed`,
    [partnerId, actorId, personId, role, at, keptKeyIds, approvesFrom ?? null],
  );
  return result ?? "unknown";
}

/**
 * Changes the role or removes like `changePerson`, but only while the person still has the role `from`. Otherwise returns
 * undefined and changes nothing. The lock on these people is taken first, as in `changePerson`.
 */
export async function changeRoleFrom(
  from: PartnerRole,
  { partnerId, actorId, personId, role, keptKeyIds = [], at }: Change,
): Promise<PersonChange | undefined> {
  return changeWithKeys(
    "change_role_from",
    `WITH alone AS (SELECT lock_people_of($1)::text),
     changed AS MATERIALIZED (
       SELECT change_person($1, $2, decided.id, $4, $5, $6) AS result FROM (
         SELECT p.id FROM alone CROSS JOIN people p WHERE p.id = $3 AND p.role = $7 FOR NO KEY UPDATE OF p) decided)
     SELECT ${RESULT}, ${MOVED_KEYS} FROM changed`,
    [partnerId, actorId, personId, role, at, keptKeyIds, from],
  );
}

interface NewInvitation {
  id: string;
  email: string;
  emailKey: string;
  role: Role;
  tokenHash: string;
  /** Null for the invitation of a first administrator. */
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
  /** Sends the link to the email; undefined if no e-mails are sent. */
  mail: LinkMail | undefined;
}

/**
 * The outcome of an invitation; `not_allowed` when the inviter is no longer an owner or admin. `too_many_open` and
 * `too_many_made`: the partner has reached a limit.
 */
export type InvitationOutcome =
  | "done"
  | "exists"
  | "not_allowed"
  | "too_many_open"
  | "too_many_made";

const LIMITS: Readonly<Record<string, InvitationOutcome>> = {
  PW030: "too_many_open",
  PW031: "too_many_made",
};

function limitOf(error: unknown): [{ result: InvitationOutcome }] {
  const result = LIMITS[errorCodeOf(error) ?? ""];
  if (result === undefined) throw error;
  return [{ result }];
}

/**
 * Stores an invitation in place of one for the same email, unless the email already has an account here. The invitation
 * is to a partner's people, or to the operator's when `partnerId` is null.
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
        mail: row.mail,
      },
    ],
    ([first]) => first?.result === "done",
  ).catch(limitOf);
  return invited?.result ?? "not_allowed";
}

export interface FoundInvitation extends Omit<InvitationRow, "role"> {
  /** Null for the invitation of a first administrator. */
  inviterId: string | null;
  /** The administrator to whom the link gives new credentials; null for a link that creates a person. */
  recoversId: string | null;
  /** Null for an invitation to the operator's people. */
  partnerId: string | null;
  partnerName: string | null;
  role: Role;
}

/** Finds a usable invitation: its partner is not suspended, and its inviter may still invite. */
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
  /** Set for the operator's people, who must have a second factor. */
  totpSecretSealed: string | null;
  recoveryHashes: readonly string[];
  /** For the operator's people: the time from which their approvals count where two are needed. */
  approvesFrom: Date | null;
  createdAt: Date;
}

/**
 * Creates the person of an invitation and marks it used. One of the operator's people counts as of the same line as
 * their inviter. Returns false when the invitation can no longer be used.
 */
export async function insertInvited(invitationId: string, person: NewcomerRow): Promise<boolean> {
  const made = await change(
    "accept_invitation",
    // The people of one side are added one at a time, so that an invitation that the previous one ended is not accepted.
    // The lock is taken before the rows are read, as in `invite_person`.
    `WITH alone AS MATERIALIZED (SELECT lock_people_of(partner_id)::text FROM invitations WHERE id = $1),
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
