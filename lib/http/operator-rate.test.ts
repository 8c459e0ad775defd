import "@/test/database";
import { afterAll, expect, test, vi } from "vitest";
import { POST as verify } from "@/app/api/admin/audit/verify/route";
import { GET as operators } from "@/app/api/admin/operators/route";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { atOneInstant } from "@/test/fixtures/at-one-instant";
import { endTests } from "@/test/fixtures/make";
import { makeOperator } from "@/test/fixtures/people";
import { expectRefusal } from "@/test/http/expect-answer";

const readChain = vi.hoisted(() => vi.fn());
vi.mock("@/lib/audit/chain/store", async (original) => {
  const store = await original<typeof import("@/lib/audit/chain/store")>();
  readChain.mockImplementation(store.readChain);
  return { ...store, readChain };
});
afterAll(endTests);

test("an operator who sends more than the limit is refused, and nobody else", async () => {
  const { burst } = RATE_LIMITS.operator;
  const [flooding, other] = [await makeOperator("auditor"), await makeOperator("auditor")];
  const extra = 3;
  await atOneInstant(async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < burst + extra; sent += 1)
      statuses.push((await flooding.browser.call(operators)).status);
    const expected = [...Array(burst).fill(200), ...Array(extra).fill(429)];
    expect(statuses).toEqual(expected);
    expectRefusal(await flooding.browser.call(operators), 429, "RATE_LIMITED");
    expect((await other.browser.call(operators)).status).toBe(200);
  });
});

test("verifications of the audit log that are asked for at once read it once", async () => {
  const { browser } = await makeOperator();
  const [isRead, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { readChain: read } =
    await vi.importActual<typeof import("@/lib/audit/chain/store")>("@/lib/audit/chain/store");
  readChain.mockClear();
  readChain.mockImplementation(async (...parameters: Parameters<typeof read>) => {
    isRead.resolve();
    await isOver.promise;
    return read(...parameters);
  });
  const first = browser.call(verify, { method: "POST" });
  await isRead.promise;
  const further = [1, 2, 3, 4].map(() => browser.call(verify, { method: "POST" }));
  // Enough time for each of them to begin a verification of its own.
  await new Promise((done) => setTimeout(done, 300));
  isOver.resolve();
  for (const answer of await Promise.all([first, ...further])) expect(answer.status).toBe(200);
  expect(readChain).toHaveBeenCalledTimes(1);
});
