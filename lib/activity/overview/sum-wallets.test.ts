import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { query } from "@/lib/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { firstIdAt } from "@/lib/kernel/ids";
import { atSimulatedTime } from "@/lib/kernel/simulated-time";
import { audit } from "@/lib/ledger";
import { doneOrWaiting } from "@/test/database/done-or-waiting";
import { sumWalletsUntil } from "@/test/database/sum-wallets";
import { tamper } from "@/test/database/superuser";
import { withLogin } from "@/test/database/with-login";
import { eventually } from "@/test/eventually";
import { deposit, endTests, makePartner, sql } from "@/test/fixtures/make";
import { findMoved } from "./store";
import { sumWallets } from "./sum-wallets";

/** Until the transactions of other tests in the same cluster have ended. */
const OTHERS_END = { timeoutMs: 120_000 };

beforeEach(() =>
  tamper(
    "TRUNCATE wallet_sums, wallet_hour_sums, wallet_day_sums",
    "UPDATE wallet_sums_end SET before_id = '', awaited_id = NULL, horizon = NULL",
  ),
);
afterAll(endTests);

const idAgo = (ms: number) => firstIdAt("txn", new Date(Date.now() - ms));
const sumUntil = (id: string) => query("sum_until", "SELECT sum_wallets($1)", [id]);
/** As in a process whose clock is behind. There, the ids of this process would go on from its last one. */
const anHourBehind = <T>(work: () => Promise<T>) =>
  atSimulatedTime(new Date(Date.now() - HOUR_MS), work);
const endOfSums = async () => (await sql("SELECT before_id FROM wallet_sums_end"))[0].before_id;
const daySumsOf = (partnerId: string) =>
  sql("SELECT amount_micro_usd AS amount FROM wallet_day_sums WHERE partner_id = $1", [partnerId]);

/** What a wallet got, as the overview says. */
async function movedOf(partnerId: string): Promise<bigint> {
  const moved = await findMoved(partnerId, [new Date(0)]);
  return moved.reduce((sum, { amountMicroUsd }) => sum + amountMicroUsd, 0n);
}

async function expectSound(): Promise<void> {
  const broken = (await audit()).filter(({ brokenRows }) => brokenRows.length > 0);
  expect(broken.map(({ name }) => name)).toEqual([]);
}

test.each([
  "txn_zzz",
  firstIdAt("txn", new Date("9999-12-31T00:00:00Z")),
  firstIdAt("txn", new Date(Date.now() + HOUR_MS)),
  firstIdAt("txn", new Date()),
])("the last five minutes are not summed, whatever the id of a call: %s", async (id) => {
  const { partnerId } = await makePartner({ balanceUsd: 5 });
  await sumUntil(id);
  expect((await endOfSums()) < idAgo(5 * MINUTE_MS - 1_000)).toBe(true);
  expect(await daySumsOf(partnerId)).toEqual([]);
  expect(await movedOf(partnerId)).toBe(5_000_000n);
  await expectSound();
});

test("the sums have a transaction of a process whose clock is behind, once", async () => {
  const earlier = await makePartner({ balanceUsd: 1 });
  await sumWalletsUntil(idAgo(6 * MINUTE_MS));
  const { partnerId } = await anHourBehind(() => makePartner({ balanceUsd: 5 }));
  await anHourBehind(() => deposit(earlier.partnerId, earlier.walletAddress, 2));
  const expectAll = async () => {
    expect(await movedOf(partnerId)).toBe(5_000_000n);
    expect(await movedOf(earlier.partnerId)).toBe(3_000_000n);
    expect(await daySumsOf(partnerId)).toEqual([{ amount: "5000000" }]);
    await expectSound();
  };
  await expectAll();
  await sumWalletsUntil(idAgo(6 * MINUTE_MS - 1_000));
  await expectAll();
});

test("nothing is summed while a transaction is open that began before, and may hold a row with an older id", async () => {
  await anHourBehind(() => makePartner({ balanceUsd: 5 }));
  await withLogin(async (login) => {
    await login.query("BEGIN; SELECT pg_current_xact_id()");
    expect(await sumWallets()).toEqual({ written: 0 });
    expect(await endOfSums()).toBe("");
    await login.query("COMMIT");
  });
  expect(await sumWalletsUntil(idAgo(6 * MINUTE_MS))).toBeGreaterThan(0);
  await expectSound();
});

test("a transaction that comes late waits while sums are written, which then have it once", async () => {
  const { partnerId, walletAddress } = await anHourBehind(() => makePartner({ balanceUsd: 5 }));
  await withLogin(async (login) => {
    await eventually(async () => {
      await login.query("ROLLBACK; BEGIN");
      const { rows } = await login.query("SELECT sum_wallets($1) > 0 AS is_summed", [idAgo(0)]);
      expect(rows).toEqual([{ is_summed: true }]);
    }, OTHERS_END);
    const late = anHourBehind(() => deposit(partnerId, walletAddress, 2));
    await doneOrWaiting(late);
    await login.query("COMMIT");
    await late;
  });
  expect(await daySumsOf(partnerId)).toEqual([{ amount: "7000000" }]);
  await expectSound();
});

test("a transaction that reads an old snapshot sums nothing", async () => {
  await withLogin(async (login) => {
    await login.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await expect(login.query("SELECT sum_wallets('txn_zzz')")).rejects.toMatchObject({
      code: "PW003",
    });
  });
});
