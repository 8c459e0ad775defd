import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyRow, keyOf } from "@/test/database/read-plan";
import { rowsReadByIndex } from "@/test/database/table-scans";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { setPolicy } from "@/test/fixtures/payout-policies";
import { ADDRESS, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { TIMESTAMP } from "@/test/http/expect-answer";

const COUNT = 5_000;

let partner: TestPartner;
let wallet: ReturnType<typeof withdrawalsOf>;
beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 1_000, requestsPerS: 1_000 });
  wallet = withdrawalsOf(partner);
  await setPolicy(partner.partnerId, {
    hour_limit_micro_usd: 40_000_000,
    day_limit_micro_usd: 50_000_000,
    address_day_limit_micro_usd: 50_000_000,
  });
  const cancelled = await wallet.make(10);
  expect((await wallet.cancel(cancelled)).status).toBe(200);
  await sql("ALTER TABLE withdrawals SET (autovacuum_enabled = false); ANALYZE withdrawals");
  await copyRow("withdrawals", cancelled, COUNT, `'id', ${keyOf("wd")}`);
  await sql("ALTER TABLE withdrawals ENABLE TRIGGER USER");
}, 60_000);
afterAll(endTests);

// Without ANALYZE the statistics are those of a nearly empty table.
test.each(["SELECT 1", "ANALYZE withdrawals"])(
  "the limits of a policy read no withdrawal that does not count, after %s",
  async (command) => {
    await sql(command);
    const before = await rowsReadByIndex("withdrawals");
    await wallet.make(20);
    // The refusal also reads when the amount fits.
    const refused = await wallet.create({ amount: 25, toAddress: ADDRESS });
    expect(refused.json.data.availableAt).toEqual(TIMESTAMP);
    expect((await rowsReadByIndex("withdrawals")) - before).toBeLessThan(50);
  },
);
