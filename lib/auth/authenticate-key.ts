import { hash as digest } from "node:crypto";
import { now } from "@/lib/clock";
import { ServiceError } from "@/lib/errors";
import type { FoundPartner } from "@/lib/partners/partner";
import { findCallerByKeyHash } from "@/lib/partners/store";
import { callerCache } from "./caller-cache";
import { keyUses } from "./key-uses";

const BEARER = /^Bearer +(sk_(?:staging|live)_[A-Za-z0-9_-]{43})$/i;

/** SHA-256 of an API key, hex: what is stored and looked up. A key has 256 random bits, so no salt is needed. */
export function hashKey(key: string): string {
  return digest("sha256", key, "hex");
}

function unauthorized(): ServiceError {
  return new ServiceError("UNAUTHORIZED", { headers: { "WWW-Authenticate": "Bearer" } });
}

const hasEnded = ({ keyExpiresAt }: FoundPartner) => keyExpiresAt != null && keyExpiresAt <= now();

/**
 * The partner that a request's `Authorization` header stands for. Source: spec, Authentication 1.
 * @throws ServiceError UNAUTHORIZED for a missing, malformed, unknown or revoked key; PARTNER_SUSPENDED.
 */
export async function authenticateKey(authorization: string | null): Promise<FoundPartner> {
  const key = authorization && BEARER.exec(authorization)?.[1];
  if (!key) throw unauthorized();
  const hash = hashKey(key);
  const cache = callerCache();
  const partner = cache.get(hash) ?? (await cache.load(hash, findCallerByKeyHash));
  if (!partner || hasEnded(partner)) throw unauthorized();
  if (partner.suspendedAt) throw new ServiceError("PARTNER_SUSPENDED");
  keyUses().note(hash);
  return partner;
}
