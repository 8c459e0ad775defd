import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { anyAddress } from "@/test/chain/sending";
import { endTests, sql } from "@/test/fixtures/make";
import { listUnsettled, raiseFoundAlerts } from "./found-alerts";

afterAll(endTests);

/** More than one list has. */
const SETTLED = 1_100;

const openAlerts = () =>
  sql("SELECT subject FROM alerts WHERE kind = 'payout_found' AND closed_at IS NULL");

test("a payout that is not booked is reported, however many were found and booked after it", async () => {
  const insertFound = `INSERT INTO found_payouts (chain, token, token_address, from_address, to_address, amount_micro_usd,
      authorization_nonce, tx_hash, block_number, found_at)
    SELECT 'base-sepolia', 'usdc', '0x1', '0x2', $1, 1, $2 || n, $2 || n, 1, now() + $3 * interval '1 second'
    FROM generate_series(1, $4::int) n`;
  await sql(insertFound, ["0xlost", "0xunbooked", 0, 1]);
  const subject = "base-sepolia:0xunbooked1";
  await raiseFoundAlerts();
  expect(await openAlerts()).toEqual([{ subject }]);
  // Money that a rotation sent to another treasury needs no booking.
  const own = anyAddress();
  await sql("INSERT INTO signer_addresses VALUES ('treasury', 99, $1, now())", [own]);
  await sql(insertFound, [own.toLowerCase(), "0xsettled", 1, SETTLED]);
  await sql("UPDATE alerts SET closed_at = now() WHERE kind = 'payout_found'");
  expect((await listUnsettled()).map(({ txHash }) => txHash)).toEqual(["0xunbooked1"]);
  expect(await raiseFoundAlerts()).toEqual({ found: SETTLED + 1, unsettled: 1 });
  expect(await openAlerts()).toEqual([{ subject }]);
});
