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

test("the limits of a policy read sums of minutes in place of each withdrawal that counts", async () => {
  const busy = await makePartner({ balanceUsd: 1_000, requestsPerS: 1_000 });
  const { partnerId } = busy;
  const { make, create } = withdrawalsOf(busy);
  const first = await make(10);
  // One in 17 seconds: some 23.6 hours.
  const insertedAt = "'inserted_at', now() - n * interval '17 seconds'";
  const copied = `'id', ${keyOf("wd", `n + ${COUNT}`)}, ${insertedAt}`;
  await copyRow("withdrawals", first, COUNT, copied);
  await sql(`ALTER TABLE withdrawals ENABLE TRIGGER USER;
    DELETE FROM payout_sums WHERE partner_id = '${partnerId}';
    INSERT INTO payout_sums SELECT partner_id, a.address, date_bin('1 minute', inserted_at, 'epoch'), sum(amount_micro_usd)
      FROM withdrawals, (VALUES (''), ('${ADDRESS.toLowerCase()}')) a (address) WHERE partner_id = '${partnerId}' GROUP BY 1, 2, 3;
    ANALYZE withdrawals; ANALYZE payout_sums`);
  const limit = (COUNT + 2) * 10_000_000;
  await setPolicy(partnerId, { day_limit_micro_usd: limit, address_day_limit_micro_usd: limit });
  const before = await rowsReadByIndex("withdrawals");
  await make(10);
  const refused = await create({ amount: 25, toAddress: ADDRESS });
  expect((await rowsReadByIndex("withdrawals")) - before).toBeLessThan(50);
  // 25 USD fit when the oldest three of 10 USD no longer count.
  const [{ at }] = await sql(
    `SELECT inserted_at + interval '24 hours' AS at FROM withdrawals WHERE partner_id = $1 ORDER BY inserted_at LIMIT 1 OFFSET 2`,
    [partnerId],
  );
  expect(refused.json.data.availableAt).toBe(at.toISOString());
}, 60_000);
