import { createRequire } from "node:module";
import { expect, test, vi } from "vitest";
import { isServiceError } from "@/lib/kernel/errors";
import { hashPassword, verifyPassword } from "./password";

// The real package; elsewhere test/quick-argon2.ts replaces it.
vi.mock("@node-rs/argon2", () => createRequire(import.meta.url)("@node-rs/argon2"));

const PASSWORD = "four words of mine";

test("a password is verified against its hash; without a hash no password is correct", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  expect(await verifyPassword(passwordHash, PASSWORD)).toBe(true);
  expect(await verifyPassword(passwordHash, "four words of theirs")).toBe(false);
  expect(await verifyPassword(undefined, PASSWORD)).toBe(false);
});

test("a password is hashed with argon2id at 19 MiB and 2 passes, with a new salt each time", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword(PASSWORD)).not.toBe(passwordHash);
});

test("without a hash the verification fails, after the work of a hash", async () => {
  await verifyPassword(undefined, PASSWORD);
  const before = process.cpuUsage();
  expect(await verifyPassword(undefined, PASSWORD)).toBe(false);
  const { user, system } = process.cpuUsage(before);
  // A hash at the lowest cost takes 100 µs of CPU time.
  expect(user + system).toBeGreaterThan(3_000);
});

test("a bounded number of concurrent passwords is hashed; the rest is refused with a Retry-After", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, () => verifyPassword(passwordHash, PASSWORD)),
  );
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  // Two are being hashed and 64 wait.
  expect(refused).toHaveLength(200 - 66);
  for (const { reason } of refused) {
    if (!isServiceError(reason)) throw reason;
    expect(reason.code).toBe("RATE_LIMITED");
    expect(reason.headers).toEqual({ "Retry-After": "1" });
  }
  // Afterwards passwords are verified again.
  expect(await verifyPassword(passwordHash, PASSWORD)).toBe(true);
});

test("sign-ins of strangers, however many, leave room for people who are signed in", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const guesses = Array.from({ length: 200 }, () =>
    verifyPassword(passwordHash, "a guess", { isStranger: true }),
  );
  const outcomes = Promise.allSettled(guesses);
  const ended: string[] = [];
  void guesses.at(32)?.then(() => ended.push("the last stranger"));
  expect(await verifyPassword(passwordHash, PASSWORD)).toBe(true);
  ended.push("somebody who is signed in");
  const refused = (await outcomes).filter(({ status }) => status === "rejected");
  // One is being hashed and 32 wait.
  expect(refused).toHaveLength(200 - 33);
  expect(ended).toEqual(["somebody who is signed in", "the last stranger"]);
});
