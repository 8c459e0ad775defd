import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/durations";
import { firstIdAt } from "@/lib/kernel/ids";
import { purgeRequestLog } from "@/lib/request-log/purge-request-log";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { rankPartners } from "./rank-partners";
import { findPartners } from "./store";

afterAll(endTests);

const lastRequestAt = new Date(Date.now() - 40 * DAY_MS);

const lastActive = async () => {
  const wanted = {
    search: undefined,
    status: undefined,
    sort: "last_active",
    hasActivity: true,
  } as const;
  const { rows } = await findPartners(wanted, { skip: 0, limit: 10 });
  return rows.map(({ activity }) => activity?.lastActiveAt);
};

test("a partner that only reads stays active at its last request, which the request log no longer has", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  await sql(
    `INSERT INTO request_log (id, partner_id, key_id, method, route, path, status, duration_ms, response_body, created_at)
     VALUES ($1, $2, 'key_1', 'GET', '/', '/', 200, 1, '{}', $3)`,
    [firstIdAt("req", lastRequestAt), partnerId, lastRequestAt],
  );
  await rankPartners();
  expect((await purgeRequestLog()).requests).toBe(1);
  await rankPartners();
  expect(await lastActive()).toEqual([lastRequestAt]);
});

test("an activity that a clock wrote that was ahead does not stay", async () => {
  await sql("UPDATE partner_activity SET last_active_at = now() + interval '1 day'");
  await rankPartners();
  expect(await lastActive()).toEqual([null]);
});
