import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { ServiceError } from "@/lib/kernel/errors";
import { perProcess } from "@/lib/kernel/per-process";

/** argon2id (the package's default) with OWASP's first recommendation: 19 MiB, 2 passes, 1 lane. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes run on Node's four threads; two stay free for DNS lookups and files, which webhooks need. */
const MAX_HASHING = 2;
/** At this limit the last one waits for about a second. */
const MAX_WAITING = 64;
const RETRY_AFTER_S = 1;

const hashing = () => perProcess("password hashing", () => pLimit(MAX_HASHING));

/** @throws ServiceError RATE_LIMITED if too many passwords wait for hashing, from all origins together */
function withinLimit<T>(work: () => Promise<T>): Promise<T> {
  const limit = hashing();
  if (limit.pendingCount < MAX_WAITING) return limit(work);
  throw new ServiceError("RATE_LIMITED", {
    text: "Too many passwords are being checked right now. Try again in a second.",
    headers: { "Retry-After": String(RETRY_AFTER_S) },
  });
}

/** The stored form of a password. @throws ServiceError RATE_LIMITED */
export async function hashPassword(password: string): Promise<string> {
  return withinLimit(() => hash(password, COSTS));
}

let nobodysHash: Promise<string> | undefined;

/**
 * Compares a password with a hash. Without a hash (unknown email) the same work is done and the result is false, so
 * that the response time reveals nothing.
 * @throws ServiceError RATE_LIMITED
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  // Outside the limit: the promise is cached, and a refusal would be cached with it.
  nobodysHash ??= hash(randomBytes(32).toString("base64"), COSTS);
  const comparedHash = passwordHash ?? (await nobodysHash);
  const matches = await withinLimit(() => verify(comparedHash, password));
  return passwordHash !== undefined && matches;
}
