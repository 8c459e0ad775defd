import "@/test/database";
import { afterAll, expect, test, vi } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { bookFaults } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner } from "@/test/fixtures/make";
import { atOnce, clientOf, statuses } from "@/test/http/client";

const deadlocks = vi.hoisted(() => ({ count: 0 }));
vi.mock("@/lib/db", async (original) => {
  const actual = await original<typeof import("@/lib/db")>();
  const query: typeof actual.query = async (name, text, values) => {
    try {
      return await actual.query(name, text, values);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "40P01") deadlocks.count += 1;
      throw error;
    }
  };
  return { ...actual, query };
});

afterAll(endTests);

const ROUNDS = 3;
const TERMINATED_PER_ROUND = 8;
const MOVES_PER_ROUND = 80;

/** PostgreSQL ends a deadlock after a second and the commit is retried, so a caller would only see a slow response. */
test("terminations, withdrawals, fundings and authorizations of one partner never deadlock", async () => {
  const partner = await makePartner({ balanceUsd: 50_000 });
  const client = clientOf(partner);
  const make = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeCard(partner, { amountUsd: 500 })));
  const living = await make(4);
  for (let round = 0; round < ROUNDS; round++) {
    const ending = await make(TERMINATED_PER_ROUND);
    const answers = await atOnce(MOVES_PER_ROUND, (index) => {
      const serviceCardId = living[index % living.length] ?? "";
      const terminated = index % 10 === 3 ? ending[Math.floor(index / 10)] : undefined;
      if (terminated) return client.terminate(terminated);
      if (index % 10 === 5) return client.authorize(serviceCardId, { amount: 1 });
      if (index % 10 === 7) return client.fund({ serviceCardId, amount: 5 });
      return client.withdraw({ serviceCardId, amount: 5, reference: "r" });
    });
    expect(statuses(answers)).toEqual({ 200: MOVES_PER_ROUND });
    shiftClock(61_000);
  }
  expect(deadlocks.count).toBe(0);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});
