import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { GET as getTerms } from "@/app/api/v1/partner/terms/route";
import { microUsdFromNumber } from "@/lib/kernel/money";
import { endTests, makePartner } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { ADDRESS, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { clientOf } from "@/test/http/client";
import { withdrawalSum } from "./withdrawal-sum";

afterAll(endTests);

test("the form shows the debited and sent amounts, for any amount", async () => {
  const partner = await makePartner({ balanceUsd: 100_000 });
  const browser = await signedIn(await makePerson({ partnerId: partner.partnerId }));
  const terms = (await browser.call(getTerms)).json.data;
  const wallet = async () => (await clientOf(partner).balance()).json.data.availableBalance;
  for (const cents of fc.sample(fc.integer({ min: 500, max: 200_000 }), 40)) {
    const amount = cents / 100;
    const sum = withdrawalSum(terms, await wallet(), microUsdFromNumber(amount) ?? 0n);
    const made = await withdrawalsOf(partner).create({ amount, toAddress: ADDRESS });
    const { fee, netAmount } = made.json.data;
    expect([sum.arrives, sum.wallet.at(-1)]).toEqual([
      [
        ["Amount", amount],
        ["Network fee", -fee],
        ["Recipient gets", netAmount],
      ],
      ["Wallet balance after", await wallet()],
    ]);
  }
  expect(withdrawalSum(terms, 5, 6_000_000n).wallet.at(-1)).toEqual(["Shortfall", -1]);
  expect(withdrawalSum(terms, 5, 0n).arrives.at(-1)).toEqual(["Recipient gets", 0]);
});
