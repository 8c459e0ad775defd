import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { ServiceError } from "@/lib/kernel/errors";
import { Semaphore } from "@/lib/kernel/semaphore";

/** argon2id (the package's default) with OWASP's first recommendation: 19 MiB, 2 passes, 1 lane. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes run on Node's four threads; two stay free for DNS lookups and files, which webhooks need. */
const MAX_HASHING = 2;
/** At this limit the last one waits for about a second. */
const MAX_WAITING = 64;
const RETRY_AFTER_S = 1;

// One per process: the framework loads this module into more than one bundle.
const shared = globalThis as typeof globalThis & { partnerWalletPasswordHashing?: Semaphore };

/** @throws ServiceError RATE_LIMITED if too many passwords wait for hashing, from all origins together */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  shared.partnerWalletPasswordHashing ??= new Semaphore(MAX_HASHING);
  const turns = shared.partnerWalletPasswordHashing;
  if (turns.waiting < MAX_WAITING) return turns.run(work);
  throw new ServiceError("RATE_LIMITED", {
    text: "Too many passwords are being checked right now. Try again in a second.",
    headers: { "Retry-After": String(RETRY_AFTER_S) },
  });
}

/** The stored form of a password. @throws ServiceError RATE_LIMITED */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COSTS));
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
  // Outside the semaphore: the promise is cached, and a refusal would be cached with it.
  nobodysHash ??= hash(randomBytes(32).toString("base64"), COSTS);
  const comparedHash = passwordHash ?? (await nobodysHash);
  const matches = await inTurn(() => verify(comparedHash, password));
  return passwordHash !== undefined && matches;
}
