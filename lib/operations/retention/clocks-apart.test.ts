import "@/test/database";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { purgeRequestLogJob } from "@/lib/operations/scheduler/jobs";
import { requestLog } from "@/lib/request-log/request-log";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { purgeOldRows } from "./purge-old-rows";

const YEARS_MS = 2 * 365 * 86_400_000;

afterEach(() => vi.restoreAllMocks());
afterAll(endTests);

test("a payment is made once although a process whose clock is years ahead deletes old keys", async () => {
  const partner = await makePartner({ balanceUsd: 100 });
  const serviceCardId = await makeCard(partner, { amountUsd: 1 });
  const fund = async () =>
    (await clientOf(partner).fund({ serviceCardId, amount: 10 }, "once")).status;
  expect(await fund()).toBe(200);
  const realNow = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + YEARS_MS);
  await expect(purgeOldRows()).rejects.toThrow("until they agree");
  vi.restoreAllMocks();
  expect(await fund()).toBe(400);
  expect(
    await sql(
      "SELECT FROM wallet_transactions WHERE category = 'card_funding' AND card_id = $1 AND amount_micro_usd = 10000000",
      [serviceCardId],
    ),
  ).toHaveLength(1);
});

test("a process whose clock is a month ahead keeps the request log", async () => {
  const partner = await makePartner({ balanceUsd: 10 });
  await clientOf(partner).listCards();
  await requestLog().flush();
  const count = async () => (await sql("SELECT count(*)::int AS n FROM request_log"))[0].n;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  const realNow = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + 32 * 86_400_000);
  await expect(purgeRequestLogJob.run()).rejects.toThrow("until they agree");
  vi.restoreAllMocks();
  expect(await count()).toBe(before);
  await purgeRequestLogJob.run();
  expect(await count()).toBe(before);
});
