// SQL: lock: a link replaces an earlier one, and is used once, in one statement each, with its e-mail.

import { change, query } from "@/lib/db";
import { RESET_SCOPE } from "@/lib/identity/attempts/sql-store";
import type { LinkMail } from "@/lib/mail/link-mail";
import { SECURITY_TIMES } from "@/lib/mail/sql-store";

/** The times of links are the database's, by which their e-mails are sent too. */
interface NewReset {
  id: string;
  personId: string;
  tokenHash: string;
  mail: LinkMail;
  createdAt: Date;
  expiresAt: Date;
}

/** Stores a link for a person with its e-mail; earlier links end. Returns false when the person was removed meanwhile. */
export async function insertReset(reset: NewReset): Promise<boolean> {
  const { id, personId, tokenHash, mail, createdAt, expiresAt } = reset;
  const rows = await change(
    "insert_password_reset",
    `WITH person AS (SELECT id, partner_id, email FROM people WHERE id = $2 AND disabled_at IS NULL FOR NO KEY UPDATE),
     ended AS (UPDATE password_resets r SET used_at = $4 FROM person p WHERE r.person_id = p.id AND r.used_at IS NULL),
     old_mail AS (DELETE FROM mail_outbox m USING person p
       WHERE m.person_id = p.id AND m.kind = 'password_reset' AND m.sent_at IS NULL),
     mailed AS (INSERT INTO mail_outbox (id, channel, kind, partner_id, person_id, address, data, link_sealed, created_at, due_at, expires_at)
       SELECT $6, 'mail', 'password_reset', p.partner_id, p.id, p.email, jsonb_build_object('expiresAt', $5::timestamptz), $7, $4, $4, $5
       FROM person p)
     INSERT INTO password_resets (id, person_id, token_hash, created_at, expires_at)
     SELECT $1, p.id, $3, $4, $5 FROM person p RETURNING id`,
    [id, personId, tokenHash, createdAt, expiresAt, mail.id, mail.link_sealed],
    (inserted) => inserted.length > 0,
  );
  return rows.length > 0;
}

export interface FoundReset {
  personId: string;
  partnerId: string | null;
  email: string;
  hasSecondFactor: boolean;
}

const OPEN = "r.used_at IS NULL AND r.expires_at > $2 AND p.disabled_at IS NULL";

/** Finds the person of a link that can still be used. */
export async function findReset(tokenHash: string, at: Date): Promise<FoundReset | undefined> {
  const rows = await query<FoundReset & Record<string, unknown>>(
    "find_password_reset",
    `SELECT p.id AS "personId", p.partner_id AS "partnerId", p.email, p.totp_secret_sealed IS NOT NULL AS "hasSecondFactor"
     FROM password_resets r JOIN people p ON p.id = r.person_id WHERE r.token_hash = $1 AND ${OPEN}`,
    [tokenHash, at],
  );
  return rows[0];
}

/**
 * Uses a link: sets the password, ends all sessions and the links with which an operator could set a new second factor, clears
 * wrong passwords and queues an e-mail. The second factor and the counts of wrong codes stay. Returns false when the link can
 * no longer be used.
 */
export async function applyReset(
  tokenHash: string,
  passwordHash: string,
  at: Date,
): Promise<boolean> {
  const applied = await change(
    "apply_password_reset",
    // The person is locked before the link, as by all that ends links: in the other order two requests could deadlock.
    `WITH owner AS MATERIALIZED (SELECT p.id FROM password_resets r JOIN people p ON p.id = r.person_id
       WHERE r.token_hash = $1 AND ${OPEN} FOR NO KEY UPDATE OF p),
     used AS (
       UPDATE password_resets r SET used_at = $2 FROM owner o
       WHERE r.token_hash = $1 AND r.used_at IS NULL RETURNING o.id),
     person AS (
       UPDATE people p SET password_hash = $3, totp_pending_sealed = NULL, failed_passwords = 0, passwords_locked_until = NULL
       FROM used u WHERE p.id = u.id RETURNING p.id, p.email_key),
     recovery_links AS (UPDATE invitations i SET revoked_at = $2 FROM person p
       WHERE i.recovers = p.id AND i.accepted_at IS NULL AND i.revoked_at IS NULL),
     attempts AS (DELETE FROM sign_in_attempts a USING person p
       WHERE a.email_hash = encode(sha256(convert_to(p.email_key, 'UTF8')), 'hex') AND a.scope NOT IN ('code', '${RESET_SCOPE}'))
     SELECT p.id, end_other_sessions(p.id, '', $2),
       queue_mail(p, 'password_changed', NULL, '{"how": "reset"}', $2, ${SECURITY_TIMES})
     FROM person JOIN people p ON p.id = person.id`,
    [tokenHash, at, passwordHash],
    (rows) => rows.length > 0,
  );
  return applied.length > 0;
}

/** Deletes links that ended before an instant. */
export async function deleteResetsBefore(before: Date): Promise<number> {
  const rows = await query(
    "delete_password_resets",
    "DELETE FROM password_resets WHERE expires_at < $1 RETURNING id",
    [before],
  );
  return rows.length;
}
