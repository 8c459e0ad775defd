import { createRequire } from "node:module";

const argon2 = createRequire(import.meta.url)(
  "@node-rs/argon2",
) as typeof import("@node-rs/argon2");

/**
 * The password hash at the least cost that argon2 takes. vitest.config.ts puts this module in the place of the package:
 * at the real cost (20 ms of a core per hash) the suite spends minutes on hashing. A hash carries its own cost, so that
 * `verify` needs no change. lib/identity/passwords/password.test.ts and the journeys hash at the real cost.
 */
export const verify = argon2.verify;

const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export const hash: typeof argon2.hash = (password, options, signal) =>
  argon2.hash(password, { ...options, ...LEAST }, signal);
