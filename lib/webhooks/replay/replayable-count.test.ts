import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { copyRow, keyOf, readPlan } from "@/test/database/read-plan";
import { statementsOf } from "@/test/database/statements-of";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { makeEvent, webhooksOf } from "@/test/fixtures/webhooks";
import type { ReplayStatus } from "../replay-limits";
import {
  armEvents,
  countReplayable,
  type ReplayFilters,
  replayableCount,
  replayStatement,
} from "./store";

/** So many rows that their order by the primary key seems cheaper than a sort or another index. */
const ROWS = 50_000;
const RARE = newId("usr");
const ALL = { since: undefined, until: undefined, event: undefined, resourceId: undefined };
const MAX = 10_000;

afterAll(endTests);

/** Checks that the number and the replay of events are found without reading all others. */
async function expectFewRows(
  { partnerId }: TestPartner,
  status: ReplayStatus,
  filters: ReplayFilters,
  isRare = false,
) {
  const statements = [
    replayableCount(partnerId, filters, MAX, isRare),
    replayStatement(partnerId, [status], filters, MAX, isRare),
  ];
  for (const statement of statements) {
    const { rows, whole } = await readPlan(statement);
    expect(whole).toEqual([]);
    expect(rows).toBeLessThan(200);
  }
}

async function copyDelivery(eventId: string, prefix: string) {
  await sql("ALTER TABLE webhook_deliveries DISABLE TRIGGER USER");
  await sql(
    `INSERT INTO webhook_deliveries SELECT r.*
     FROM webhook_deliveries d, generate_series(1, ${ROWS}) n,
       jsonb_populate_record(d, jsonb_build_object('event_id', ${keyOf(prefix)}, 'resource_id', 'txn_' || n)) r
     WHERE d.event_id = $1`,
    [eventId],
  );
  await sql("ALTER TABLE webhook_deliveries ENABLE TRIGGER USER");
}

/** Plans statements as the service's connections do: once, whatever the values. */
async function planOnce() {
  await sql("ANALYZE webhook_events");
  await sql("ANALYZE webhook_deliveries");
  await sql("SET plan_cache_mode = force_generic_plan");
  await sql("SET enable_seqscan = off");
}

test("the events that wait for a retry are counted without those that wait for their first attempt", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  await webhooksOf(partner).set();
  await makeEvent(partner, { attempts: 1 });
  await copyDelivery(await makeEvent(partner), "evt_3");
  await planOnce();
  expect(await countReplayable(partner.partnerId, ALL, MAX)).toMatchObject({ pending: 1n });
  await expectFewRows(partner, "pending", ALL);
});

test("failed events are replayed without reading those that were delivered", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  await webhooksOf(partner).set();
  await makeEvent(partner, { status: "failed" });
  await copyDelivery(await makeEvent(partner, { status: "delivered" }), "evt_4");
  await planOnce();
  expect(await countReplayable(partner.partnerId, ALL, MAX)).toMatchObject({ failed: 1n });
  await expectFewRows(partner, "failed", ALL);
});

test.each(["failed", "pending"] as const)(
  "%s events of a rare type are found without reading those of other types",
  async (status) => {
    const partner = await makePartner({ balanceUsd: 0 });
    await webhooksOf(partner).set();
    const made = { status, attempts: 2 };
    await makeEvent(partner, { ...made, event: "user.kyc-event" });
    const common = await makeEvent(partner, { ...made, event: "wallet.deposit.crypto" });
    const prefix = `evt_${status === "failed" ? 6 : 2}`;
    const own = `'id', ${keyOf(prefix)}, 'resource_id', 'txn_' || n, 'sequence', 1`;
    await copyRow("webhook_events", common, ROWS, own);
    await copyDelivery(common, prefix);
    await sql("ALTER TABLE webhook_events ENABLE TRIGGER USER");
    await planOnce();
    const { partnerId } = partner;
    const rare = { ...ALL, event: ["user.kyc-event"] };
    const counted = await statementsOf(() => countReplayable(partnerId, rare, MAX));
    expect(counted.answer).toMatchObject({ [status]: 1n });
    expect(counted.statements).toContain("count_replayable_rare_webhook_events");
    await expectFewRows(partner, status, rare, true);
    expect(await countReplayable(partnerId, rare, MAX)).toMatchObject({ [status]: 0n });
    const both = { ...ALL, event: ["user.kyc-event", "wallet.deposit.crypto"] };
    expect(await armEvents(partnerId, [status], both, 10)).toMatchObject({ replayed: 10n });
  },
);

test("a few failed events of a type that many events have are found without reading the others of the type", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  await webhooksOf(partner).set();
  await makeEvent(partner, { status: "failed", attempts: 2, event: "user.kyc-event" });
  const other = await makeEvent(partner, { status: "delivered", event: "user.kyc-event" });
  const own = `'id', ${keyOf("evt_7")}, 'resource_id', 'txn_' || n, 'sequence', 1`;
  await copyRow("webhook_events", other, 5_000, own);
  await sql("ALTER TABLE webhook_events ENABLE TRIGGER USER");
  await planOnce();
  const ofType = { ...ALL, event: ["user.kyc-event"] };
  const counted = await statementsOf(() => countReplayable(partner.partnerId, ofType, MAX));
  expect(counted.answer).toMatchObject({ failed: 1n });
  expect(counted.statements).toContain("count_replayable_webhook_events");
  // By the statistics all events have one type, also those of a type that is new.
  await expectFewRows(partner, "failed", { ...ALL, event: ["wallet.deposit.crypto"] }, true);
});

test("unsent events of a rare type, of a resource or of before are found without reading all others", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  const common = await makeEvent(partner, { event: "wallet.deposit.crypto" });
  await makeEvent(partner, { event: "user.kyc-event", resourceId: RARE });
  await copyRow(
    "webhook_events",
    common,
    ROWS,
    `'id', ${keyOf("evt_5")}, 'resource_id', 'txn_' || n, 'sequence', 1`,
  );
  await sql("ALTER TABLE webhook_events ENABLE TRIGGER USER");
  await webhooksOf(partner).set();
  await planOnce();
  const ofType = { ...ALL, event: ["user.kyc-event"] };
  const both = { ...ALL, event: ["user.kyc-event", "wallet.deposit.crypto", "user.kyc-event"] };
  expect(await countReplayable(partner.partnerId, ofType, MAX)).toMatchObject({ not_sent: 1n });
  expect(await countReplayable(partner.partnerId, both, 2 * ROWS)).toMatchObject({
    not_sent: BigInt(ROWS) + 2n,
  });
  const until = new Date(Date.now() - 30 * 24 * 3_600_000);
  for (const filters of [
    { ...ALL, until },
    ofType,
    { ...ofType, resourceId: RARE },
    { ...ALL, resourceId: RARE },
  ])
    await expectFewRows(partner, "not_sent", filters);
});
