import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET, PATCH } from "@/app/api/admin/partners/[id]/payout-policy/route";
import { POST as confirm } from "@/app/api/admin/requests/[id]/confirm/route";
import { GET as listRequests } from "@/app/api/admin/requests/route";
import { attack } from "@/test/database/attack";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { setPolicy } from "@/test/fixtures/payout-policies";
import { codeOf, makeOperator, type TestOperator } from "@/test/fixtures/people";
import { expectRefusal, expectSuccess, invalidFields, TIMESTAMP } from "@/test/http/expect-answer";

let partner: TestPartner;
let ines: TestOperator;
let joseph: TestOperator;
beforeAll(async () => {
  ines = await makeOperator();
  joseph = await makeOperator();
});
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 100 });
});
afterAll(endTests);

const NONE = {
  allowList: false,
  waitHours: 24,
  hourLimit: null,
  dayLimit: null,
  addressDayLimit: null,
};
const change = (body: object, by = ines) =>
  by.browser.call(PATCH, { method: "PATCH", params: { id: partner.partnerId }, body });
const look = async () =>
  (await ines.browser.call(GET, { params: { id: partner.partnerId } })).json.data;
const code = ({ person }: TestOperator) => ({ totp: codeOf(person) });
const needsTwo = () =>
  sql("UPDATE partners SET second_approval_above_micro_usd = 500000000 WHERE id = $1", [
    partner.partnerId,
  ]);
const entries = () =>
  sql(
    "SELECT action, before, after FROM audit_entries WHERE target_id = $1 AND action = 'partner.payout_policy' ORDER BY id",
    [partner.partnerId],
  );

describe("the payout policy of a partner", () => {
  test("is tightened by one administrator without a code, each value by itself", async () => {
    expect(await look()).toEqual(NONE);
    expectSuccess(await change({ dayLimit: 500 }), { ...NONE, dayLimit: 500 });
    const both = { ...NONE, dayLimit: 500, hourLimit: 100.5, allowList: true };
    expectSuccess(await change({ hourLimit: 100.5, allowList: true }), both);
    expect(await look()).toEqual(both);
    expect(await entries()).toMatchObject([
      { before: NONE, after: { dayLimit: 500 } },
      { before: { hourLimit: null, dayLimit: 500 }, after: both },
    ]);
  });

  test.each([
    ["a limit raised", { dayLimit: 501 }],
    ["a limit removed", { dayLimit: null }],
    ["the allow-list off", { allowList: false }],
    ["a shorter waiting time", { waitHours: 23 }],
  ])("is loosened with a code: %s", async (_, body) => {
    await change({ dayLimit: 500, allowList: true });
    expect(invalidFields(await change(body))).toEqual(["totp: isNotEmpty"]);
    expectSuccess(await change({ ...body, ...code(ines) }), {
      ...NONE,
      ...{ dayLimit: 500, allowList: true },
      ...body,
    });
  });

  test("is loosened by two administrators where withdrawals can need two approvals", async () => {
    await needsTwo();
    await change({ dayLimit: 500, hourLimit: 100 });
    const tight = { ...NONE, dayLimit: 500, hourLimit: 100 };
    const wanted = { dayLimit: 900, hourLimit: 50 };
    const asked = await change({ ...wanted, ...code(ines) });
    const { requestId } = asked.json.data.request;
    expect(asked.json.data).toMatchObject({
      ...tight,
      request: { kind: "payout_policy", fromPolicy: tight, toPolicy: { ...tight, ...wanted } },
    });
    expect(await look()).toEqual(tight);
    const params = { id: requestId };
    const confirmBy = (by: TestOperator) =>
      by.browser.call(confirm, { method: "POST", params, body: code(by) });
    expectRefusal(await confirmBy(ines), 409, "SECOND_ADMINISTRATOR_NEEDED");
    expectSuccess(await confirmBy(joseph), { confirmed: true });
    expect(await look()).toEqual({ ...tight, ...wanted });
    expect((await entries()).at(-1)).toMatchObject({
      before: tight,
      after: { ...tight, ...wanted, requestId },
    });
  });

  test("is not loosened by a request after it was changed", async () => {
    await needsTwo();
    await change({ dayLimit: 500 });
    const { requestId } = (await change({ dayLimit: 900, ...code(ines) })).json.data.request;
    await change({ dayLimit: 400 });
    const params = { id: requestId };
    const answer = await joseph.browser.call(confirm, {
      method: "POST",
      params,
      body: code(joseph),
    });
    expectRefusal(answer, 409, "ADMIN_REQUEST_STALE");
    expect(await look()).toMatchObject({ dayLimit: 400 });
  });

  test("is listed with the partner's name while it waits", async () => {
    await needsTwo();
    await change({ dayLimit: 500 });
    await change({ dayLimit: null, ...code(ines) });
    const { requests } = (await joseph.browser.call(listRequests)).json.data;
    const mine = requests.find((each: { targetId: string }) => each.targetId === partner.partnerId);
    expect(mine).toMatchObject({ targetName: "Test partner", toPolicy: { dayLimit: null } });
    expect(mine.obstacle).toBeUndefined();
  });

  test.each([
    ["day_limit_micro_usd = NULL", "a limit removed"],
    ["hour_limit_micro_usd = hour_limit_micro_usd + 1", "a limit raised"],
    ["allow_list = false", "the allow-list off"],
    ["wait_h = 1", "a shorter waiting time"],
  ])("is not loosened past the database: %s", async (set) => {
    await needsTwo();
    await setPolicy(partner.partnerId, {
      ...{ allow_list: true, hour_limit_micro_usd: 1_000_000, day_limit_micro_usd: 5_000_000 },
    });
    const statement = `UPDATE payout_policies SET ${set} WHERE partner_id = '${partner.partnerId}'`;
    expect(await attack({ role: "app", statements: [statement] })).toBe("PW028");
  });

  test("keeps what an owner scheduled, unless the administrator changes the allow-list", async () => {
    await setPolicy(partner.partnerId, { allow_list: true });
    await sql(
      `UPDATE payout_policies SET next_allow_list = false, next_wait_h = 24, next_at = now() + interval '1 day'
       WHERE partner_id = $1`,
      [partner.partnerId],
    );
    const scheduled = { allowList: false, waitHours: 24, from: TIMESTAMP };
    expect((await change({ dayLimit: 500 })).json.data).toMatchObject({ scheduled });
    expect((await change({ allowList: true })).json.data.scheduled).toBeUndefined();
  });

  test("is changed by admins only, and of partners that exist", async () => {
    expectRefusal(
      await change({ dayLimit: 5 }, await makeOperator("approver")),
      403,
      "ROLE_NOT_ALLOWED",
    );
    const params = { id: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3" };
    expectRefusal(await ines.browser.call(GET, { params }), 404, "PARTNER_NOT_FOUND");
    expect(invalidFields(await change({ dayLimit: 0 }))[0]).toContain("dayLimit");
  });
});
