// SQL: lock: one statement per link: the person is locked, and a link is used or replaced once.

import { change } from "@/lib/db";
import { SECURITY_TIMES } from "@/lib/mail/sql-store";

interface NewRecovery {
  id: string;
  personId: string;
  tokenHash: string;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * Stores a recovery link of an administrator; an earlier one ends. Returns false when the person is no longer an
 * administrator.
 */
export async function insertRecovery(recovery: NewRecovery): Promise<boolean> {
  const { id, personId, tokenHash, createdAt, expiresAt } = recovery;
  const inserted = await change(
    "insert_recovery",
    `WITH person AS (SELECT id, email, email_key FROM people
       WHERE id = $2 AND partner_id IS NULL AND role = 'admin' AND disabled_at IS NULL FOR NO KEY UPDATE),
     ended AS (UPDATE invitations i SET revoked_at = $4 FROM person p
       WHERE i.recovers = p.id AND i.accepted_at IS NULL AND i.revoked_at IS NULL RETURNING i.id)
     INSERT INTO invitations (id, email, email_key, role, token_hash, invited_by, recovers, created_at, expires_at)
     SELECT $1, p.email, p.email_key, 'admin', $3, p.id, p.id, $4, $5
     -- One link is open at a time: the count makes sure that the earlier one has ended first.
     FROM person p WHERE (SELECT count(*) FROM ended) >= 0 RETURNING id`,
    [id, personId, tokenHash, createdAt, expiresAt],
    (rows) => rows.length > 0,
  );
  return inserted.length > 0;
}

interface NewCredentials {
  passwordHash: string;
  totpSecretSealed: string;
  recoveryHashes: readonly string[];
  /** The time from which approvals count where two are needed, if two administrators reset the second factor. */
  approvesFrom: Date;
}

/**
 * Uses a recovery link: sets the operator's password, second factor and recovery codes, removes the passkeys, ends all
 * sessions and a link to reset the password, and clears failed attempts. Returns false when the link can no longer be used.
 */
export async function applyRecovery(
  invitationId: string,
  { passwordHash, totpSecretSealed, recoveryHashes, approvesFrom }: NewCredentials,
  at: Date,
): Promise<boolean> {
  const applied = await change(
    "apply_recovery",
    // The person is locked before the link, as by changes of people: in the other order two requests could deadlock.
    `WITH recovered AS MATERIALIZED (SELECT r.id FROM invitations i JOIN people r ON r.id = i.recovers
       WHERE i.id = $1 AND r.partner_id IS NULL AND r.disabled_at IS NULL FOR NO KEY UPDATE OF r),
     accepted AS (
       UPDATE invitations i SET accepted_at = $2 FROM recovered r
       WHERE i.id = $1 AND i.recovers = r.id AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > $2
         AND leads_people_of(NULL, i.invited_by)
       RETURNING i.recovers AS id, i.invited_by),
     person AS (
       -- A link of two administrators may have reached somebody else: approvals count later, as those of a new approver.
       UPDATE people p SET approves_from = CASE WHEN a.invited_by <> a.id THEN greatest(p.approves_from, $6) ELSE p.approves_from END,
         password_hash = $3, totp_secret_sealed = $4, totp_pending_sealed = NULL, failed_codes = 0,
         codes_locked_until = NULL, failed_passwords = 0, passwords_locked_until = NULL
       FROM accepted a WHERE p.id = a.id RETURNING p.id, p.email_key),
     old_passkeys AS (DELETE FROM passkeys k USING person p WHERE k.person_id = p.id),
     old_reset AS (UPDATE password_resets r SET used_at = $2 FROM person p WHERE r.person_id = p.id AND r.used_at IS NULL),
     old_codes AS (DELETE FROM recovery_codes c USING person p WHERE c.person_id = p.id),
     codes AS (INSERT INTO recovery_codes (person_id, code_hash, created_at)
       SELECT p.id, h.code_hash, $2 FROM person p CROSS JOIN unnest($5::text[]) h (code_hash)),
     attempts AS (DELETE FROM sign_in_attempts a USING person p
       WHERE a.email_hash = encode(sha256(convert_to(p.email_key, 'UTF8')), 'hex'))
     SELECT p.id, end_other_sessions(p.id, '', $2),
       queue_mail(p, 'password_changed', NULL, '{"how": "recovered"}', $2, ${SECURITY_TIMES})
     FROM person JOIN people p ON p.id = person.id`,
    [invitationId, at, passwordHash, totpSecretSealed, recoveryHashes, approvesFrom],
    (rows) => rows.length > 0,
  );
  return applied.length > 0;
}
