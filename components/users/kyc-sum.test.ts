import { afterAll, expect, test } from "vitest";
import { GET as getTerms } from "@/app/api/v1/partner/terms/route";
import { endTests, makePartner } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { userBody } from "@/test/fixtures/sample-user";
import { clientOf } from "@/test/http/client";
import { userClientOf } from "@/test/http/user-client";
import { kycSum } from "./kyc-sum";

afterAll(endTests);

test("the form of a user shows the amount that the ledger charges", async () => {
  const partner = await makePartner({ balanceUsd: 3, fees: { kycFeeMicroUsd: 1_990_000n } });
  const browser = await signedIn(await makePerson({ partnerId: partner.partnerId }));
  const terms = (await browser.call(getTerms)).json.data;
  expect(kycSum(terms, 3)).toEqual([
    ["Wallet balance", 3],
    ["KYC fee", -1.99],
    ["Wallet balance after", 1.01],
  ]);
  await userClientOf(partner).create(userBody());
  const { availableBalance } = (await clientOf(partner).balance()).json.data;
  expect(availableBalance).toBe(1.01);
  expect(kycSum(terms, availableBalance).at(-1)).toEqual(["Shortfall", -0.98]);
});
