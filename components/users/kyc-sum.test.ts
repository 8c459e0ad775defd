import { afterAll, expect, test } from "vitest";
import { GET as getKycFee } from "@/app/api/v1/partner/users/kyc-fee/route";
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
  const fee = (await browser.call(getKycFee)).json.data;
  expect(kycSum(fee, 3)).toEqual([
    ["Wallet balance", 3],
    ["KYC fee", -1.99],
    ["Wallet balance after", 1.01],
  ]);
  await userClientOf(partner).create(userBody());
  const { availableBalance } = (await clientOf(partner).balance()).json.data;
  expect(availableBalance).toBe(1.01);
  expect(kycSum(fee, availableBalance).at(-1)).toEqual(["Shortfall", -0.98]);
});

test("the form of a user shows no fee where the ledger charges none", async () => {
  const partner = await makePartner({ balanceUsd: 3, fees: { kycFeeMicroUsd: 1_990_000n } });
  const browser = await signedIn(await makePerson({ partnerId: partner.partnerId }));
  const users = userClientOf(partner);
  const email = "amara@example.com";
  const feeOf = async (typed: string) =>
    (await browser.call(getKycFee, { query: { email: typed } })).json.data;
  const { serviceId } = await users.make({ email });
  await users.remove(serviceId);
  expect(kycSum(await feeOf("Amara@Example.com"), 1.01)).toEqual([
    ["Wallet balance", 1.01],
    ["KYC fee (waived)", 0],
    ["Wallet balance after", 1.01],
  ]);
  expect(kycSum(await feeOf("another@example.com"), 1.01)).toContainEqual(["KYC fee", -1.99]);
  await users.make({ email });
  expect((await clientOf(partner).balance()).json.data.availableBalance).toBe(1.01);
});
