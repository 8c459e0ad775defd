import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { instantBetween } from "@/test/fixtures/instant-between";
import {
  deposit,
  endTests,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { cardAccount, FEES_ACCOUNT, NETWORK_ACCOUNT, walletAccount } from "./accounts";
import { balanceAt } from "./balance-at";

const USD = 1_000_000n;

let partner: TestPartner;
let wallet: string;
let cardId: string;
/** The balances of the wallet and the card at instants between the changes. */
const history: { at: Date; wallet: bigint; card: bigint; fees: bigint }[] = [];

beforeAll(async () => {
  history.push({ at: await instantBetween(), wallet: 0n, card: 0n, fees: 0n });
  partner = await makePartner({ balanceUsd: 1_000, fees: { cardCreationFeeMicroUsd: USD } });
  wallet = walletAccount(partner.partnerId);
  history.push({ at: await instantBetween(), wallet: 1_000n * USD, card: 0n, fees: 0n });
  cardId = await makeCard(partner, { amountUsd: 100 });
  history.push({ at: await instantBetween(), wallet: 899n * USD, card: 100n * USD, fees: USD });
  await clientOf(partner).fund({ serviceCardId: cardId, amount: 50.25 });
  history.push({ at: await instantBetween(), wallet: 848_750_000n, card: 150_250_000n, fees: USD });
  await clientOf(partner).withdraw({ serviceCardId: cardId, amount: 20, reference: "r" });
  history.push({
    at: await instantBetween(),
    wallet: 867_750_000n,
    card: 130_250_000n,
    fees: 2n * USD,
  });
  await deposit(partner.partnerId, partner.walletAddress, 0.000001);
  history.push({
    at: await instantBetween(),
    wallet: 867_750_001n,
    card: 130_250_000n,
    fees: 2n * USD,
  });
});
afterAll(endTests);

describe("the balance of an account at an instant", () => {
  test("each instant of its history", async () => {
    for (const { at, ...had } of history) {
      expect({
        wallet: await balanceAt(wallet, at),
        card: await balanceAt(cardAccount(cardId), at),
        fees: await balanceAt(FEES_ACCOUNT, at),
      }).toEqual(had);
    }
  });

  test("is zero before its first entry, and the current balance after the last one", async () => {
    expect(await balanceAt(wallet, new Date(0))).toBe(0n);
    expect(await balanceAt(wallet, new Date("2999-01-01"))).toBe(867_750_001n);
  });

  test("includes an entry at the instant itself", async () => {
    const rows = await sql(
      `SELECT balance_after_micro_usd AS balance, ledger.balance_at(account_id, created_at) AS at_once,
         ledger.balance_at(account_id, created_at - interval '1 microsecond') AS just_before, amount_micro_usd AS amount
       FROM ledger.entries WHERE account_id = $1 ORDER BY account_version`,
      [wallet],
    );
    // Two entries of one commit have the same instant; the later one counts.
    const last = rows.filter((row, index) => rows[index + 1]?.at_once !== row.at_once);
    for (const row of last) expect(row.at_once).toBe(row.balance);
    expect(rows[0].just_before).toBe("0");
  });

  test("equals the sum of all entries up to it, for each account", async () => {
    const rows = await sql(
      `SELECT a.id FROM ledger.accounts a CROSS JOIN LATERAL (
         SELECT e.created_at + d * interval '1 microsecond' AS at FROM ledger.entries e, generate_series(-1, 1) d) i
       WHERE ledger.balance_at(a.id, i.at) <> (SELECT coalesce(sum(amount_micro_usd), 0) FROM ledger.entries
         WHERE account_id = a.id AND created_at <= i.at)`,
    );
    expect(rows).toEqual([]);
  });

  test("is zero for an account without entries, and an error for an unknown one", async () => {
    expect(await balanceAt(NETWORK_ACCOUNT, new Date())).toBe(0n);
    await expect(balanceAt("wallet:ptn_nobody", new Date())).rejects.toMatchObject({
      code: "PW003",
    });
  });
});
