import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET } from "@/app/api/v1/partner/addresses/check/route";
import { copyRow, keyOf } from "@/test/database/read-plan";
import { rowsReadByIndex } from "@/test/database/table-scans";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { ADDRESS, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { MAX_COUNTED_PAYMENTS } from "./sql-store";

const COUNT = 5_000;
/** The same first and last four digits as ADDRESS, before and after it in the order of the index. */
const LOOK_ALIKES = ["0", "f"].map(
  (digit) => `${ADDRESS.slice(0, 6)}${digit.repeat(32)}${ADDRESS.slice(-4)}`,
);
const LAST_PAID_AT = "2026-11-01T10:00:00.000Z";

let partner: TestPartner;
let browser: Browser;
beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 1_000, requestsPerS: 1_000 });
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId }));
  const wallet = withdrawalsOf(partner);
  const pending = await wallet.make(10);
  for (const toAddress of LOOK_ALIKES) await wallet.create({ amount: 10, toAddress });
  await copyRow(
    "withdrawals",
    pending,
    COUNT,
    `'id', ${keyOf("wd")}, 'status', 'completed', 'approved_at', now(), 'tx_hash', '0x' || lpad(n::text, 64, '0'),
     'completed_at', '${LAST_PAID_AT}'::timestamptz - (n - 1) * interval '1 second'`,
  );
  await copyRow("withdrawals", pending, COUNT, `'id', ${keyOf("wd", `n + ${COUNT}`)}`);
  await sql("ALTER TABLE withdrawals ENABLE TRIGGER USER");
}, 60_000);
afterAll(endTests);

// Without ANALYZE the statistics are those of a nearly empty table.
test.each(["SELECT 1", "ANALYZE withdrawals"])(
  "an address is checked without reading each withdrawal to it, after %s",
  async (command) => {
    await sql(command);
    const before = await rowsReadByIndex("withdrawals");
    const { json } = await browser.call(GET, { query: { address: ADDRESS } });
    expect((await rowsReadByIndex("withdrawals")) - before).toBeLessThan(MAX_COUNTED_PAYMENTS + 50);
    expect(json.data).toMatchObject({ timesPaid: MAX_COUNTED_PAYMENTS, lastPaidAt: LAST_PAID_AT });
    const lookalikes = json.data.lookalikes.map(({ address }: { address: string }) => address);
    expect(lookalikes.map((address: string) => address.toLowerCase())).toEqual(
      LOOK_ALIKES.map((address) => address.toLowerCase()),
    );
  },
);
