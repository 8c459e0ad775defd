// SQL: lock: an account is bound once, in one statement, by an unchanged connection; the rules of invitations and of roles are SQL functions.

import { change, query } from "@/lib/db";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import type { ReadConnection } from "@/lib/identity/sql-store";
import { type MovedKeys, noteMovedKeys } from "@/lib/people/team/sql-store";
import type { Connection } from "./connection";

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
 * Binds an account of an identity provider to a person. An account that is bound to a removed person becomes free, and the
 * account that the person had at another provider is unbound: the operator's provider changes in the settings, where nobody
 * unlinks the accounts of the former one. Returns false when the account is bound to somebody else, the person was removed,
 * or the connection was changed.
 * @throws DatabaseError 23505 when another account of this provider is bound to the person.
 */
export async function insertIdentity(
  { issuer, partnerId, changedAt }: Connection,
  subject: string,
  personId: string,
  at: Date,
): Promise<boolean> {
  const bound = await change(
    "insert_sso_identity",
    `WITH connection AS MATERIALIZED (
       SELECT FROM sso_connections c WHERE c.partner_id = $5 AND c.changed_at = $6 FOR SHARE),
     owner AS MATERIALIZED (SELECT p.id, p.partner_id FROM people p WHERE p.id = $3 AND p.disabled_at IS NULL
       AND ($5::text IS NULL OR EXISTS (SELECT FROM connection)) FOR KEY SHARE),
     former AS (DELETE FROM sso_identities i USING owner o WHERE i.person_id = o.id AND i.issuer <> $1 RETURNING i.person_id)
     INSERT INTO sso_identities (issuer, subject, person_id, partner_id, created_at)
     -- A person has one account: the count makes sure that the former one has been deleted first.
     SELECT $1, $2, o.id, o.partner_id, $4 FROM owner o WHERE (SELECT count(*) FROM former) >= 0
     ON CONFLICT (issuer, subject) DO UPDATE
       SET person_id = EXCLUDED.person_id, partner_id = EXCLUDED.partner_id, created_at = EXCLUDED.created_at
       WHERE EXISTS (SELECT FROM people old WHERE old.id = sso_identities.person_id AND old.disabled_at IS NOT NULL)
     RETURNING person_id`,
    [issuer, subject, personId, at, partnerId, changedAt],
    (rows) => rows.length > 0,
  );
  return bound.length > 0;
}

/**
 * Gives a person the role of the provider's claims, and adds the API keys that end with the former one to the audit entry.
 * Returns false when the role stays, or the connection was changed.
 * @param at the present by the clock of the database, by which API keys end
 */
export async function applyRole(
  { partnerId, changedAt }: ReadConnection,
  personId: string,
  role: string,
  at: Date,
): Promise<boolean> {
  const [row] = await change<{ former: string | null; keys: MovedKeys }>(
    "apply_sso_role",
    `WITH connection AS MATERIALIZED (
       SELECT FROM sso_connections c WHERE c.partner_id = $1 AND c.changed_at = $5 FOR SHARE),
     applied AS MATERIALIZED (SELECT apply_sso_role($1, $2, $3, $4) AS former FROM connection)
     SELECT former, list_moved_keys($1, $2, $2, '{}', $4) AS keys FROM applied`,
    [partnerId, personId, role, at, changedAt],
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
