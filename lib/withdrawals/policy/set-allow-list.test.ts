import "@/test/database";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { GET, POST } from "@/app/api/v1/partner/payout-policy/route";
import { now, shiftClock } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { attack } from "@/test/database/attack";
import { whileLocked } from "@/test/database/while-locked";
import { endSecondApprovals } from "@/test/fixtures/approvals";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { saveAddressDirectly } from "@/test/fixtures/payout-policies";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { ADDRESS, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectRefusal, expectSuccess, invalidFields, TIMESTAMP } from "@/test/http/expect-answer";

let partner: TestPartner;
let owner: TestPerson;
let browser: Browser;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 100 });
  owner = await makePerson({ partnerId: partner.partnerId });
  browser = await signedIn(owner);
});
afterAll(endTests);

const set = (body: object, by = browser) => by.call(POST, { method: "POST", body });
const look = async () => (await browser.call(GET)).json.data;
const NO_LIMITS = { hourLimit: null, dayLimit: null, addressDayLimit: null };
const ON = { allowList: true, waitHours: 24 };
const OFF = { allowList: false, waitHours: 24 };
const withPassword = (body: object) => ({ ...body, password: owner.password });
const entries = () =>
  sql("SELECT before, after FROM audit_entries WHERE action = 'setAllowList' AND partner_id = $1", [
    partner.partnerId,
  ]);

/** Moves the time of the scheduled change into the past, as if the waiting time had passed. */
const letTimePass = () =>
  sql("UPDATE payout_policies SET next_at = now() - interval '1 minute' WHERE partner_id = $1", [
    partner.partnerId,
  ]);

describe("an owner's allow-list", () => {
  test("is off by default, with a waiting time of 24 hours", async () => {
    expect(await look()).toEqual({ ...OFF, ...NO_LIMITS });
  });

  test("applies at once when it is switched on, with an audit entry and without the password", async () => {
    expectSuccess(await set(ON), { ...ON, ...NO_LIMITS });
    const toAddress = ADDRESS;
    const refused = await withdrawalsOf(partner).create({ amount: 5, toAddress });
    expectRefusal(refused, 403, "ADDRESS_NOT_ALLOWED");
    expect(await entries()).toEqual([
      { before: { ...OFF, ...NO_LIMITS }, after: { ...ON, ...NO_LIMITS } },
    ]);
  });

  test("needs the password to be switched off, which applies after the waiting time", async () => {
    await set(ON);
    expect(invalidFields(await set(OFF))).toEqual(["password: isNotEmpty"]);
    expectRefusal(await set({ ...OFF, password: "not the password" }), 401, "PASSWORD_INVALID");
    const before = now().getTime();
    const answer = await set(withPassword(OFF));
    expectSuccess(answer, { ...ON, ...NO_LIMITS, scheduled: { ...OFF, from: TIMESTAMP } });
    const from = Date.parse(answer.json.data.scheduled.from);
    expect(from - before).toBeGreaterThanOrEqual(24 * HOUR_MS);
    const create = () => withdrawalsOf(partner).create({ amount: 5, toAddress: ADDRESS });
    expectRefusal(await create(), 403, "ADDRESS_NOT_ALLOWED");
    const elsewhere = await withClockAhead(25 * HOUR_MS, async () =>
      (await signedIn(owner)).call(GET),
    );
    expect(elsewhere.json.data).toMatchObject({ ...ON, scheduled: OFF });
    await letTimePass();
    expect(await look()).toEqual({ ...OFF, ...NO_LIMITS });
    expect((await create()).status).toBe(200);
  });

  test.each([HOUR_MS, -23 * HOUR_MS])(
    "is switched off after the waiting time where the process that is asked has a clock %i ms ahead",
    async (byMs) => {
      await set(ON);
      const { json } = await withClockAhead(byMs, () => set(withPassword(OFF)));
      const fromMs = Date.parse(json.data.scheduled.from) - now().getTime();
      expect(Math.abs(fromMs - 24 * HOUR_MS)).toBeLessThan(60_000);
    },
  );

  test("shortens the waiting time only after the present one, and lengthens it at once", async () => {
    await set({ allowList: true, waitHours: 10 });
    expectSuccess(await set({ allowList: true, waitHours: 48 }), {
      ...{ allowList: true, waitHours: 48 },
      ...NO_LIMITS,
    });
    const { personId } = owner;
    const { partnerId } = partner;
    await saveAddressDirectly({ partnerId, personId, address: ADDRESS, hoursAgo: 24 });
    await set(withPassword({ allowList: true, waitHours: 1 }));
    const create = () => withdrawalsOf(partner).create({ amount: 5, toAddress: ADDRESS });
    const refused = await create();
    expectRefusal(refused, 403, "ADDRESS_NOT_ALLOWED", { usableFrom: TIMESTAMP });
    // The age of 48 hours is reached before the shorter time applies.
    expect(Date.parse(refused.json.data.usableFrom) - now().getTime()).toBeLessThan(24 * HOUR_MS);
    await letTimePass();
    expect((await create()).status).toBe(200);
  });

  test("keeps the value that is omitted, also when another owner has just set it", async () => {
    await set(ON);
    expectSuccess(await set({ waitHours: 48 }), { allowList: true, waitHours: 48, ...NO_LIMITS });
    expect(invalidFields(await set({ allowList: false }))).toEqual(["password: isNotEmpty"]);
    const off = await set(withPassword({ allowList: false }));
    expect(off.json.data.scheduled).toMatchObject({ allowList: false, waitHours: 48 });
    expectSuccess(await set({}), { allowList: true, waitHours: 48, ...NO_LIMITS });
    const meanwhile: [string, unknown[]] = [
      "UPDATE payout_policies SET wait_h = 72, version = version + 1 WHERE partner_id = $1",
      [partner.partnerId],
    ];
    const answer = await whileLocked(meanwhile, () => set({ allowList: true }));
    expectSuccess(answer, { allowList: true, waitHours: 72, ...NO_LIMITS });
  });

  test("cancels what is scheduled when the present values are set, without the password", async () => {
    await set(ON);
    await set(withPassword(OFF));
    expectSuccess(await set(ON), { ...ON, ...NO_LIMITS });
    shiftClock(25 * HOUR_MS);
    browser = await signedIn(owner);
    expect(await look()).toEqual({ ...ON, ...NO_LIMITS });
  });

  test("does not begin the waiting time again when the same is asked twice", async () => {
    await set(ON);
    const first = await set(withPassword(OFF));
    shiftClock(5_000);
    const second = await set(withPassword(OFF));
    expect(second.json.data.scheduled).toEqual(first.json.data.scheduled);
    expect(await entries()).toHaveLength(2);
  });

  test.each([-1, 721, 1.5])("refuses a waiting time of %d hours", async (waitHours) => {
    const [fault] = invalidFields(await set({ allowList: true, waitHours }));
    expect(fault).toContain("waitHours");
  });

  test("is changed by owners only", async () => {
    const viewer = await makePerson({ partnerId: partner.partnerId, role: "viewer" });
    expectRefusal(await set(ON, await signedIn(viewer)), 403, "ROLE_NOT_ALLOWED");
    expect(await look()).toMatchObject({ allowList: false });
  });
});

describe.each([
  ["one administrator decides", null],
  ["two administrators decide", 500_000_000],
])("an allow-list whose end came into force, where %s", (_, aboveMicroUsd) => {
  beforeEach(async () => {
    await sql("UPDATE partners SET second_approval_above_micro_usd = $2 WHERE id = $1", [
      partner.partnerId,
      aboveMicroUsd,
    ]);
    await set(ON);
    await set(withPassword(OFF));
    await letTimePass();
  });
  afterEach(endSecondApprovals);

  // Nothing is loosened, as it was off.
  test.each([
    ["is switched on again with a shorter waiting time", { allowList: true, waitHours: 12 }],
    ["stays off with a shorter waiting time", { allowList: false, waitHours: 12 }],
  ])("%s, at once", async (_, body) => {
    expectSuccess(await set(body), { ...body, ...NO_LIMITS });
    expect(await look()).toEqual({ ...body, ...NO_LIMITS });
  });
});

describe("the database, where two administrators decide", () => {
  beforeEach(async () => {
    await sql("UPDATE partners SET second_approval_above_micro_usd = 500000000 WHERE id = $1", [
      partner.partnerId,
    ]);
    await set(ON);
  });
  afterEach(endSecondApprovals);

  test.each([
    ["the end of the allow-list", "allow_list = false", OFF],
    ["a shorter waiting time before the end of the allow-list", "wait_h = 1", OFF],
    ["a shorter waiting time", "wait_h = 1", { allowList: true, waitHours: 1 }],
  ])("does not let %s apply before its time", async (_, change, scheduled) => {
    await set(withPassword(scheduled));
    const statement = `UPDATE payout_policies SET ${change} WHERE partner_id = '${partner.partnerId}'`;
    expect(await attack({ role: "app", statements: [statement] })).toBe("PW028");
  });
});
