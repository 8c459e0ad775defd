import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { keyOf, readPlan } from "@/test/database/read-plan";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makeEvent, webhooksOf } from "@/test/fixtures/webhooks";
import { countReplayable, replayableCount } from "./store";

const ROWS = 5_000;
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
