import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { atOneInstant } from "@/test/fixtures/at-one-instant";
import { walletOf } from "@/test/fixtures/books";
import { endTests, makePartner } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { ServiceError } from "./errors";
import { limitRate } from "./rate-limit";

afterAll(endTests);

/** Returns true if a request at this time is admitted, else the seconds of its Retry-After. */
async function take(
  key: string,
  perS: number,
  burst: number,
  nowMs: number,
): Promise<true | number> {
  try {
    await limitRate(key, { perS, burst }, nowMs);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.code).toBe("RATE_LIMITED");
    return Number(error.headers["Retry-After"]);
  }
}

describe("a bucket", () => {
  test("allows its burst immediately, then one per interval", async () => {
    const key = randomUUID();
    for (let i = 0; i < 5; i++) expect(await take(key, 2, 5, 1_000)).toBe(true);
    expect(await take(key, 2, 5, 1_000)).toBe(1);
    expect(await take(key, 2, 5, 1_499)).toBe(1);
    expect(await take(key, 2, 5, 1_500)).toBe(true);
    expect(await take(key, 2, 5, 1_501)).toBe(1);
  });

  test("never holds more than its burst", async () => {
    const key = randomUUID();
    await take(key, 10, 3, 0);
    const admitted = await Promise.all([1, 2, 3, 4, 5].map(() => take(key, 10, 3, 1_000_000)));
    expect(admitted.filter((one) => one === true)).toHaveLength(3);
  });

  test("is per key, and refused requests consume nothing", async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await take(first, 1, 1, 0)).toBe(true);
    for (let i = 0; i < 100; i++) expect(await take(first, 1, 1, 0)).toBe(1);
    expect(await take(second, 1, 1, 0)).toBe(true);
    expect(await take(first, 1, 1, 1_000)).toBe(true);
  });

  test("a bucket that is in use stays empty with many others: only idle buckets are evicted", async () => {
    const key = randomUUID();
    expect(await take(key, 0.1, 1, 0)).toBe(true);
    for (let i = 1; i <= 150_000; i++) {
      await take(`${key} ${i}`, 1, 1, 0);
      if (i % 50_000 === 0) expect(await take(key, 0.1, 1, 0)).toBe(10);
    }
  });
});

test("a partner over its rate gets 429 with Retry-After, and nothing changes", async () => {
  const partner = await makePartner({ requestsPerS: 1 });
  const client = clientOf(partner);
  const refused = await atOneInstant(async () => {
    expect((await client.balance()).status).toBe(200);
    expect((await client.balance()).status).toBe(200);
    return client.fund({ serviceCardId: "card_1", amount: 5 });
  });
  expectRefusal(refused, 429, "RATE_LIMITED");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(await walletOf(partner.partnerId)).toBe(10_000);
  expect((await clientOf(await makePartner()).balance()).status).toBe(200);
});
