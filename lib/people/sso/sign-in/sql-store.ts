// SQL: lock: an account is bound once, in one statement; the rules of invitations and of roles are SQL functions.

import { change, query } from "@/lib/db";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { type MovedKeys, noteMovedKeys } from "@/lib/people/team/sql-store";

/** Finds the open invitation of an email to a partner's people, as `findInvitation` does for its link. */
export async function findInvitationFor(
  partnerId: string,
  emailKey: string,
  at: Date,
): Promise<{ id: string; role: string } | undefined> {
  const rows = await query<{ id: string; role: string }>(
    "find_invitation_for",
    `SELECT i.id, i.role FROM invitations i JOIN partners p ON p.id = i.partner_id
     WHERE i.partner_id = $1 AND i.email_key = $2 AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.recovers IS NULL
       AND i.expires_at > $3 AND p.suspended_at IS NULL AND leads_people_of(i.partner_id, i.invited_by)
     ORDER BY i.id DESC LIMIT 1`,
    [partnerId, emailKey, at],
  );
  return rows[0];
}

/**
 * Binds an account of an identity provider to a person. An account that is bound to a removed person becomes free.
 * Returns false when the account is bound to somebody else, or the person was removed.
 * @throws DatabaseError 23505 when another account is bound to the person.
 */
export async function insertIdentity(
  issuer: string,
  subject: string,
  personId: string,
  at: Date,
): Promise<boolean> {
  const bound = await change(
    "insert_sso_identity",
    `INSERT INTO sso_identities (issuer, subject, person_id, partner_id, created_at)
     SELECT $1, $2, p.id, p.partner_id, $4 FROM people p WHERE p.id = $3 AND p.disabled_at IS NULL FOR KEY SHARE
     ON CONFLICT (issuer, subject) DO UPDATE
       SET person_id = EXCLUDED.person_id, partner_id = EXCLUDED.partner_id, created_at = EXCLUDED.created_at
       WHERE EXISTS (SELECT FROM people old WHERE old.id = sso_identities.person_id AND old.disabled_at IS NOT NULL)
     RETURNING person_id`,
    [issuer, subject, personId, at],
    (rows) => rows.length > 0,
  );
  return bound.length > 0;
}

/**
 * Gives a person the role of the provider's claims, and adds the API keys that end with the former one to the audit entry.
 * Returns false when the role stays.
 */
export async function applyRole(
  partnerId: string,
  personId: string,
  role: string,
  at: Date,
): Promise<boolean> {
  const [row] = await change<{ former: string | null; keys: MovedKeys }>(
    "apply_sso_role",
    `WITH applied AS MATERIALIZED (SELECT apply_sso_role($1, $2, $3, $4) AS former)
     SELECT former, list_moved_keys($1, $2, $2, '{}', $4) AS keys FROM applied`,
    [partnerId, personId, role, at],
    ([first]) => {
      if (first?.former == null) return false;
      noteMovedKeys(first.keys);
      return true;
    },
  );
  const isChanged = row?.former != null;
  if (isChanged) callerCache().forget();
  return isChanged;
}
