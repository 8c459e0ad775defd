import { LRUCache } from "lru-cache";
import { ServiceError } from "./errors";
import { perProcess } from "./per-process";
import type { RateLimit } from "./rate-limits";

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

const MAX_BUCKETS = 100_000;
/**
 * If there are too many buckets, those that have been idle longest are evicted. They are full again, so their loss
 * changes nothing; buckets in use keep their state.
 */
const buckets = perProcess(
  "rateLimitBuckets",
  () => new LRUCache<string, Bucket>({ max: MAX_BUCKETS }),
);

/**
 * Takes one request from the bucket of `key`. Each process has its own buckets, so n processes admit n times as many
 * requests (docs/decisions/0006-rate-limits.md).
 * @throws ServiceError RATE_LIMITED with `Retry-After` if the bucket is empty.
 */
export function limitRate(key: string, limit: RateLimit, nowMs = performance.now()): void {
  buckets.set(key, { tokens: tokensLeft(key, limit, nowMs) - 1, filledAtMs: nowMs });
}

/**
 * Checks the bucket of `key` and takes nothing. For attempts that count only if they fail.
 * @throws ServiceError RATE_LIMITED with `Retry-After` if the bucket is empty.
 */
export function checkRate(key: string, limit: RateLimit): void {
  tokensLeft(key, limit, performance.now());
}

function tokensLeft(key: string, { perS, burst }: RateLimit, nowMs: number): number {
  const bucket = buckets.get(key) ?? { tokens: burst, filledAtMs: nowMs };
  const tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.filledAtMs) / 1000) * perS);
  if (tokens >= 1) return tokens;
  buckets.set(key, bucket);
  throw new ServiceError("RATE_LIMITED", {
    headers: { "Retry-After": String(Math.max(1, Math.ceil((1 - tokens) / perS))) },
  });
}
