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
  expiresAt: Date;
  openedAt: Date | null;
  completedAt: Date | null;
  outcome: KycOutcome | null;
  partnerId: string;
  partnerName: string;
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
  countryCode: string;
  /** The codes of the last outcome that was not an approval. */
  reason: string | null;
  kycSessionId: string | null;
}

/** Finds a check whose user is not deleted. */
export async function findSession(sessionId: string): Promise<SessionState | undefined> {
  const rows = await query<SessionState & { user: SessionUser }>(
    "find_kyc_session",
    `SELECT s.id, s.provider, s.expires_at AS "expiresAt", s.opened_at AS "openedAt", s.completed_at AS "completedAt",
       s.outcome, s.partner_id AS "partnerId", p.name AS "partnerName",
       EXISTS (SELECT FROM kyc_sessions e WHERE e.user_id = u.id AND e.outcome = 'needsVerification') AS "isRepeat",
       coalesce(u.redirect_url, p.redirect_url) AS "redirectUrl",
       json_build_object('id', u.id, 'version', u.version, 'status', u.status, 'email', u.email,
         'firstName', u.first_name, 'lastName', u.last_name, 'phoneNumber', u.phone_number,
         'countryCode', u.country_code, 'reason', u.denial_reason, 'kycSessionId', u.kyc_session_id) AS "user"
     FROM kyc_sessions s JOIN users u ON u.id = s.user_id JOIN partners p ON p.id = s.partner_id
     WHERE s.id = $1 AND u.deleted_at IS NULL`,
    [sessionId],
  );
  return rows[0];
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
