import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { copyRow, keyOf, readPlan } from "@/test/database/read-plan";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makeEvent, webhooksOf } from "@/test/fixtures/webhooks";
import { countReplayable, replayableCount } from "./store";

const ROWS = 5_000;
const RARE = newId("usr");
const ALL = { since: undefined, until: undefined, event: undefined, resourceId: undefined };

afterAll(endTests);

test("the events that wait for a retry are counted without those that wait for their first attempt", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  await webhooksOf(partner).set();
  await makeEvent(partner, { attempts: 1 });
  const untried = await makeEvent(partner);
  await sql(
    `INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, due_at, created_at)
     SELECT ${keyOf("evt")}, partner_id, 'txn_' || n, 1, 'pending', now(), created_at
     FROM webhook_deliveries, generate_series(1, ${ROWS}) n WHERE event_id = $1`,
    [untried],
  );
  const { rows, whole } = await readPlan(replayableCount(partner.partnerId, ALL, 10_000));
  expect(whole).toEqual([]);
  expect(rows).toBeLessThan(100);
  expect(await countReplayable(partner.partnerId, ALL, 10_000)).toMatchObject({ pending: 1n });
});

test("unsent events of a rare type or of a resource are counted without reading all others", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  const common = await makeEvent(partner, { event: "wallet.deposit.crypto" });
  const rare = await makeEvent(partner, { event: "user.kyc-event", resourceId: RARE });
  await copyRow(
    "webhook_events",
    common,
    ROWS,
    `'id', ${keyOf("evt")}, 'resource_id', 'txn_' || n, 'sequence', 1`,
  );
  await sql("ALTER TABLE webhook_events ENABLE TRIGGER USER");
  await sql("ANALYZE webhook_events");
  // The service's connections plan a statement once, whatever its values.
  await sql("SET plan_cache_mode = force_generic_plan");
  const ofType = { ...ALL, event: ["user.kyc-event"] };
  for (const filters of [ofType, { ...ofType, resourceId: RARE }, { ...ALL, resourceId: RARE }]) {
    const { rows, whole } = await readPlan(replayableCount(partner.partnerId, filters, 10_000));
    expect(whole).toEqual([]);
    expect(rows).toBeLessThan(100);
  }
  expect(rare).toMatch(/^evt_/);
  expect(await countReplayable(partner.partnerId, ofType, 10_000)).toMatchObject({ not_sent: 1n });
  const both = { ...ALL, event: ["user.kyc-event", "wallet.deposit.crypto", "user.kyc-event"] };
  expect(await countReplayable(partner.partnerId, both, 10_000)).toMatchObject({
    not_sent: BigInt(ROWS) + 2n,
  });
});
