import "@/test/database";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { change, disconnect, lookUp, prisma, query } from "@/lib/db";
import { type AuditedAction, runAudited } from "@/lib/kernel/audit-context";
import { newId } from "@/lib/kernel/ids";
import { type DatabaseProxy, startDatabaseProxy } from "@/test/database/silent-database";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import type { Answer } from "@/test/http/call";
import { atOnce, clientOf } from "@/test/http/client";
import { toServiceError } from "./to-service-error";

/** Threat 25: a database that stops responding without closing connections. */
// Every other statement of these tests must be answered within it, also on a busy machine.
process.env.DATABASE_ANSWER_TIMEOUT_MS = "5000";

let proxy: DatabaseProxy;
let partner: TestPartner;
let client: ReturnType<typeof clientOf>;
let serviceCardId: string;
let before: number;

beforeAll(async () => {
  // The tests' own connection bypasses the proxy.
  await sql("SELECT 1");
});
beforeEach(async () => {
  await disconnect();
  proxy = await startDatabaseProxy();
  partner = await makePartner();
  client = clientOf(partner);
  serviceCardId = await makeCard(partner, { amountUsd: 1 });
  before = await walletOf(partner.partnerId);
});
afterEach(async () => {
  expect(await bookFaults(partner.partnerId)).toEqual([]);
  await disconnect();
  await proxy.stop();
});
afterAll(endTests);

function expectUnavailable({ status, headers }: Answer): void {
  expect(status).toBe(503);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
}

/** Retries with the same key until there is a response, as a partner's server does. */
async function fundUntilAnswered(key: string): Promise<Answer> {
  for (;;) {
    const answer = await client.fund({ serviceCardId, amount: 5 }, key);
    if (answer.status !== 503) return answer;
  }
}

test("under 20 fundings: each is answered with 503, and repeated with its key it counts once", async () => {
  // Opens every connection of the pool.
  await atOnce(20, () => client.listCards());
  const keys = Array.from({ length: 20 }, () => newId("key"));
  proxy.fallSilent();
  const answers = await Promise.all(
    keys.map((key) => client.fund({ serviceCardId, amount: 5 }, key)),
  );
  for (const answer of answers) expectUnavailable(answer);
  const again = await Promise.all(keys.map(fundUntilAnswered));
  expect(again.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
  expect(await walletOf(partner.partnerId)).toBe(before - 20 * 5);
});

test("new connections without a response: 503", async () => {
  await disconnect();
  // The first text that the application sends on a new connection.
  proxy.fallSilentAt("partner_wallet");
  for (const answer of await atOnce(5, () => client.getCard(serviceCardId)))
    expectUnavailable(answer);
  proxy.speakAgain();
  expect((await client.getCard(serviceCardId)).status).toBe(200);
});

test("a commit whose response is late: 503, executed once, and no other request gets its response", async () => {
  proxy.fallSilentAt("commit_change_sets");
  const key = newId("key");
  expectUnavailable(await client.fund({ serviceCardId, amount: 5 }, key));
  expect(await walletOf(partner.partnerId)).toBe(before - 5);
  proxy.speakAgain();
  const others = await atOnce(20, () => client.getCard(serviceCardId));
  expect(others.map(({ status, json }) => [status, json.data.serviceCardId])).toEqual(
    others.map(() => [200, serviceCardId]),
  );
  // The spec's response to a used key.
  expect(await client.fund({ serviceCardId, amount: 5 }, key)).toMatchObject({
    status: 400,
    json: { data: { error: "Idempotency key has already been used" } },
  });
  expect(await walletOf(partner.partnerId)).toBe(before - 5);
});

test("a person's change whose COMMIT is not answered: its connection is closed, and it is made once", async () => {
  const { personId } = await makePerson({ partnerId: partner.partnerId });
  const context: AuditedAction = {
    ...{ personId, partnerId: partner.partnerId, action: "test", targetId: partner.partnerId },
    ...{ before: null, after: null, ipAddress: null, requestId: newId("req") },
    ...{ at: new Date() },
  };
  const text = "UPDATE partners SET name = $2 WHERE id = $1 RETURNING id";
  const rename = (name: string) =>
    runAudited(context, () => change("test_rename", text, [partner.partnerId, name]));
  proxy.fallSilentAt("COMMIT");
  const failure = await rename("late").catch((error: unknown) => error);
  expect(toServiceError(failure)).toMatchObject({ code: "SERVICE_UNAVAILABLE", status: 503 });
  await expect.poll(() => proxy.countSilent()).toBe(0);
  proxy.speakAgain();
  await rename("in time");
  const [row] = await sql("SELECT name FROM partners WHERE id = $1", [partner.partnerId]);
  const audited = await sql("SELECT 1 FROM audit_entries WHERE person_id = $1", [personId]);
  expect([row.name, audited.length]).toEqual(["in time", 2]);
});

test("150 fundings from one wallet: none waits for all the groups before it", async () => {
  // The card is remembered, so the next fundings wait for their commit alone.
  await client.fund({ serviceCardId, amount: 5 });
  // The texts that the application sends on present connections and on new ones.
  proxy.fallSilent();
  proxy.fallSilentAt("partner_wallet");
  const startMs = performance.now();
  for (const answer of await atOnce(150, () => client.fund({ serviceCardId, amount: 5 })))
    expectUnavailable(answer);
  expect(performance.now() - startMs).toBeLessThan(20_000);
  proxy.speakAgain();
  expect(await walletOf(partner.partnerId)).toBeGreaterThanOrEqual(before - 33 * 5);
});

test("Prisma's statements end too, and the next ones are answered", async () => {
  const ask = async () => (await prisma()).$queryRaw`SELECT 7 AS n`;
  await ask();
  proxy.fallSilent();
  await expect(ask()).rejects.toThrow(/query read timeout/i);
  expect(await ask()).toEqual([{ n: 7 }]);
});

test("where every connection fell silent, one request finds it out, and the next ones are answered", async () => {
  // Opens every connection of the pool, those of lookups, and one of Prisma.
  const nap = "SELECT pg_sleep(0.2)";
  await Promise.all(Array.from({ length: 16 }, () => query("test_nap", nap, [])));
  const everyWay = () =>
    Promise.all([
      query("test_one", "SELECT 1 AS n", []),
      lookUp("test_one", "SELECT 1 AS n", []),
      lookUp("test_one", "SELECT 1 AS n", []),
      prisma().then((db) => db.$queryRaw`SELECT 1 AS n`),
    ]);
  await everyWay();
  proxy.fallSilent();
  expect(proxy.countSilent()).toBeGreaterThan(18);
  await expect(query("test_one", "SELECT 1 AS n", [])).rejects.toThrow(/query read timeout/i);
  expect((await everyWay()).flat()).toEqual(Array(4).fill({ n: 1 }));
  for (let n = 0; n < 20; n++) {
    const { status } = await client.fund({ serviceCardId, amount: 5 });
    expect(status).toBe(200);
  }
  expect(await walletOf(partner.partnerId)).toBe(before - 20 * 5);
});
