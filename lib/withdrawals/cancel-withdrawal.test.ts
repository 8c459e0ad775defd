import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventsOf, walletOf } from "@/test/fixtures/books";
import { endTests, makePartner, type TestPartner } from "@/test/fixtures/make";
import { codeOf, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { ADDRESS, decisionsIn, withdrawalFaults, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { clientOf, statuses } from "@/test/http/client";
import { expectRefusal, expectSuccess, TIMESTAMP } from "@/test/http/expect-answer";

let partner: TestPartner;
let wallet: ReturnType<typeof withdrawalsOf>;
let admin: TestPerson;
let decisions: ReturnType<typeof decisionsIn>;
beforeAll(async () => {
  admin = await makePerson();
  decisions = decisionsIn(await signedIn(admin));
});
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  wallet = withdrawalsOf(partner);
});
afterAll(endTests);

describe("Cancel Withdrawal", () => {
  test("refunds the amount with the fee immediately", async () => {
    const pending = (await wallet.create({ amount: 250.75, toAddress: ADDRESS })).json.data;
    const answer = await wallet.cancel(pending.id);
    expectSuccess(answer, { ...pending, status: "cancelled", cancelledAt: TIMESTAMP });
    expect(await walletOf(partner.partnerId)).toBe(1_000);
    expectSuccess(await wallet.get(pending.id), answer.json.data);
    const { transactions } = (await clientOf(partner).listWalletTransactions()).json.data;
    expect(transactions[0]).toMatchObject({
      amount: 250.75,
      type: "credit",
      action: "withdrawal",
      category: "withdrawal_refund",
      narration: `Refund of the cancelled withdrawal to ${ADDRESS}`,
    });
    expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  });

  test("sends the event with exactly its payload", async () => {
    const id = await wallet.make(20);
    await wallet.cancel(id);
    expect(await eventsOf(partner.partnerId, "wallet.withdrawal.crypto")).toStrictEqual([
      {
        event: "wallet.withdrawal.crypto",
        timestamp: TIMESTAMP,
        data: {
          withdrawalId: id,
          amount: 20,
          fee: 0.5,
          netAmount: 19.5,
          toAddress: ADDRESS,
          chain: "base",
          token: "usdc",
          status: "cancelled",
        },
      },
    ]);
  });

  test("the cancellation of a cancelled, an approved and a rejected withdrawal is refused and changes nothing", async () => {
    const [cancelled, approved, rejected] = [
      await wallet.make(10),
      await wallet.make(20),
      await wallet.make(30),
    ];
    await wallet.cancel(cancelled);
    const totp = codeOf(admin);
    expect((await decisions.approve(approved, { totp })).status).toBe(200);
    expect((await decisions.reject(rejected, { totp })).status).toBe(200);
    for (const id of [cancelled, approved, rejected]) {
      const before = (await wallet.get(id)).json.data;
      expectRefusal(await wallet.cancel(id), 400, "WITHDRAWAL_NOT_CANCELLABLE");
      expect((await wallet.get(id)).json.data).toEqual(before);
    }
    expect(await walletOf(partner.partnerId)).toBe(980);
    expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  });

  test("20 concurrent requests refund once", async () => {
    const id = await wallet.make(400);
    const answers = await Promise.all(Array.from({ length: 20 }, () => wallet.cancel(id)));
    expect(statuses(answers)).toEqual({ 200: 1, 400: 19 });
    expect(await walletOf(partner.partnerId)).toBe(1_000);
    expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  });
});
