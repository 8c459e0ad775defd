import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as overview } from "@/app/api/v1/partner/overview/route";
import { POST as setWebhook } from "@/app/api/v1/partner/profile/webhook/route";
import { POST as setLowBalance } from "@/app/api/v1/partner/wallet/low-balance/route";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { keyUses } from "@/lib/identity/api-keys/key-uses";
import { shiftClock } from "@/lib/kernel/clock";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/durations";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { balanceAt, walletAccount } from "@/lib/ledger";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import {
  call,
  deposit,
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { pauseEndpoint } from "@/test/fixtures/webhooks";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { clientOf } from "@/test/http/client";
import { expectSuccess, invalidFields } from "@/test/http/expect-answer";
import { userClientOf } from "@/test/http/user-client";
import type { NOTICE_CODES } from "./schema";

let partner: TestPartner;
let browser: Browser;
async function begin(balanceUsd: number): Promise<void> {
  partner = await makePartner({ balanceUsd });
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
}
afterAll(endTests);

const look = async (timeZone?: string) => {
  const answer = await browser.call(overview, { query: timeZone ? { timeZone } : {} });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return answer.json.data;
};
const noticesOf = async () => {
  const { notices } = await look();
  return notices.map(({ code }: { code: (typeof NOTICE_CODES)[number] }) => code);
};
const doneOf = async () => {
  const { steps } = await look();
  return steps.flatMap(({ step, done }: { step: string; done: boolean }) => (done ? [step] : []));
};

describe("of a new partner", () => {
  beforeAll(() => begin(0));

  test("everything is nought, and 30 days are there", async () => {
    const { wallet, days, period, moneyIn, moneyOut, cards, users } = await look();
    expect(wallet).toEqual({
      availableBalance: 0,
      pendingWithdrawals: 0,
      depositsConfirming: 0,
      currency: "USD",
    });
    expect(days).toHaveLength(30);
    expect([days[0].startsAt, days[1].startsAt.slice(0, 10)]).toEqual([period.from, days[1].date]);
    for (const day of days) expect(day).toMatchObject({ balance: 0, in: 0, out: 0 });
    expect(days.at(-1).date).toBe(new Date().toISOString().slice(0, 10));
    expect([moneyIn.total, moneyOut.total, cards.total, users.total]).toEqual([0, 0, 0, 0]);
  });

  test("no step is done, and the notices name the missing parts, the most urgent first", async () => {
    expect(await doneOf()).toEqual([]);
    expect(await noticesOf()).toEqual(["wallet_empty", "webhook_not_set"]);
  });
});

describe("the activity of a period", () => {
  beforeEach(() => begin(1_000));

  test("is summed by day and kind, and the balance of each day is the ledger's", async () => {
    shiftClock(-3 * DAY_MS);
    const card = await makeCard(partner, { amountUsd: 100 });
    shiftClock(3 * DAY_MS);
    const client = clientOf(partner);
    await client.fund({ serviceCardId: card, amount: 50.25 });
    await client.withdraw({ serviceCardId: card, amount: 20, reference: "back" });
    const created = await withdrawalsOf(partner).make(30);
    const cancelled = await withdrawalsOf(partner).make(10);
    await withdrawalsOf(partner).cancel(cancelled);
    expect(created).toMatch(/^wd_/);
    const { wallet, days, moneyIn, moneyOut, cards } = await look();
    expect(wallet).toMatchObject({ availableBalance: 837.75, pendingWithdrawals: 30 });
    expect(moneyIn).toEqual({
      deposit: 1_000,
      deposit_release: 0,
      card_withdrawal: 19,
      liquidation: 0,
      withdrawal_refund: 10,
      correction_credit: 0,
      total: 1_029,
    });
    expect(moneyOut).toEqual({
      card_funding: 150.25,
      withdrawal: 40,
      kyc_fee: 0,
      card_creation_fee: 1,
      funding_fee: 0,
      correction_debit: 0,
      total: 191.25,
    });
    expect(days.at(-1)).toMatchObject({ balance: 837.75, in: 1_029, out: 90.25 });
    expect(days.at(-4)).toMatchObject({ in: 0, out: 101 });
    expect(cards).toEqual({ active: 1, frozen: 0, terminated: 0, total: 1 });
  });

  test("is put into the days of the reader's zone, with the balances at their ends", async () => {
    const { days } = await look("Pacific/Kiritimati");
    const own = await look("Pacific/Honolulu");
    expect(days.at(-1).date > own.days.at(-1).date).toBe(true);
    for (const each of [days, own.days])
      expect(each.reduce((sum: number, day: { in: number }) => sum + day.in, 0)).toBe(1_000);
    for (const [index, { balance }] of own.days.slice(0, -1).entries()) {
      // Honolulu is 10 hours behind UTC all year.
      const end = new Date(`${own.days[index + 1].date}T10:00:00Z`);
      const then = await balanceAt(walletAccount(partner.partnerId), new Date(end.getTime() - 1));
      expect(balance).toBe(usdFromMicroUsd(then));
    }
  });

  test.each(["Mars/Base", "", "Europe/Berlin'", "x".repeat(200)])(
    "refuses %j, which is not a time zone",
    async (timeZone) => {
      const answer = await browser.call(overview, { query: { timeZone } });
      expect(invalidFields(answer)[0]).toMatch(/^timeZone: /);
    },
  );

  test("changes of cards and users are counted as they happen: frozen, terminated, verified, deleted", async () => {
    const client = clientOf(partner);
    const users = userClientOf(partner);
    const [card, other] = [await makeCard(partner), await makeCard(partner)];
    const { cards: both } = await look();
    expect(both).toEqual({ active: 2, frozen: 0, terminated: 0, total: 2 });
    await client.switchCard(card, "freeze");
    expect((await look()).cards).toEqual({ active: 1, frozen: 1, terminated: 0, total: 2 });
    await client.switchCard(card, "unfreeze");
    await client.terminate(other);
    expect((await look()).cards).toEqual({ active: 1, frozen: 0, terminated: 1, total: 2 });
    const { serviceId } = await users.make();
    expect((await look()).users).toMatchObject({ pending: 1, approved: 2, denied: 0, total: 3 });
    await users.simulate(serviceId, { status: "denied" });
    expect((await look()).users).toMatchObject({ pending: 0, approved: 2, denied: 1, total: 3 });
    await users.remove(serviceId);
    expect((await look()).users).toMatchObject({ pending: 0, approved: 2, denied: 0, total: 2 });
  });

  test("the activity of another partner is not counted", async () => {
    const before = await look();
    const other = await makePartner();
    await makeCard(other);
    expect(await look()).toEqual(before);
  });
});

describe("notices", () => {
  beforeEach(async () => {
    await begin(1_000);
    const body = { webhookUrl: "https://hooks.example.com" };
    await call(setWebhook, { method: "POST", apiKey: partner.apiKey, body });
  });

  test("are none while all is well", async () => {
    expect(await noticesOf()).toEqual([]);
  });

  test("a wallet below the fees of one user and card has a notice", async () => {
    const users = await Promise.all(Array.from({ length: 3 }, () => makeApprovedUser(partner)));
    for (const userId of users) await makeCard(partner, { amountUsd: 300, userId });
    await withdrawalsOf(partner).make(90);
    // 7 left; fees were 3 in the last 7 days.
    expect(await noticesOf()).toEqual(["withdrawals_pending"]);
    await sql("UPDATE partners SET kyc_fee_micro_usd = 5000000 WHERE id = $1", [partner.partnerId]);
    await withdrawalsOf(partner).make(5);
    await expect.poll(noticesOf).toEqual(["wallet_empty", "withdrawals_pending"]);
  });

  test("a wallet below the fees of a week has a notice", async () => {
    const poor = await makePartner({
      balanceUsd: 100,
      fees: { cardCreationFeeMicroUsd: 40_000_000n, kycFeeMicroUsd: 0n },
    });
    browser = await signedIn(await makePerson({ partnerId: poor.partnerId }));
    await makeCard(poor, { amountUsd: 5 });
    await sql(
      "UPDATE partners SET card_creation_fee_micro_usd = 1000000, kyc_fee_micro_usd = 0 WHERE id = $1",
      [poor.partnerId],
    );
    await withdrawalsOf(poor).make(30);
    const codes = await noticesOf();
    expect(codes[0]).toBe("wallet_low");
  });

  test("a wallet below the threshold of its owner has a notice", async () => {
    const { partnerId } = await makePartner({ balanceUsd: 499.99 });
    browser = await signedIn(await makePerson({ partnerId, role: "owner" }));
    const set = (threshold: number | null) =>
      browser.call(setLowBalance, { method: "POST", body: { threshold } });
    expect((await noticesOf()).includes("wallet_low")).toBe(false);
    expectSuccess(await set(500), { threshold: 500 });
    const { notices, wallet } = await look();
    expect(wallet.lowBalanceThreshold).toBe(500);
    expect(notices.find(({ code }: { code: string }) => code === "wallet_low").text).toBe(
      "Wallet balance is 499.99 USD, below your threshold of 500.00 USD.",
    );
    await set(499.99);
    expect(await noticesOf()).not.toContain("wallet_low");
    expectSuccess(await set(null), { threshold: null });
    expect((await look()).wallet).not.toHaveProperty("lowBalanceThreshold");
    for (const threshold of [0, -1, 1.005, "500"])
      expect(invalidFields(await set(threshold as number))).toHaveLength(1);
  });

  test("cards that owe a shortfall have a notice until they have paid", async () => {
    const [first, second] = [
      await makeCard(partner, { amountUsd: 10 }),
      await makeCard(partner, { amountUsd: 10 }),
    ];
    const other = await makeCard(await makePartner(), { amountUsd: 10 });
    for (const [cardId, amount] of [
      [first, 15.5],
      [second, 18.7],
      [other, 20],
    ] as const)
      await applyNetworkNotification(new NetworkStory(cardId).says(says.capture(amount, true)));
    const shortfalls = async () =>
      (await look()).notices.filter(({ code }: { code: string }) => code === "cards_owing");
    expect(await shortfalls()).toEqual([
      {
        code: "cards_owing",
        level: "attention",
        text: "2 cards owe 14.20 USD: the card network collected more than they had. Fund them to pay the shortfall.",
        count: 2,
        amount: 14.2,
      },
    ]);
    await clientOf(partner).fund({ serviceCardId: second, amount: 10 });
    expect(await shortfalls()).toMatchObject([
      { text: expect.stringMatching(/^1 card owes 5\.50 USD: .* Fund it /), count: 1, amount: 5.5 },
    ]);
    await clientOf(partner).fund({ serviceCardId: first, amount: 10 });
    expect(await shortfalls()).toEqual([]);
  });

  test("users who wait, and an endpoint that fails or is paused, have notices", async () => {
    await makeApprovedUser(partner, { status: "pending" });
    await makeApprovedUser(partner, { status: "pending_kyc" });
    await makeApprovedUser(partner);
    const { notices, users } = await look();
    expect(users).toEqual({ pending: 1, pending_kyc: 1, approved: 1, denied: 0, total: 3 });
    expect(notices).toMatchObject([{ code: "kyc_waiting", level: "info", count: 2 }]);
    const failing = "UPDATE webhook_endpoints SET failing_since = now() WHERE partner_id = $1";
    await sql(failing, [partner.partnerId]);
    expect(await noticesOf()).toEqual(["webhook_failing", "kyc_waiting"]);
    await pauseEndpoint(partner);
    expect(await noticesOf()).toEqual(["webhook_paused", "kyc_waiting"]);
  });

  test("deposits that are being confirmed have a notice, each once", async () => {
    await sql(
      `INSERT INTO seen_transfers (chain, tx_hash, ordinal, token, amount_micro_usd, from_address, to_address, partner_id,
         block_number, seen_at) VALUES ('base-sepolia', '0xa', 0, 'usdc', 25500000, '0x1', '0x2', $1, 1, now())`,
      [partner.partnerId],
    );
    const { notices, wallet } = await look();
    expect(wallet.depositsConfirming).toBe(25.5);
    expect(notices).toMatchObject([{ code: "deposits_confirming", count: 1, amount: 25.5 }]);
  });
});

test("the first steps tick themselves off, one by one", async () => {
  await begin(0);
  await deposit(partner.partnerId, partner.walletAddress, 500);
  expect(await doneOf()).toEqual(["fund_wallet"]);
  await makeApprovedUser(partner, { status: "pending" });
  expect(await doneOf()).toEqual(["fund_wallet", "create_user"]);
  const card = await makeCard(partner, { amountUsd: 50 });
  const made = ["fund_wallet", "create_user", "approve_user", "create_card"];
  expect(await doneOf()).toEqual(made);
  await clientOf(partner).authorize(card, { amount: 1_000 });
  expect(await doneOf()).toEqual(made);
  await clientOf(partner).authorize(card, { amount: 10 });
  expect(await doneOf()).toEqual([...made, "first_purchase"]);
  await keyUses().flush();
  expect(await doneOf()).toEqual([...made, "first_purchase", "use_api_key"]);
  const body = { webhookUrl: "https://hooks.example.com" };
  await call(setWebhook, { method: "POST", apiKey: partner.apiKey, body });
  await sql("UPDATE webhook_endpoints SET last_success_at = now() WHERE partner_id = $1", [
    partner.partnerId,
  ]);
  expect(await doneOf()).not.toContain("invite_colleague");
  // Only an invitation that is open counts: that of the first owner was accepted.
  const invite = (state: string) =>
    sql(
      `INSERT INTO invitations (id, partner_id, email, email_key, role, token_hash, invited_by, created_at, expires_at,
         accepted_at, revoked_at)
       SELECT $2 || id, partner_id, $2, $2 || id, 'owner', $2 || id, id, now(),
         now() + CASE $2 WHEN 'expired' THEN interval '-1 hour' ELSE interval '1 hour' END,
         CASE $2 WHEN 'accepted' THEN now() END, CASE $2 WHEN 'revoked' THEN now() END
       FROM people WHERE partner_id = $1`,
      [partner.partnerId, state],
    );
  for (const state of ["accepted", "revoked", "expired"]) await invite(state);
  expect(await doneOf()).not.toContain("invite_colleague");
  await invite("open");
  expect(await doneOf()).toHaveLength(9);
  expect(await withClockAhead(2 * HOUR_MS, doneOf)).toHaveLength(9);
  await sql("UPDATE invitations SET revoked_at = now() WHERE email = 'open' AND partner_id = $1", [
    partner.partnerId,
  ]);
  expect(await doneOf()).not.toContain("invite_colleague");
  await makePerson({ partnerId: partner.partnerId });
  expect(await doneOf()).toHaveLength(9);
});
