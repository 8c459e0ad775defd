import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** argon2id (the package's default) with OWASP's first choice of costs: 19 MiB, 2 passes, 1 lane. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A password as it is stored. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COSTS);
}

let nobodysHash: Promise<string> | undefined;

/**
 * Whether a password is the one that was hashed. Without a hash, as for an e-mail that nobody has, the same work is
 * done and the answer is no.
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(32).toString("base64"));
  const matches = await verify(passwordHash ?? (await nobodysHash), password);
  return passwordHash !== undefined && matches;
}
