import { hash as digest } from "node:crypto";
import type { FoundPartner } from "@/lib/contract/partner";
import { addressBucket } from "@/lib/kernel/address-bucket";
import { clientAddress } from "@/lib/kernel/client-address";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";
import { checkRate, limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { callerCache } from "./caller-cache";
import { findCallerByKeyHash } from "./sql-store";

/** The key, and the cell that it names if it was made in one. The length tells a cell from the beginning of the random part. */
const BEARER = /^Bearer +(sk_(?:staging|live)_(?:([a-z][a-z0-9]{0,7})_)?[A-Za-z0-9_-]{43})$/i;

/** The SHA-256 of an API key, hex, which is stored and looked up. A key has 256 random bits, so no salt is needed. */
export function hashKey(key: string): string {
  return digest("sha256", key, "hex");
}

function unauthorized(text?: string): ServiceError {
  const headers = { "WWW-Authenticate": "Bearer" };
  return new ServiceError("UNAUTHORIZED", { headers, ...(text !== undefined && { text }) });
}

/** Names the reason for a key that is unknown here because the request reached another cell than the key's. */
function textOfUnknown(cell: string | undefined): string | undefined {
  const own = env().CELL;
  if (own === undefined || cell === undefined || cell === own) return undefined;
  return `This API key is of the cell ${cell}, and the request reached the cell ${own}. Send it to the address of the API.`;
}

/**
 * Refuses a key from its expiry on, by the clock of the database, so that it ends in all processes at once. A cached key is checked at
 * each request too. The text helps no guesser: who reads it has the whole key.
 */
function refuseExpired({ keyExpiresAt, clockOffsetMs = 0 }: FoundPartner): void {
  if (keyExpiresAt == null || keyExpiresAt.getTime() > now().getTime() + clockOffsetMs) return;
  const time = keyExpiresAt.toISOString();
  throw unauthorized(
    `This API key expired at ${time}. Create another key in the dashboard, under Developers.`,
  );
}

/**
 * Authenticates a request by the API key in its `Authorization` header. Source: spec: Authentication 1.
 * @throws ServiceError UNAUTHORIZED for a missing, malformed, unknown, expired or revoked key; RATE_LIMITED for an address that
 * sent too many unknown keys; PARTNER_SUSPENDED.
 */
export async function authenticateKey(request: Pick<Request, "headers">): Promise<FoundPartner> {
  const [, key, cell] = BEARER.exec(request.headers.get("authorization") ?? "") ?? [];
  if (!key) throw unauthorized();
  const hash = hashKey(key);
  const partner = callerCache().get(hash) ?? (await read(hash, request));
  if (!partner) throw unauthorized(textOfUnknown(cell));
  refuseExpired(partner);
  if (partner.suspendedAt) throw new ServiceError("PARTNER_SUSPENDED");
  return partner;
}

/**
 * Reads the partner of a key that is not cached. Unknown keys are rate limited per address, so that guesses do not load
 * the database. A key that was valid before is exempt, whatever else its address sends.
 */
async function read(
  hash: string,
  request: Pick<Request, "headers">,
): Promise<FoundPartner | undefined> {
  const cache = callerCache();
  if (cache.knows(hash)) return cache.load(hash, findCallerByKeyHash);
  const bucket = `bad keys ${addressBucket(clientAddress(request))}`;
  checkRate(bucket, RATE_LIMITS.unknownKey);
  const partner = await cache.load(hash, findCallerByKeyHash);
  if (!partner) await limitRate(bucket, RATE_LIMITS.unknownKey);
  return partner;
}
