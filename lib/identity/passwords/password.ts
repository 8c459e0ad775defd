import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { ServiceError } from "@/lib/kernel/errors";
import { perProcess } from "@/lib/kernel/per-process";

/** argon2id (the package's default) with OWASP's first recommendation: 19 MiB, 2 passes, 1 lane. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes run on Node's four threads; two stay free for DNS lookups and files, which webhooks need. */
const MAX_HASHING = 2;
/** Of these two, sign-ins in unknown browsers get one: however many guess, people who are signed in find the other one free. */
const MAX_HASHING_OF_STRANGERS = 1;
/** At these limits the last one waits for about a second. */
const MAX_WAITING = 64;
const MAX_WAITING_OF_STRANGERS = 32;
const RETRY_AFTER_S = 1;

const hashing = () =>
  perProcess("password hashing", () => ({
    all: pLimit(MAX_HASHING),
    strangers: pLimit(MAX_HASHING_OF_STRANGERS),
  }));

/** @throws ServiceError RATE_LIMITED if too many passwords wait for hashing, from all origins together */
function withinLimit<T>(work: () => Promise<T>, isStranger = false): Promise<T> {
  const { all, strangers } = hashing();
  const inTurn = () => all(work);
  if (isStranger && strangers.pendingCount < MAX_WAITING_OF_STRANGERS) return strangers(inTurn);
  if (!isStranger && all.pendingCount < MAX_WAITING) return inTurn();
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
 * @param options.isStranger for a sign-in in a browser that is unknown to the person
 * @throws ServiceError RATE_LIMITED
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  { isStranger = false } = {},
): Promise<boolean> {
  // Outside the limit: the promise is cached, and a refusal would be cached with it.
  nobodysHash ??= hash(randomBytes(32).toString("base64"), COSTS);
  const comparedHash = passwordHash ?? (await nobodysHash);
  const matches = await withinLimit(() => verify(comparedHash, password), isStranger);
  return passwordHash !== undefined && matches;
}
