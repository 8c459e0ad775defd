import type { ApiKeyScope } from "@/lib/contract/scopes";
import { change, query } from "@/lib/db";
import { listStatement, when } from "@/lib/db/list-statement";
import { queryList } from "@/lib/db/query-list";
import { refuseMaker } from "@/lib/identity/api-keys/refuse-maker";
import type { NewApiKeyRow } from "@/lib/identity/api-keys/store";
import type { Page, PageRequest } from "@/lib/kernel/page";

export interface ApiKeyRow {
  id: string;
  name: string;
  hint: string;
  scopes: ApiKeyScope[];
  /** The name of the person who created it, or "The operator". */
  createdBy: string;
  /** The name of the owner who took over responsibility for it. */
  keptBy: string | null;
  createdAt: Date;
  revokedAt: Date | null;
  /** The time at which a rotated key stops working. */
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

const COLUMNS = `k.id, k.name, k.hint, k.scopes, coalesce(maker.name, 'The operator') AS "createdBy",
  keeper.name AS "keptBy", k.created_at AS "createdAt", k.revoked_at AS "revokedAt",
  k.expires_at AS "expiresAt", u.last_used_at AS "lastUsedAt"`;
const TABLES = `api_keys k LEFT JOIN api_key_uses u ON u.key_id = k.id LEFT JOIN people maker ON maker.id = k.created_by
  LEFT JOIN people keeper ON keeper.id = k.taken_over_by`;

const LISTED = {
  name: "list_api_keys",
  from: "api_keys k WHERE k.partner_id = $1",
  id: "k.id",
  columns: "k.*",
  beside: `LEFT JOIN LATERAL (SELECT ${COLUMNS} FROM ${TABLES} WHERE k.id = page.id OFFSET 0) k ON true`,
};

/** Lists the active keys for which a person is responsible, newest first. */
export function listKeysOfPerson(
  partnerId: string,
  personId: string,
  at: Date,
  page: PageRequest,
): Promise<Page<ApiKeyRow>> {
  const conditions = [
    ...when("person", personId, "coalesce(k.taken_over_by, k.created_by) = ?"),
    ...when("active", at, "k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?)"),
  ];
  return queryList(listStatement({ ...LISTED, scope: partnerId, conditions, page }));
}

/** Lists all keys of a partner, newest first. */
export function listApiKeys(partnerId: string, page: PageRequest): Promise<Page<ApiKeyRow>> {
  return queryList(listStatement({ ...LISTED, scope: partnerId, conditions: [], page }));
}

export async function findApiKey(partnerId: string, keyId: string): Promise<ApiKeyRow | undefined> {
  const rows = await query<ApiKeyRow>(
    "find_api_key",
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE k.partner_id = $1 AND k.id = $2`,
    [partnerId, keyId],
  );
  return rows[0];
}

/**
 * Stores a key in place of an active one, which expires at `endsAt`. Returns false when the old key is no longer
 * active.
 * @throws ServiceError ROLE_NOT_ALLOWED when the creator may no longer grant the scopes.
 */
export async function replaceApiKey(
  partnerId: string,
  { keyId, endsAt, by }: { keyId: string; endsAt: Date; by: NewApiKeyRow },
): Promise<boolean> {
  const replaced = await change(
    "replace_api_key",
    `WITH rolled AS (
       UPDATE api_keys SET expires_at = $3
       WHERE partner_id = $1 AND id = $2 AND revoked_at IS NULL AND expires_at IS NULL RETURNING partner_id)
     INSERT INTO api_keys (id, partner_id, name, hint, key_hash, scopes, created_by, created_at)
     SELECT $4, partner_id, $5, $6, $7, $8, $9, $10 FROM rolled RETURNING id`,
    [
      partnerId,
      keyId,
      endsAt,
      by.id,
      by.name,
      by.hint,
      by.keyHash,
      by.scopes,
      by.createdBy,
      by.createdAt,
    ],
    (rows) => rows.length > 0,
  ).catch(refuseMaker);
  return replaced.length > 0;
}
