import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getTerms } from "@/app/api/v1/partner/terms/route";
import { typedMicroUsd } from "@/components/ui/amount-text";
import { microUsdFromNumber } from "@/lib/kernel/money";
import {
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  type TestPartner,
} from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { type Client, clientOf } from "@/test/http/client";
import type { Terms } from "./queries";
import { cardWithdrawalSum, crossBorderFeeUsd, fundingSum, newCardSum, recoveryOf } from "./sums";

/** Rates whose shares end between two cents, and flat parts beside them. */
const FEES = {
  kycFeeMicroUsd: 2_370_000n,
  cardCreationFeeMicroUsd: 1_110_000n,
  fundingFeeMicroUsd: 130_000n,
  fundingFeeBps: 37,
  cardWithdrawalFeeMicroUsd: 1_290_000n,
  crossBorderFeeBps: 333,
};
const AMOUNTS = 40;

let partner: TestPartner;
let client: Client;
let card: string;
let terms: Terms;
beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 1_000_000, fees: FEES });
  client = clientOf(partner);
  card = await makeCard(partner, { amountUsd: 10_000 });
  const browser = await signedIn(await makePerson({ partnerId: partner.partnerId }));
  const answer = await browser.call(getTerms);
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  terms = answer.json.data;
});
afterAll(endTests);

const wallet = async () => (await client.balance()).json.data.availableBalance;
const available = async () => (await client.getCard(card)).json.data.availableBalance;
/** Amounts of whole cents, as they are typed. */
const amounts = (maxUsd: number) =>
  fc.sample(fc.integer({ min: 500, max: maxUsd * 100 }), AMOUNTS).map((cents) => cents / 100);
const lastOf = (lines: readonly (readonly [string, number])[]) => lines.at(-1)?.[1];
/** Whether the lines above the last one add up to it, to the last digit. */
function addsUp(lines: readonly (readonly [string, number])[]): boolean {
  const micro = lines.map(([, usd]) => microUsdFromNumber(usd, 6) ?? 0n);
  return micro.slice(0, -1).reduce((sum, each) => sum + each, 0n) === micro.at(-1);
}

describe("a form shows the amounts that the ledger charges", () => {
  test("funding any amount shows the balance of the wallet after it", async () => {
    for (const amount of amounts(2_000)) {
      const lines = fundingSum(terms, await wallet(), typedMicroUsd(String(amount)));
      const { status } = await client.fund({ serviceCardId: card, amount });
      expect([amount, status, lastOf(lines)]).toEqual([amount, 200, await wallet()]);
      expect(addsUp(lines)).toBe(true);
    }
  });

  test("withdrawing from a card shows the balances of card and wallet after it", async () => {
    for (const amount of amounts(200)) {
      const before = { cardUsd: await available(), walletUsd: await wallet() };
      const sum = cardWithdrawalSum(terms, before, typedMicroUsd(String(amount)));
      await client.withdraw({ serviceCardId: card, amount, reference: "sums" });
      expect([amount, sum.cardAfterUsd, sum.walletAfterUsd]).toEqual([
        amount,
        await available(),
        await wallet(),
      ]);
      expect(addsUp(sum.lines)).toBe(true);
    }
  });

  test("a card withdrawal without an amount shows no change", async () => {
    const before = { cardUsd: await available(), walletUsd: await wallet() };
    const sum = cardWithdrawalSum(terms, before, typedMicroUsd(""));
    expect(sum.lines.map(([, usd]) => usd)).toEqual([0, 0, 0]);
    expect([sum.cardAfterUsd, sum.walletAfterUsd]).toEqual([before.cardUsd, before.walletUsd]);
  });

  test("creating a card, from the wallet or funded by deposits, shows the balance of the wallet after it", async () => {
    for (const amount of ["0.01", "33.33", "10,000"]) {
      const lines = newCardSum(terms, await wallet(), typedMicroUsd(amount));
      await makeCard(partner, { amountUsd: Number(amount.replace(",", "")) });
      expect([amount, lastOf(lines), addsUp(lines)]).toEqual([amount, await wallet(), true]);
    }
    const lines = newCardSum(terms, await wallet(), undefined);
    await makeCard(partner, { fundingType: "crypto", userId: await makeApprovedUser(partner) });
    expect([lastOf(lines), addsUp(lines)]).toEqual([await wallet(), true]);
  });

  test("a purchase abroad shows its cross-border fee", async () => {
    for (const amount of amounts(100)) {
      const fee = crossBorderFeeUsd(terms, typedMicroUsd(String(amount)), "EUR");
      const before = await available();
      const held = await client.authorize(card, { amount, currency: "EUR" });
      await client.reverse(held.json.data.serviceTransactionId);
      expect((await available()).toFixed(6)).toBe((before - fee).toFixed(6));
    }
    expect(crossBorderFeeUsd(terms, 10_000_000n, "USD")).toBe(0);
  });
});

test("an insufficient wallet is shown with the missing amount", () => {
  expect(newCardSum(terms, 5, 10_000_000n).at(-1)).toEqual(["Shortfall", -6.11]);
});

test("a fee with a rate shows the rate", () => {
  const names = (fees: Partial<Terms["fees"]>) =>
    fundingSum({ ...terms, fees: { ...terms.fees, ...fees } }, 0, 0n)[2]?.[0];
  expect(names({})).toBe("Funding fee, 0.37 % + 0.13");
  expect(names({ fundingFee: 0 })).toBe("Funding fee, 0.37 %");
  expect(names({ fundingFee: 0, fundingFeePercent: 0 })).toBe("Funding fee");
});

test("a funding recovers the shortfall first, and the rest is added to the balance", () => {
  expect(recoveryOf(15.5, 10_000_000n)).toEqual({ recoveredUsd: 10, addedUsd: 0 });
  expect(recoveryOf(15.5, 15_500_000n)).toEqual({ recoveredUsd: 15.5, addedUsd: 0 });
  expect(recoveryOf(15.5, 20_000_001n)).toEqual({ recoveredUsd: 15.5, addedUsd: 4.500001 });
  expect(recoveryOf(0, 20_000_000n)).toEqual({ recoveredUsd: 0, addedUsd: 20 });
});
