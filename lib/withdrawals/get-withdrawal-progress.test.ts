import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { GET } from "@/app/api/v1/partner/withdrawal/[id]/progress/route";
import { endTests, makePartner, type TestPartner } from "@/test/fixtures/make";
import { codeOf, makePerson, signedIn } from "@/test/fixtures/people";
import { decisionsIn, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectRefusal } from "@/test/http/expect-answer";

afterAll(endTests);

async function viewerOf({ partnerId }: TestPartner) {
  const browser = await signedIn(await makePerson({ partnerId, role: "viewer" }));
  return (id: string) => browser.call(GET, { params: { id } });
}

test("a pending withdrawal has only the network", async () => {
  const partner = await makePartner();
  const progress = await viewerOf(partner);
  const id = await withdrawalsOf(partner).make();
  expect((await progress(id)).json.data).toEqual({ network: "base-sepolia" });
});

test("a rejected withdrawal has the time of the rejection", async () => {
  const partner = await makePartner();
  const progress = await viewerOf(partner);
  const id = await withdrawalsOf(partner).make();
  const admin = await makePerson();
  const decisions = decisionsIn(await signedIn(admin));
  // The next code: the sign-in has used the current one.
  await decisions.reject(id, { totp: codeOf(admin, 1), reason: "unknown address" });
  expect((await progress(id)).json.data).toEqual({
    network: "base-sepolia",
    rejectedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

test("another partner's withdrawal and an unknown id are not found", async () => {
  const progress = await viewerOf(await makePartner());
  const foreign = await withdrawalsOf(await makePartner()).make();
  for (const id of [foreign, "wd_nobody", ""])
    expectRefusal(await progress(id), 404, "WITHDRAWAL_NOT_FOUND");
});
