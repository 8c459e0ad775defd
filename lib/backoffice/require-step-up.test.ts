import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { PATCH as changePartner } from "@/app/api/admin/partners/[id]/route";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";

afterAll(endTests);

let browser: Browser;
let partner: TestPartner;
beforeEach(async () => {
  browser = await signedIn(await makePerson());
  partner = await makePartner();
  await sql("UPDATE partners SET second_approval_above_micro_usd = 500000000 WHERE id = $1", [
    partner.partnerId,
  ]);
});

const settings = (secondApprovalAbove: number): Parameters<Browser["call"]> => [
  changePartner,
  {
    method: "PATCH",
    params: { id: partner.partnerId },
    body: { secondApprovalAbove, requestBurst: 30 },
  },
];

test.each([499.99, 500, 0])(
  "keeping or lowering the amount for two approvers to %s needs no code",
  async (amount) => {
    expect((await browser.call(...settings(amount))).status).toBe(200);
  },
);

test("setting a first amount for two approvers needs no code", async () => {
  const body = { secondApprovalAbove: 1_000_000 };
  const other = await makePartner();
  const set = await browser.call(changePartner, {
    method: "PATCH",
    params: { id: other.partnerId },
    body,
  });
  expect(set.json.data).toMatchObject(body);
});

test("a concurrently lowered amount is not raised again without a code", async () => {
  for (let round = 0; round < 5; round++) {
    partner = await makePartner({ balanceUsd: 0 });
    await sql("UPDATE partners SET second_approval_above_micro_usd = 500000000 WHERE id = $1", [
      partner.partnerId,
    ]);
    await Promise.all([100, 400].map((amount) => browser.call(...settings(amount))));
    const [{ limit }] = await sql(
      "SELECT second_approval_above_micro_usd AS limit FROM partners WHERE id = $1",
      [partner.partnerId],
    );
    expect(limit).toBe("100000000");
  }
});
