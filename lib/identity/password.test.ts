import { expect, test } from "vitest";
import { isServiceError } from "@/lib/kernel/errors";
import { hashPassword, verifyPassword } from "./password";

const PASSWORD = "four words of mine";

test("a password is verified against its hash, and nothing against none", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  expect(await verifyPassword(passwordHash, PASSWORD)).toBe(true);
  expect(await verifyPassword(passwordHash, "four words of theirs")).toBe(false);
  expect(await verifyPassword(undefined, PASSWORD)).toBe(false);
});

test("of a flood of passwords the process hashes a bounded number and refuses the rest with a time", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, () => verifyPassword(passwordHash, PASSWORD)),
  );
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  // Two are hashed and 64 wait.
  expect(refused).toHaveLength(200 - 66);
  for (const { reason } of refused) {
    if (!isServiceError(reason)) throw reason;
    expect(reason.code).toBe("RATE_LIMITED");
    expect(reason.headers).toEqual({ "Retry-After": "1" });
  }
  // Afterwards all is as before.
  expect(await verifyPassword(passwordHash, PASSWORD)).toBe(true);
});
