import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { endTests, sql } from "@/test/fixtures/make";
import { LeaseLost, takeLease } from "./take-lease";

afterAll(endTests);

const LONG_MS = 60_000;
const name = () => `test:${randomUUID()}`;

test("of many concurrent takers one gets the lease, and the next one after its release", async () => {
  const lease = name();
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeLease(lease, LONG_MS)));
  const held = taken.filter((each) => each !== undefined);
  expect(held).toHaveLength(1);
  await held[0]?.release();
  expect(await takeLease(lease, LONG_MS)).toBeDefined();
});

test("a released lease is free immediately, to the microsecond", async () => {
  const lease = name();
  for (let i = 0; i < 200; i++) {
    const held = await takeLease(lease, LONG_MS);
    expect(held).toBeDefined();
    await held?.release();
  }
});

/** Moves the end of a lease into the past, as if so much time had passed. */
const pass = (lease: string, text: string) =>
  sql("UPDATE leases SET expires_at = expires_at - $2::interval WHERE name = $1", [lease, text]);

test("the owner keeps the lease by renewing it, and a dead process loses it", async () => {
  const lease = name();
  const first = await takeLease(lease, LONG_MS);
  for (let i = 0; i < 4; i++) {
    await pass(lease, "20 seconds");
    await first?.hold();
    expect(await takeLease(lease, LONG_MS)).toBeUndefined();
  }
  await pass(lease, "61 seconds");
  expect(await takeLease(lease, LONG_MS)).toBeDefined();
  await expect(first?.hold()).rejects.toThrow(LeaseLost);
});

test("an expired lease is lost even if no other process took it", async () => {
  const lease = name();
  const held = await takeLease(lease, LONG_MS);
  await pass(lease, "61 seconds");
  await expect(held?.hold()).rejects.toThrow(LeaseLost);
});

test("releasing a lease that another process has now does not affect that process", async () => {
  const lease = name();
  const first = await takeLease(lease, LONG_MS);
  await pass(lease, "61 seconds");
  const second = await takeLease(lease, LONG_MS);
  await first?.release();
  await second?.hold();
  expect(await takeLease(lease, LONG_MS)).toBeUndefined();
});

test("the database's clock decides", async () => {
  const lease = name();
  const first = await takeLease(lease, LONG_MS);
  await sql("UPDATE leases SET expires_at = now() - interval '1 second' WHERE name = $1", [lease]);
  await expect(first?.hold()).rejects.toThrow(LeaseLost);
});

test("a lease from a time when the database's clock was ahead is free, and its holder loses it", async () => {
  const lease = name();
  const first = await takeLease(lease, LONG_MS);
  await pass(lease, "-1 day");
  const second = await takeLease(lease, LONG_MS);
  expect(second).toBeDefined();
  await expect(first?.hold()).rejects.toThrow(LeaseLost);
  await second?.hold();
});

test("a lease of a process with a longer setting is not taken from it", async () => {
  const lease = name();
  const first = await takeLease(lease, 10 * LONG_MS);
  expect(await takeLease(lease, LONG_MS)).toBeUndefined();
  await first?.hold();
});
