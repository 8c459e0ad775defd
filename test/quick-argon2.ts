import { createRequire } from "node:module";

const argon2 = createRequire(import.meta.url)(
  "@node-rs/argon2",
) as typeof import("@node-rs/argon2");

/**
 * Password hashing at the lowest cost that argon2 accepts. vitest.config.ts replaces the package by this module: at the
 * real cost (20 ms of a core per hash) the suite spends minutes on hashing. A hash contains its cost, so `verify` needs
 * no change. lib/identity/passwords/password.test.ts and the end-to-end tests hash at the real cost.
 */
export const verify = argon2.verify;

const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export const hash: typeof argon2.hash = (password, options, signal) =>
  argon2.hash(password, { ...options, ...LEAST }, signal);
