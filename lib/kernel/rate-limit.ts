import { ServiceError } from "./errors";
import { perProcess } from "./per-process";
import type { RateLimit } from "./rate-limits";

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

const MAX_BUCKETS = 100_000;
/** How many go at once: to look for the first of a map that lost its first ones takes time. */
const EVICTED_AT_ONCE = MAX_BUCKETS / 10;
/** The one that has rested for longest stands first. */
const buckets = perProcess("rateLimitBuckets", () => new Map<string, Bucket>());

/**
 * Takes one request from the bucket of `key`. Buckets are this process's own: a service of n processes admits n times
 * as much (docs/decisions/0006-rate-limits.md).
 * @throws ServiceError RATE_LIMITED with `Retry-After` when the bucket is empty.
 */
export function limitRate(key: string, limit: RateLimit, nowMs = performance.now()): void {
  keep(key, { tokens: tokensLeft(key, limit, nowMs) - 1, filledAtMs: nowMs });
}

/**
 * Takes nothing from the bucket of `key`, for what counts only once it has failed.
 * @throws ServiceError RATE_LIMITED with `Retry-After` when the bucket is empty.
 */
export function checkRate(key: string, limit: RateLimit): void {
  tokensLeft(key, limit, performance.now());
}

function tokensLeft(key: string, { perS, burst }: RateLimit, nowMs: number): number {
  const bucket = buckets.get(key) ?? { tokens: burst, filledAtMs: nowMs };
  const tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.filledAtMs) / 1000) * perS);
  if (tokens >= 1) return tokens;
  keep(key, bucket);
  throw new ServiceError("RATE_LIMITED", {
    headers: { "Retry-After": String(Math.max(1, Math.ceil((1 - tokens) / perS))) },
  });
}

/**
 * Keeps a bucket as the one that was used last. When there are too many, those that have rested for longest go: they have
 * filled up again, as ones that were never there, while those in use stay what they are.
 */
function keep(key: string, bucket: Bucket): void {
  buckets.delete(key);
  buckets.set(key, bucket);
  if (buckets.size <= MAX_BUCKETS) return;
  for (const rested of buckets.keys()) {
    if (buckets.size <= MAX_BUCKETS - EVICTED_AT_ONCE) break;
    buckets.delete(rested);
  }
}
