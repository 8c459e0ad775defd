// SQL: hot path: authenticates each request. The insert is for scripts too, which load no Prisma Client for one row.

import type { CallingPartner, FoundPartner } from "@/lib/contract/partner";
import type { ApiKeyScope } from "@/lib/contract/scopes";
import { change, lookUp, query } from "@/lib/db";
import { keyAddresses } from "./key-addresses";
import { refuseMaker } from "./refuse-maker";

const CALLER_COLUMNS = `p.id, p.name, p.redirect_url AS "redirectUrl", p.wallet_address AS "walletAddress",
  p.kyc_fee_micro_usd AS "kycFeeMicroUsd", p.card_creation_fee_micro_usd AS "cardCreationFeeMicroUsd",
  p.funding_fee_micro_usd AS "fundingFeeMicroUsd", p.funding_fee_bps AS "fundingFeeBps",
  p.card_withdrawal_fee_micro_usd AS "cardWithdrawalFeeMicroUsd", p.cross_border_fee_bps AS "crossBorderFeeBps",
  p.requests_per_s AS "requestsPerS", p.request_burst AS "requestBurst", p.suspended_at AS "suspendedAt",
  p.clock_offset_s AS "clockOffsetS"`;

/** The partner of an unrevoked key, by the key's SHA-256. The key may have expired. */
export async function findCallerByKeyHash(keyHash: string): Promise<FoundPartner | undefined> {
  const [row] = await lookUp<FoundPartner & { keyAllowedIps: string[]; readAtMs: number }>(
    "find_caller_by_key_hash",
    `SELECT ${CALLER_COLUMNS}, k.id AS "keyId", k.scopes AS "keyScopes",
       least(k.expires_at, k.valid_until) AS "keyExpiresAt", k.allowed_ips AS "keyAllowedIps",
       (extract(epoch FROM now()) * 1000)::float8 AS "readAtMs"
     FROM api_keys k JOIN partners p ON p.id = k.partner_id
     WHERE k.key_hash = $1 AND k.revoked_at IS NULL`,
    [keyHash],
  );
  if (!row) return undefined;
  const { keyAllowedIps, readAtMs, ...partner } = row;
  const clockOffsetMs = readAtMs - Date.now();
  return { ...partner, clockOffsetMs, keyAddresses: keyAddresses(keyAllowedIps) };
}

/** A partner by its id. */
export async function findPartner(partnerId: string): Promise<CallingPartner | undefined> {
  const rows = await lookUp<CallingPartner>(
    "find_partner",
    `SELECT ${CALLER_COLUMNS} FROM partners p WHERE p.id = $1`,
    [partnerId],
  );
  return rows[0];
}

export interface NewApiKeyRow {
  id: string;
  name: string;
  hint: string;
  keyHash: string;
  scopes: readonly ApiKeyScope[];
  /** The person who creates the key; null: the operator. */
  createdBy: string | null;
  createdAt: Date;
  /** The chosen expiry; null: none. */
  validUntil: Date | null;
  /** IP addresses and CIDR ranges from which the key may be used; empty: from everywhere. */
  allowedIps: readonly string[];
}

/**
 * Stores a key by its hash.
 * @throws ServiceError ROLE_NOT_ALLOWED if its creator may no longer grant its scopes.
 */
export async function insertApiKey(partnerId: string, key: NewApiKeyRow): Promise<void> {
  await change(
    "insert_api_key",
    `INSERT INTO api_keys (id, partner_id, name, hint, key_hash, scopes, created_by, created_at, valid_until, allowed_ips)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      key.id,
      partnerId,
      key.name,
      key.hint,
      key.keyHash,
      key.scopes,
      key.createdBy,
      key.createdAt,
      key.validUntil,
      key.allowedIps,
    ],
  ).catch(refuseMaker);
}

/** Writes the times of last use of keys, by key id. */
export async function recordKeyUses(uses: ReadonlyMap<string, Date>): Promise<void> {
  await query(
    "record_key_uses",
    `INSERT INTO api_key_uses AS u (key_id, partner_id, last_used_at)
     SELECT k.id, k.partner_id, n.used_at FROM unnest($1::text[], $2::timestamptz[]) n (key_id, used_at)
       JOIN api_keys k ON k.id = n.key_id ORDER BY k.id
     ON CONFLICT (key_id) DO UPDATE SET last_used_at = greatest(u.last_used_at, excluded.last_used_at)`,
    [[...uses.keys()], [...uses.values()]],
  );
}
