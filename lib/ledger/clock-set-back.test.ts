import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { firstIdAt, newId } from "@/lib/kernel/ids";
import { tamper } from "@/test/database/superuser";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";

afterAll(endTests);

/** A partner whose wallet has its last entry ahead of the clock of the database, as after the clock was set back. */
async function makeAhead(ahead: string) {
  const partner = await makePartner({ balanceUsd: 100 });
  const serviceCardId = await makeCard(partner, { amountUsd: 1 });
  const account = `wallet:${partner.partnerId}`;
  await tamper(
    `UPDATE ledger.entries SET created_at = created_at + interval '${ahead}'
     WHERE account_id = '${account}' AND account_version = (SELECT version FROM ledger.accounts WHERE id = '${account}')`,
  );
  const fund = async () =>
    expect((await clientOf(partner).fund({ serviceCardId, amount: 10 })).status).toBe(200);
  return { account, fund };
}

const timesOf = async (account: string) =>
  (
    await sql(
      "SELECT created_at AS at FROM ledger.entries WHERE account_id = $1 ORDER BY account_version",
      [account],
    )
  ).map(({ at }): Date => at);

test.each(["2 seconds", "1 minute"])(
  "the entries of an account stay in the order of time after the clock was set back by %s",
  async (ahead) => {
    const { account, fund } = await makeAhead(ahead);
    await fund();
    const times = await timesOf(account);
    expect(times).toEqual(times.toSorted((one, other) => one.getTime() - other.getTime()));
  },
);

test("an entry of a clock that was far ahead does not date the ones after it", async () => {
  const { account, fund } = await makeAhead("40 days");
  await fund();
  const last = (await timesOf(account)).at(-1) ?? new Date(0);
  expect(Math.abs(last.getTime() - Date.now())).toBeLessThan(60_000);
});

test("a wallet transaction has an id of its time after the clock of its process was set back by days", async () => {
  const partner = await makePartner({ balanceUsd: 100 });
  const serviceCardId = await makeCard(partner, { amountUsd: 1 });
  await withClockAhead(2 * DAY_MS, async () => newId("txn"));
  expect((await clientOf(partner).fund({ serviceCardId, amount: 10 })).status).toBe(200);
  const [row] = await sql(
    "SELECT id, created_at AS at FROM wallet_transactions WHERE partner_id = $1 ORDER BY created_at DESC LIMIT 1",
    [partner.partnerId],
  );
  // The daily check finds the rows of a day by their ids, up to a day before and after it.
  expect(row.id < firstIdAt("txn", new Date(row.at.getTime() + MINUTE_MS))).toBe(true);
});
