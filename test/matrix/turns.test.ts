import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { disputeQueue } from "@/lib/cards/disputes/sql-store";
import { issuerUpdates } from "@/lib/cards/issuer-state/sql-store";
import { now } from "@/lib/kernel/clock";
import { userErasures } from "@/lib/users/erasure/sql-store";
import { kycErasures, leasePolls, openApplicant } from "@/lib/users/kyc/applicants/store";
import { copyRow, keyOf } from "@/test/database/read-plan";
import { rowsRead } from "@/test/database/table-scans";
import { openedDispute, settledPurchase } from "@/test/fixtures/disputes";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { userClientOf } from "@/test/http/user-client";

/** The rows of one partner that were due before the only one of another partner. */
const MANY = 5_000;
const LIMIT = 5;

let large: TestPartner;
let small: TestPartner;

beforeAll(async () => {
  large = await makePartner({ balanceUsd: 1_000 });
  small = await makePartner({ balanceUsd: 1_000 });
});
afterAll(endTests);

/** A user whose check at a provider is open, and is polled now. */
async function userWithApplicant(partner: TestPartner): Promise<string> {
  const { serviceId: userId } = await userClientOf(partner).make({});
  const [{ id: sessionId }] = await sql("SELECT kyc_session_id AS id FROM users WHERE id = $1", [
    userId,
  ]);
  const at = now();
  await openApplicant({ userId, provider: "sumsub", sessionId, at, pollDueAt: at });
  await sql("UPDATE kyc_applicants SET provider_id = user_id WHERE user_id = $1", [userId]);
  return userId;
}

const deleted = async (partner: TestPartner, userId: string) =>
  expect((await userClientOf(partner).remove(userId)).status).toBe(200);

/** Makes more applicants of a user, which have the same values, an hour earlier. */
const manyApplicants = (userId: string, due: string) =>
  sql(
    `INSERT INTO kyc_applicants SELECT (jsonb_populate_record(a, jsonb_build_object('ordinal', n, 'provider_id', 'many_' || n,
       '${due}', now() - interval '1 hour'))).* FROM kyc_applicants a, generate_series(2, ${MANY}) n WHERE a.user_id = $1`,
    [userId],
  );

interface Queue {
  table: string;
  /** Queues many rows of the large partner and a later one of the small one. Returns the id of that one. */
  fill: () => Promise<string>;
  lease: () => Promise<string[]>;
}

const QUEUES: Record<string, Queue> = {
  "updates for issuers": {
    table: "issuer_updates",
    fill: async () => {
      const queue = (partnerId: string, name: string, count: number) =>
        sql(
          `INSERT INTO issuer_updates (issuer, kind, issuer_id, status, partner_id, created_at, due_at)
           SELECT 'stripe', 'card', $2 || n, 'frozen', $1, now(), now() - n * interval '1 second' FROM generate_series(1, $3::int) n`,
          [partnerId, name, count],
        );
      await queue(large.partnerId, "ic_many_", MANY);
      await queue(small.partnerId, "ic_last_", 1);
      return "ic_last_1";
    },
    lease: async () => (await issuerUpdates.lease(LIMIT, "stripe")).map(({ issuerId }) => issuerId),
  },
  "erasures of users": {
    table: "user_erasures",
    fill: async () => {
      const { serviceId } = await userClientOf(large).make({});
      await deleted(large, serviceId);
      await copyRow("users", serviceId, MANY, `'id', ${keyOf("usr")}`);
      await sql("ALTER TABLE users ENABLE TRIGGER USER");
      await sql(
        `INSERT INTO user_erasures (user_id, partner_id, requested_at, due_at, step)
         SELECT id, partner_id, now(), now() - interval '1 hour', 'cards' FROM users WHERE partner_id = $1 ON CONFLICT DO NOTHING`,
        [large.partnerId],
      );
      const { serviceId: last } = await userClientOf(small).make({});
      await deleted(small, last);
      return last;
    },
    lease: async () => (await userErasures.lease(LIMIT)).map(({ userId }) => userId),
  },
  disputes: {
    table: "card_disputes",
    fill: async () => {
      const purchase = async (partner: TestPartner) =>
        settledPurchase(partner, await makeCard(partner), 10);
      const disputed = await purchase(large);
      const first = await openedDispute(large, disputed);
      await sql("UPDATE card_disputes SET due_at = now() - interval '1 hour' WHERE id = $1", [
        first,
      ]);
      // Each transaction has one dispute.
      await copyRow("card_transactions", disputed, MANY, `'id', ${keyOf("txn")}`);
      const copy = `'id', ${keyOf("dsp")}, 'transaction_id', ${keyOf("txn")}`;
      await copyRow("card_disputes", first, MANY, copy);
      await sql("ALTER TABLE card_transactions ENABLE TRIGGER USER");
      await sql("ALTER TABLE card_disputes ENABLE TRIGGER USER");
      return openedDispute(small, await purchase(small));
    },
    lease: async () => (await disputeQueue.lease(LIMIT, "sandbox")).map(({ id }) => id),
  },
  "polls of applicants": {
    table: "kyc_applicants",
    fill: async () => {
      await manyApplicants(await userWithApplicant(large), "poll_due_at");
      return userWithApplicant(small);
    },
    lease: async () => {
      const rules = { provider: "sumsub", isMonitoring: true };
      return (await leasePolls(rules, now(), LIMIT)).map(({ userId }) => userId);
    },
  },
  "erasures of applicants": {
    table: "kyc_applicants",
    fill: async () => {
      await sql("TRUNCATE kyc_applicants");
      const userId = await userWithApplicant(large);
      await deleted(large, userId);
      await manyApplicants(userId, "erase_due_at");
      const last = await userWithApplicant(small);
      await deleted(small, last);
      return last;
    },
    lease: async () => (await kycErasures.lease(LIMIT)).map(({ userId }) => userId),
  },
};

test.each(Object.keys(QUEUES))(
  "%s of a partner do not wait for the many of another one, and are found without reading these",
  async (name) => {
    const queue = QUEUES[name];
    if (!queue) throw new Error("no such queue");
    const { table, fill, lease } = queue;
    const last = await fill();
    await sql(`ANALYZE ${table}`);
    const before = await rowsRead([table]);
    const leased = await lease();
    expect(leased).toHaveLength(LIMIT);
    expect(leased).toContain(last);
    expect((await rowsRead([table])) - before).toBeLessThan(200);
  },
);

test("a lease reads few rows where thousands of partners have only later ones, and each due one is reached", async () => {
  // Not DELETE: the indexes would keep the rows of the tests before this one until no other transaction can see them.
  await sql("TRUNCATE issuer_updates");
  const queue = (name: string, partners: string, due: string, count: number) =>
    sql(
      `INSERT INTO issuer_updates (issuer, kind, issuer_id, status, partner_id, created_at, due_at)
       SELECT 'stripe', 'card', $1 || n, 'frozen', ${partners}, now(), now() + $2::interval FROM generate_series(1, $3::int) n`,
      [name, due, count],
    );
  await queue("ic_later_", "'ptn_' || n", "1 hour", MANY);
  await queue("ic_many_", "'ptn_1'", "-1 hour", 500);
  await queue("ic_last_", "'ptn_5'", "-1 minute", 1);
  await sql("ANALYZE issuer_updates");
  const before = await rowsRead(["issuer_updates"]);
  const leased: string[] = [];
  let leases = 0;
  for (; leases < 60 && !leased.includes("ic_last_1"); leases++) {
    const items = await issuerUpdates.lease(LIMIT, "stripe");
    expect(items).toHaveLength(LIMIT);
    leased.push(...items.map(({ issuerId }) => issuerId));
  }
  expect(leased).toContain("ic_last_1");
  expect(new Set(leased).size).toBe(leased.length);
  expect(((await rowsRead(["issuer_updates"])) - before) / leases).toBeLessThan(600);
});
