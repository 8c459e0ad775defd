import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getKycFee } from "@/app/api/v1/partner/users/kyc-fee/route";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { endTests, makePartner, type TestPartner } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { userBody } from "@/test/fixtures/sample-user";
import { expectRefusal } from "@/test/http/expect-answer";
import { type UserClient, userClientOf } from "@/test/http/user-client";
import { USER_STATUSES, type UserStatus } from "./states";

const EMAIL = "amara@example.com";
const FEE_USD = 2;

let partner: TestPartner;
let client: UserClient;

beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 100 });
  client = userClientOf(partner);
});
afterAll(endTests);

/** The outcomes that lead to each status. */
const REACHED_BY: Record<UserStatus, readonly string[]> = {
  pending: [],
  pending_kyc: ["needsVerification"],
  approved: ["approved"],
  denied: ["denied"],
};

async function createAndDelete(status: UserStatus, email = EMAIL): Promise<void> {
  const { serviceId } = await client.make({ email });
  for (const outcome of REACHED_BY[status]) await client.simulate(serviceId, { status: outcome });
  expect((await client.get(serviceId)).json.data.status).toBe(status);
  expect((await client.remove(serviceId)).status).toBe(200);
}

/** Returns the cost of creating a user, in USD. */
async function costOf(
  email: string,
  of: UserClient = client,
  id = partner.partnerId,
): Promise<number> {
  const before = await walletOf(id);
  await of.make({ email });
  return before - (await walletOf(id));
}

/** Returns the fee that the form shows to an owner beforehand. */
async function shownFee(email: string): Promise<unknown> {
  const owner = await signedIn(await makePerson({ partnerId: partner.partnerId }));
  return (await owner.call(getKycFee, { query: { email } })).json.data;
}

describe("a user created again with the email of a deleted one", () => {
  test.each(USER_STATUSES)("that was %s", async (status) => {
    await createAndDelete(status);
    const isWaived = status !== "approved";
    const cost = isWaived ? 0 : FEE_USD;
    expect(await shownFee(EMAIL)).toEqual({ kycFee: cost, isWaived });
    expect(await costOf(EMAIL)).toBe(cost);
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("is recognized in any letter case", async () => {
    await createAndDelete("denied", "Amara@Example.com");
    expect(await costOf("aMARA@eXAMPLE.COM")).toBe(0);
  });

  test("a user created again under another partner is charged", async () => {
    await createAndDelete("denied");
    const other = await makePartner({ balanceUsd: 100 });
    expect(await costOf(EMAIL, userClientOf(other), other.partnerId)).toBe(FEE_USD);
  });

  test("a user created again with another email is charged", async () => {
    await createAndDelete("denied");
    expect(await costOf("amara+2@example.com")).toBe(FEE_USD);
  });

  test.each([
    [["denied", "approved"], FEE_USD],
    [["approved", "denied"], 0],
    [["denied", "denied"], 0],
    [["approved", "pending", "approved"], FEE_USD],
  ] as const)("and deleted several times follows the last deletion: %j", async (statuses, cost) => {
    for (const status of statuses) await createAndDelete(status);
    expect(await costOf(EMAIL)).toBe(cost);
  });

  test("is created with an empty wallet when the fee is waived", async () => {
    partner = await makePartner({ balanceUsd: FEE_USD });
    client = userClientOf(partner);
    await createAndDelete("pending");
    expect(await walletOf(partner.partnerId)).toBe(0);
    expect(await costOf(EMAIL)).toBe(0);
  });

  test("is refused with an empty wallet when it is not", async () => {
    partner = await makePartner({ balanceUsd: FEE_USD });
    client = userClientOf(partner);
    await createAndDelete("approved");
    expectRefusal(
      await client.create(userBody({ email: EMAIL })),
      402,
      "INSUFFICIENT_WALLET_BALANCE",
    );
  });

  test("has no data of the old user", async () => {
    await createAndDelete("denied");
    const { serviceId } = await client.make({ email: EMAIL, firstName: "Ngozi" });
    const user = (await client.get(serviceId)).json.data;
    expect(user).toMatchObject({ firstName: "Ngozi", status: "pending" });
  });
});
