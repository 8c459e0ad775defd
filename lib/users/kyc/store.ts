// SQL: lock: leases due outcomes with SKIP LOCKED.

import type { KycOutcome } from "@/lib/contract/kyc-outcomes";
import { query } from "@/lib/db";
import type { UserStatus } from "@/lib/users/states";

/**
 * An identity check with its person. It is found by the session id alone, which only the signed link and the provider
 * know. Each row changed on this basis carries `partnerId`.
 */
export interface SessionState {
  id: string;
  provider: string;
  /** Moved back by the advances of the sandbox clock since the creation. */
  expiresAt: Date;
  openedAt: Date | null;
  completedAt: Date | null;
  outcome: KycOutcome | null;
  /** When the provider last withdrew its decision about the user without another one, by the provider's clock. */
  withdrawnAt: Date | null;
  partnerId: string;
  /** The name that the partner shows to its users. */
  partnerName: string;
  logoSha256: string | null;
  /** Whether an earlier check of the user ended in a request for more. */
  isRepeat: boolean;
  /** The redirect URL of the user, or else of the partner's profile. */
  redirectUrl: string | null;
  user: SessionUser;
}

export interface SessionUser {
  id: string;
  version: number;
  status: UserStatus;
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  address: string;
  city: string;
  region: string;
  postalCode: string;
  countryCode: string;
  /** The codes of the last outcome that was not an approval. */
  reason: string | null;
  kycSessionId: string | null;
  /** The cards that are not terminated. */
  openCards: number;
  /** The open alerts that a later decision of the provider can end. */
  openAlerts: { id: string; kind: "kyc_reset" | "kyc_approval_lost" }[];
}

const WITHDRAWN_AT = "(SELECT max(w.withdrawn_at) FROM kyc_sessions w WHERE w.user_id = u.id)";

/** Finds a check whose user is not deleted. */
export async function findSession(sessionId: string): Promise<SessionState | undefined> {
  const rows = await query<SessionState & { user: SessionUser }>(
    "find_kyc_session",
    `SELECT s.id, s.provider, s.expires_at - clock_advanced_since(s.partner_id, s.created_at) AS "expiresAt", s.opened_at AS "openedAt", s.completed_at AS "completedAt",
       s.outcome, ${WITHDRAWN_AT} AS "withdrawnAt", s.partner_id AS "partnerId", coalesce(b.public_name, p.name) AS "partnerName", b.logo_sha256 AS "logoSha256",
       EXISTS (SELECT FROM kyc_sessions e WHERE e.user_id = u.id AND e.outcome = 'needsVerification') AS "isRepeat",
       coalesce(u.redirect_url, p.redirect_url) AS "redirectUrl",
       json_build_object('id', u.id, 'version', u.version, 'status', u.status, 'email', u.email,
         'firstName', u.first_name, 'lastName', u.last_name, 'phoneNumber', u.phone_number,
         'address', u.address, 'city', u.city, 'region', u.region, 'postalCode', u.postal_code, 'countryCode', u.country_code, 'reason', u.denial_reason, 'kycSessionId', u.kyc_session_id,
         'openCards', (SELECT count(*) FROM cards c WHERE c.user_id = u.id AND c.status <> 'terminated'),
         'openAlerts', (SELECT coalesce(json_agg(json_build_object('id', a.id, 'kind', a.kind)), '[]')
           FROM alerts a WHERE a.kind IN ('kyc_reset', 'kyc_approval_lost') AND a.subject = u.id AND a.closed_at IS NULL)) AS "user"
     FROM kyc_sessions s JOIN users u ON u.id = s.user_id JOIN partners p ON p.id = s.partner_id
     LEFT JOIN partner_brands b ON b.partner_id = s.partner_id
     WHERE s.id = $1 AND u.deleted_at IS NULL`,
    [sessionId],
  );
  return rows[0];
}

/** The state of a user's checks, before a provider's decision about the person. */
export interface PersonState {
  partnerId: string;
  version: number;
  status: UserStatus;
  firstName: string;
  lastName: string;
  countryCode: string;
  /** The open check and when the person first opened its link; null if there is none. */
  openSessionId: string | null;
  openedAt: Date | null;
  /** The check that was decided last, or else the newest one. */
  lastSessionId: string | null;
  lastOutcome: KycOutcome | null;
  lastDecidedAt: Date | null;
  /** When the provider last withdrew its decision without another one, by the provider's clock. */
  withdrawnAt: Date | null;
}

/** Finds the checks of a user that is not deleted. */
export async function findPerson(userId: string): Promise<PersonState | undefined> {
  const rows = await query<PersonState & Record<string, unknown>>(
    "find_kyc_person",
    `SELECT u.partner_id AS "partnerId", u.version, u.status, u.first_name AS "firstName", u.last_name AS "lastName", u.country_code AS "countryCode", o.id AS "openSessionId", o.opened_at AS "openedAt", l.id AS "lastSessionId",
       l.outcome AS "lastOutcome", l.completed_at AS "lastDecidedAt", ${WITHDRAWN_AT} AS "withdrawnAt"
     FROM users u LEFT JOIN kyc_sessions o ON o.id = u.kyc_session_id
       LEFT JOIN LATERAL (SELECT id, outcome, completed_at FROM kyc_sessions WHERE user_id = u.id
         ORDER BY completed_at DESC NULLS LAST, id DESC LIMIT 1) l ON true
     WHERE u.id = $1 AND u.deleted_at IS NULL`,
    [userId],
  );
  return rows[0];
}

/**
 * Stores the birth date of the document, which card issuers need. Prisma Client is not enough: a user that is being
 * deleted must stay without one.
 * @param birthDate `YYYY-MM-DD`
 */
export async function storeBirthDate(userId: string, birthDate: string): Promise<void> {
  await query(
    "store_birth_date",
    "UPDATE users SET birth_date = $2 WHERE id = $1 AND deleted_at IS NULL AND birth_date IS DISTINCT FROM $2::date",
    [userId, birthDate],
  );
}

interface Lease {
  dueBy: Date;
  leasedUntil: Date;
  limit: number;
}

interface PlannedOutcome {
  sessionId: string;
  status: KycOutcome;
  reason: string | null;
}

/**
 * Leases due outcomes and skips those that another process is leasing. Outcomes whose check was completed in another
 * way, or whose user is deleted, are removed.
 */
export async function leasePlannedOutcomes({
  dueBy,
  leasedUntil,
  limit,
}: Lease): Promise<PlannedOutcome[]> {
  return query<PlannedOutcome & Record<string, unknown>>(
    "lease_planned_outcomes",
    `WITH due AS MATERIALIZED (
       SELECT o.session_id, s.completed_at IS NULL AND u.deleted_at IS NULL AS open
       FROM sandbox_kyc_outcomes o JOIN kyc_sessions s ON s.id = o.session_id JOIN users u ON u.id = o.user_id
       WHERE o.due_at <= $1 ORDER BY o.due_at LIMIT $3 FOR UPDATE OF o SKIP LOCKED),
     dropped AS (
       DELETE FROM sandbox_kyc_outcomes o USING due d WHERE o.session_id = d.session_id AND NOT d.open)
     UPDATE sandbox_kyc_outcomes o SET due_at = $2 FROM due d WHERE o.session_id = d.session_id AND d.open
     RETURNING o.session_id AS "sessionId", o.status, o.reason`,
    [dueBy, leasedUntil, limit],
  );
}

export async function deletePlannedOutcome(sessionId: string): Promise<void> {
  await query("delete_planned_outcome", "DELETE FROM sandbox_kyc_outcomes WHERE session_id = $1", [
    sessionId,
  ]);
}
