import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET, PATCH } from "@/app/api/admin/partners/[id]/payout-policy/route";
import { POST as confirm } from "@/app/api/admin/requests/[id]/confirm/route";
import { GET as listRequests } from "@/app/api/admin/requests/route";
import { POST as setAllowList } from "@/app/api/v1/partner/payout-policy/route";
import { attack } from "@/test/database/attack";
import { whileLocked } from "@/test/database/while-locked";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { setPolicy } from "@/test/fixtures/payout-policies";
import {
  codeOf,
  makeOperator,
  makePerson,
  signedIn,
  type TestOperator,
} from "@/test/fixtures/people";
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
/** Makes an owner's change of the allow-list that applies after a time, such as "1 day" or "-1 minute". */
const schedule = (after: string) =>
  sql(
    `UPDATE payout_policies SET next_allow_list = false, next_wait_h = 24, next_at = now() + $2::interval,
       version = version + 1 WHERE partner_id = $1`,
    [partner.partnerId, after],
  );
/** Requests a change that needs a second administrator. */
const ask = async (body: object) =>
  (await change({ ...body, ...code(ines) })).json.data.request as {
    requestId: string;
    fromPolicy: object;
    toPolicy: object;
  };
const confirmBy = (by: TestOperator, id: string) =>
  by.browser.call(confirm, { method: "POST", params: { id }, body: code(by) });
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

  test("waits for a second administrator when two are needed since the request began", async () => {
    await change({ dayLimit: 500 });
    const needed: [string, unknown[]] = [
      `WITH held AS MATERIALIZED (SELECT partner_id FROM payout_policies WHERE partner_id = $1 FOR UPDATE)
       UPDATE partners SET second_approval_above_micro_usd = 500000000 FROM held WHERE id = held.partner_id`,
      [partner.partnerId],
    ];
    const answer = await whileLocked(needed, () => change({ dayLimit: 900, ...code(ines) }));
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject({ dayLimit: 500, request: { kind: "payout_policy" } });
    expect(await look()).toMatchObject({ dayLimit: 500 });
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
    expectRefusal(await confirmBy(ines, requestId), 409, "SECOND_ADMINISTRATOR_NEEDED");
    expectSuccess(await confirmBy(joseph, requestId), { confirmed: true });
    expect(await look()).toEqual({ ...tight, ...wanted });
    expect((await entries()).at(-1)).toMatchObject({
      before: tight,
      after: { ...tight, ...wanted, requestId },
    });
  });

  test("is not loosened by a request after it was changed", async () => {
    await needsTwo();
    await change({ dayLimit: 500 });
    const { requestId } = await ask({ dayLimit: 900 });
    await change({ dayLimit: 400 });
    expectRefusal(await confirmBy(joseph, requestId), 409, "ADMIN_REQUEST_STALE");
    expect(await look()).toMatchObject({ dayLimit: 400 });
  });

  test("begins by two administrators for a partner that has none, unless it got one meanwhile", async () => {
    await needsTwo();
    const first = await ask({ allowList: true });
    await change({ dayLimit: 500 });
    expectRefusal(await confirmBy(joseph, first.requestId), 409, "ADMIN_REQUEST_STALE");
    partner = await makePartner({ balanceUsd: 100 });
    const { requestId } = await ask({ allowList: true });
    expectSuccess(await confirmBy(joseph, requestId), { confirmed: true });
    expect(await look()).toEqual({ ...NONE, allowList: true });
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
    await schedule("1 day");
    const scheduled = { allowList: false, waitHours: 24, from: TIMESTAMP };
    expect((await change({ dayLimit: 500 })).json.data).toMatchObject({ scheduled });
    expect((await change({ allowList: true })).json.data.scheduled).toBeUndefined();
  });

  test("keeps the allow-list until its scheduled end where the process that is asked has a clock that is ahead", async () => {
    await setPolicy(partner.partnerId, { allow_list: true });
    await schedule("10 minutes");
    const changed = await withClockAhead(20 * 60_000, () => change({ dayLimit: 500 }));
    const scheduled = { allowList: false, waitHours: 24, from: TIMESTAMP };
    expectSuccess(changed, { ...NONE, allowList: true, dayLimit: 500, scheduled });
    expect(await look()).toEqual({ ...NONE, allowList: true, dayLimit: 500, scheduled });
  });

  describe("of two administrators, while an owner has scheduled the end of the allow-list", () => {
    const scheduled = { allowList: false, waitHours: 24, from: TIMESTAMP };
    beforeEach(async () => {
      await needsTwo();
      await setPolicy(partner.partnerId, { allow_list: true, day_limit_micro_usd: 500_000_000 });
    });

    test("keeps it until its time where the process that confirms has a clock that is ahead", async () => {
      await schedule("10 minutes");
      const { requestId } = await ask({ dayLimit: 900 });
      const confirmed = await withClockAhead(20 * 60_000, () => confirmBy(joseph, requestId));
      expect(confirmed.status).toBe(200);
      const kept = { ...NONE, allowList: true, dayLimit: 900, scheduled };
      expect(await look()).toEqual(kept);
      expect(await withClockAhead(20 * 60_000, look)).toEqual(kept);
    });

    test("keeps the schedule when the request is about a limit", async () => {
      await schedule("1 day");
      const { requestId } = await ask({ dayLimit: 900 });
      expectSuccess(await confirmBy(joseph, requestId), { confirmed: true });
      expect(await look()).toMatchObject({ allowList: true, dayLimit: 900, scheduled });
      expect(await entries()).toMatchObject([{ before: { scheduled }, after: { scheduled } }]);
    });

    test("ends the schedule when the request is about the allow-list", async () => {
      await schedule("1 day");
      const { requestId } = await ask({ allowList: true, dayLimit: 900 });
      expectSuccess(await confirmBy(joseph, requestId), { confirmed: true });
      expect(await look()).toEqual({ ...NONE, allowList: true, dayLimit: 900 });
      const [{ before, after }] = await entries();
      expect(before).toEqual({ ...NONE, allowList: true, dayLimit: 500, scheduled });
      expect(after).toMatchObject({ ...NONE, allowList: true, dayLimit: 900 });
      expect(after).not.toHaveProperty("scheduled");
    });

    test("shows and changes the terms that apply once its time has come", async () => {
      await schedule("-1 minute");
      const { requestId, ...shown } = await ask({ dayLimit: 900 });
      const from = { ...NONE, dayLimit: 500 };
      expect(shown).toMatchObject({ fromPolicy: from, toPolicy: { ...from, dayLimit: 900 } });
      expectSuccess(await confirmBy(joseph, requestId), { confirmed: true });
      expect(await look()).toEqual({ ...NONE, dayLimit: 900 });
    });

    test("does not end an allow-list that the owner switched on again meanwhile", async () => {
      await schedule("-1 minute");
      const { requestId } = await ask({ dayLimit: 900 });
      const owner = await signedIn(await makePerson({ partnerId: partner.partnerId }));
      const body = { allowList: true, waitHours: 24 };
      expect((await owner.call(setAllowList, { method: "POST", body })).status).toBe(200);
      expectRefusal(await confirmBy(joseph, requestId), 409, "ADMIN_REQUEST_STALE");
      expect(await look()).toMatchObject({ allowList: true, dayLimit: 500 });
    });

    test.each([
      ["is made", "1 day"],
      ["comes due at once", "-1 minute"],
    ])("is stale when the schedule %s after the request", async (_, after) => {
      const { requestId } = await ask({ dayLimit: 900 });
      await schedule(after);
      expectRefusal(await confirmBy(joseph, requestId), 409, "ADMIN_REQUEST_STALE");
    });

    test("is stale when the time of the schedule comes between request and confirmation", async () => {
      await schedule("1 day");
      const { requestId } = await ask({ dayLimit: 900 });
      await sql(
        "UPDATE payout_policies SET next_at = now() - interval '1 minute' WHERE partner_id = $1",
        [partner.partnerId],
      );
      expectRefusal(await confirmBy(joseph, requestId), 409, "ADMIN_REQUEST_STALE");
      expect(await look()).toEqual({ ...NONE, dayLimit: 500 });
    });
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
