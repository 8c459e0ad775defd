import "@/test/database";
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { hashKey } from "@/lib/identity/api-keys/authenticate-key";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import type { Answer } from "@/test/http/call";
import { atOnce, clientOf, statuses } from "@/test/http/client";

afterAll(endTests);

/** Terminates every connection of the application, as a restart of the database does. Returns how many had a commit under way. */
async function cutConnections(): Promise<number> {
  const ended = await sql(
    `SELECT pg_terminate_backend(pid), state = 'active' AND query LIKE '%commit_change_set%' AS "isCommit" FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  return ended.filter(({ isCommit }) => isCommit).length;
}

test("connections cut under load: each request with a key is executed once, and answered with 200", async () => {
  const partner = await makePartner({ balanceUsd: 1_000_000 });
  const client = clientOf(partner);
  const serviceCardId = await makeCard(partner, { amountUsd: 1 });
  const round = () => atOnce(60, () => client.fund({ serviceCardId, amount: 5 }));
  // Opens every connection of the pool before they are terminated.
  await round();
  const durations: number[] = [];
  for (let n = 0; n < 3; n++) {
    const startMs = performance.now();
    await round();
    durations.push(Math.ceil(performance.now() - startMs));
  }
  // The middle one. If the machine pauses in one of the rounds, the cuts would come too late for every commit.
  const [, roundMs = 1] = durations.toSorted((a, b) => a - b);
  const before = await walletOf(partner.partnerId);
  const answers: Answer[] = [];
  // A cut may come before the first commit of a round, or between two.
  for (let rounds = 0, cut = 0; cut <= 5; rounds++) {
    expect(rounds, "too few commits were cut").toBeLessThan(200);
    const funded = round();
    await sleep(randomInt(roundMs));
    cut += await cutConnections();
    answers.push(...(await funded));
  }
  expect(statuses(answers)).toEqual({ 200: answers.length });
  expect(before - (await walletOf(partner.partnerId))).toBe(5 * answers.length);
  expect(await bookFaults(partner.partnerId)).toEqual([]);

  expect((await client.fund({ serviceCardId, amount: 5 })).status).toBe(200);
  // The caller cache listens again before its connection is closed.
  await expect
    .poll(
      () => callerCache().get(hashKey(partner.apiKey)) ?? client.balance().then(() => undefined),
    )
    .toBeDefined();
});
