import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { hashKey } from "@/lib/identity/api-keys/authenticate-key";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import type { Answer } from "@/test/http/call";
import { atOnce, clientOf, statuses } from "@/test/http/client";

afterAll(endTests);

/** Terminates every connection of the application, as a restart of the database does. */
const cutConnections = () =>
  sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );

test("connections cut under load: 200 or 503 with Retry-After, no partial effect, then recovery", async () => {
  const partner = await makePartner();
  const client = clientOf(partner);
  const serviceCardId = await makeCard(partner, { amountUsd: 1 });
  // Opens every connection of the pool before they are terminated.
  await atOnce(16, () => client.fund({ serviceCardId, amount: 5 }));
  const before = await walletOf(partner.partnerId);
  const answers: Answer[] = [];
  // On a slow machine all cuts of a round may come before its first statement.
  for (let round = 0; round < 20 && (statuses(answers)[503] ?? 0) <= 5; round++) {
    const funded = atOnce(60, () => client.fund({ serviceCardId, amount: 5 }));
    await cutConnections();
    await cutConnections();
    await cutConnections();
    answers.push(...(await funded));
  }

  const seen = statuses(answers);
  expect(seen[503]).toBeGreaterThan(5);
  expect(Object.keys(seen).filter((status) => status !== "200" && status !== "503")).toEqual([]);
  for (const { headers } of answers.filter(({ status }) => status === 503))
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  // A connection may end between a commit and its acknowledgement: the acknowledged requests are a lower bound.
  const spent = before - (await walletOf(partner.partnerId));
  expect(spent).toBeGreaterThanOrEqual(5 * (seen[200] ?? 0));
  expect(spent).toBeLessThanOrEqual(5 * answers.length);
  expect(await bookFaults(partner.partnerId)).toEqual([]);

  expect((await client.fund({ serviceCardId, amount: 5 })).status).toBe(200);
  // The caller cache listens again before its connection is closed.
  await expect
    .poll(
      () => callerCache().get(hashKey(partner.apiKey)) ?? client.balance().then(() => undefined),
    )
    .toBeDefined();
});
