import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { DAY_MS } from "@/lib/kernel/durations";
import { purgeRequestLogJob } from "@/lib/operations/scheduler/jobs";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { webhooksOf } from "@/test/fixtures/webhooks";

afterAll(endTests);

test("a former secret is deleted once it no longer signs, and the current one stays", async () => {
  const partner = await makePartner();
  const secrets = () =>
    sql("SELECT id FROM webhook_secrets WHERE partner_id = $1 ORDER BY id", [partner.partnerId]);
  for (let rotation = 0; rotation < 2; rotation++) await webhooksOf(partner).set();
  const [former, current] = await secrets();
  await purgeRequestLogJob.run();
  expect(await secrets()).toEqual([former, current]);
  shiftClock(DAY_MS);
  await purgeRequestLogJob.run();
  expect(await secrets()).toEqual([current]);
});
