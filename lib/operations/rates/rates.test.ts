import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { hashKey } from "@/lib/identity/api-keys/authenticate-key";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { shareRates } from "@/lib/kernel/rate-limit";
import { type LeaseRequest, SharedRates } from "@/lib/kernel/shared-rates";
import { statementsOf } from "@/test/database/statements-of";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { leaseRates, purgeRateBuckets } from "./store";

afterEach(() => shareRates(undefined));
afterAll(endTests);

/** A limit that refills so slowly that a test does not notice. */
const SLOW = { perS: 0.001, burst: 200 };

const requestOf = (key: string, asked: Partial<LeaseRequest> = {}): LeaseRequest => ({
  ...{ key, ...SLOW, spent: 0, wanted: 0 },
  ...asked,
});

async function lease(key: string, asked: Partial<LeaseRequest>) {
  const [given] = await leaseRates([requestOf(key, asked)]);
  return given && { granted: given.granted, tokens: Math.floor(given.tokens) };
}

/** Runs while no lease counts as unanswered, after which each process would decide alone: the machine may be slow. */
async function withPatience<T>(run: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    return await run();
  } finally {
    vi.useRealTimers();
  }
}

async function send(rates: SharedRates, key: string, count: number): Promise<number> {
  const answers = Array.from({ length: count }, () => rates.take(key, SLOW));
  return (await Promise.all(answers)).filter((pauseMs) => pauseMs === 0).length;
}

describe("a shared bucket", () => {
  test("grants what it has, charges what was spent, and owes an overdraft", async () => {
    const key = randomUUID();
    expect(await lease(key, { wanted: 50 })).toEqual({ granted: 50, tokens: 150 });
    expect(await lease(key, { spent: 40, wanted: 300 })).toEqual({ granted: 110, tokens: 0 });
    expect(await lease(key, { spent: 30, wanted: 1 })).toEqual({ granted: 0, tokens: -30 });
    // Never so much that a key is refused for longer than its burst takes.
    expect(await lease(key, { spent: 900 })).toEqual({ granted: 0, tokens: -200 });
  });

  test("fills up at its rate by the clock of the database, and never beyond its burst", async () => {
    const key = randomUUID();
    await lease(key, { wanted: 200 });
    const pass = (text: string) =>
      sql("UPDATE rate_buckets SET filled_at = filled_at - $1::interval WHERE tokens < 1", [text]);
    await pass("30000 seconds");
    expect(await lease(key, { wanted: 40 })).toEqual({ granted: 30, tokens: 0 });
    await pass("1000 hours");
    expect(await lease(key, { wanted: 400 })).toEqual({ granted: 200, tokens: 0 });
    // The clock of a new primary is behind.
    await pass("-1000 hours");
    expect(await lease(key, { wanted: 1 })).toMatchObject({ granted: 0 });
  });

  test("is leased for many keys at once, in the order of the requests, by processes at the same time", async () => {
    const keys = Array.from({ length: 30 }, () => randomUUID());
    const requests = keys.map((key, index) => requestOf(key, { burst: index + 1, wanted: 50 }));
    const rounds = await Promise.all(
      [requests, requests.toReversed(), requests].map((each) => leaseRates(each)),
    );
    rounds[1]?.reverse();
    for (const [index] of keys.entries())
      expect(rounds.reduce((sum, leases) => sum + (leases[index]?.granted ?? 0), 0)).toBe(
        index + 1,
      );
  });

  test("loses its row when it has been full for long", async () => {
    const [idle, used] = [randomUUID(), randomUUID()];
    await lease(idle, { wanted: 1 });
    await sql("UPDATE rate_buckets SET filled_at = filled_at - interval '2 hours'");
    await lease(used, { wanted: 1 });
    expect((await purgeRateBuckets()).buckets).toBeGreaterThan(0);
    expect(await lease(idle, { wanted: 0 })).toEqual({ granted: 0, tokens: 200 });
    expect(await lease(used, { wanted: 0 })).toEqual({ granted: 0, tokens: 199 });
  });
});

test("all rows of full buckets are deleted in one run, however many batches they take", async () => {
  await leaseRates(Array.from({ length: 7 }, () => requestOf(randomUUID())));
  await sql("UPDATE rate_buckets SET filled_at = now() - interval '2 hours'");
  const [{ rows }] = await sql("SELECT count(*)::int AS rows FROM rate_buckets");
  expect(await purgeRateBuckets(3)).toEqual({ buckets: rows });
  expect(await sql("SELECT FROM rate_buckets")).toEqual([]);
});

describe("several processes", () => {
  test("admit one burst together, with the credit of one process more at most", async () => {
    const key = randomUUID();
    const processes = [1, 2].map(() => new SharedRates(leaseRates));
    const admitted = await withPatience(() =>
      Promise.all(processes.map((each) => send(each, key, 600))),
    );
    const total = admitted.reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThanOrEqual(200);
    expect(total).toBeLessThanOrEqual(240);
  });

  test("refuse a partner that has used its rate in another process", async () => {
    const partner = await makePartner({ requestsPerS: 1 });
    const client = clientOf(partner);
    const burst = 2;
    await new SharedRates(leaseRates).take(partner.partnerId, { perS: 1, burst });
    await leaseRates([requestOf(partner.partnerId, { burst, wanted: burst })]);
    // It is not filled up before this process asks, however slow the machine is.
    await sql("UPDATE rate_buckets SET filled_at = filled_at + interval '1 hour'");
    shareRates(leaseRates);
    const [onCredit, refused] = await withPatience(async () => [
      await client.balance(),
      await client.balance(),
    ]);
    expect(onCredit.status).toBe(200);
    expectRefusal(refused, 429, "RATE_LIMITED");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  });
});

test("an ordinary request sends the same statements with and without shared rates, and makes no row", async () => {
  const partner = await makePartner();
  const client = clientOf(partner);
  // Before the process listens to changes, each request reads its caller.
  const kept = async () => {
    await client.balance();
    return callerCache().get(hashKey(partner.apiKey));
  };
  await expect.poll(kept).toBeDefined();
  const alone = await statementsOf(() => client.balance());
  shareRates(leaseRates);
  await sql("TRUNCATE rate_buckets");
  await client.balance();
  const shared = await statementsOf(() => client.balance());
  expect(shared.answer.status).toBe(200);
  expect(shared.statements).toEqual(alone.statements);
  expect(await sql("SELECT FROM rate_buckets")).toHaveLength(0);
});
