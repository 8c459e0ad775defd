import { LRUCache } from "lru-cache";
import { ServiceError } from "./errors";
import { perProcess } from "./per-process";
import type { RateLimit } from "./rate-limits";
import { takesFirst } from "./request-context";
import { type LeaseRates, SharedRates } from "./shared-rates";

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

const MAX_BUCKETS = 100_000;
/**
 * The buckets of this process. If there are too many, those that have been idle longest are evicted. They are full again,
 * so their loss changes nothing; buckets in use keep their state.
 */
const buckets = perProcess(
  "rateLimitBuckets",
  () => new LRUCache<string, Bucket>({ max: MAX_BUCKETS }),
);
const shared = perProcess("sharedRates", (): { rates?: SharedRates | undefined } => ({}));

/** From now on the limits hold over all processes; without leases (undefined) each process limits for itself. */
export function shareRates(lease: LeaseRates | undefined): void {
  shared.rates = lease && new SharedRates(lease);
}

/**
 * Takes one request from the bucket of `key`, and from the bucket that all processes share
 * (docs/decisions/0006-rate-limits.md). A request that is run again after a lost connection takes nothing more.
 * @throws ServiceError RATE_LIMITED with `Retry-After` if either is empty.
 */
export async function limitRate(
  key: string,
  limit: RateLimit,
  nowMs = performance.now(),
): Promise<void> {
  if (!takesFirst(key)) return;
  buckets.set(key, { tokens: tokensLeft(key, limit, nowMs) - 1, filledAtMs: nowMs });
  const pauseMs = await shared.rates?.take(key, limit);
  if (!pauseMs) return;
  // A refused request takes nothing.
  const bucket = buckets.get(key);
  if (bucket) bucket.tokens += 1;
  throw limited(pauseMs);
}

/**
 * Checks the bucket of `key` and takes nothing. For attempts that count only if they fail.
 * @throws ServiceError RATE_LIMITED with `Retry-After` if the bucket is empty.
 */
export function checkRate(key: string, limit: RateLimit): void {
  tokensLeft(key, limit, performance.now());
  const pauseMs = shared.rates?.pause(key) ?? 0;
  if (pauseMs > 0) throw limited(pauseMs);
}

/** Takes one from the bucket of `key` in this process alone. Returns false if the bucket is empty. */
export function takesHere(key: string, limit: RateLimit, nowMs = performance.now()): boolean {
  const tokens = tokensIn(key, limit, nowMs);
  if (tokens < 1) return false;
  buckets.set(key, { tokens: tokens - 1, filledAtMs: nowMs });
  return true;
}

function limited(pauseMs: number): ServiceError {
  const headers = { "Retry-After": String(Math.max(1, Math.ceil(pauseMs / 1000))) };
  return new ServiceError("RATE_LIMITED", { headers });
}

function tokensIn(key: string, { perS, burst }: RateLimit, nowMs: number): number {
  const bucket = buckets.get(key) ?? { tokens: burst, filledAtMs: nowMs };
  return Math.min(burst, bucket.tokens + ((nowMs - bucket.filledAtMs) / 1000) * perS);
}

function tokensLeft(key: string, limit: RateLimit, nowMs: number): number {
  const tokens = tokensIn(key, limit, nowMs);
  if (tokens >= 1) return tokens;
  throw limited(((1 - tokens) / limit.perS) * 1000);
}
