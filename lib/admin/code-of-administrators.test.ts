import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import {
  PATCH as changeOperator,
  DELETE as removeOperator,
} from "@/app/api/admin/operators/[id]/route";
import { POST as inviteOperator } from "@/app/api/admin/operators/invitations/route";
import { POST as resume } from "@/app/api/admin/partners/[id]/resume/route";
import { PATCH as changePartner } from "@/app/api/admin/partners/[id]/route";
import { expectRefusal, invalidFields } from "@/test/expect-answer";
import { endTests, makePartner, sql, type TestPartner } from "@/test/make";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
  wrongCodeOf,
} from "@/test/people";

afterAll(endTests);

let admin: TestPerson;
let browser: Browser;
let partner: TestPartner;
let colleague: TestPerson;
beforeEach(async () => {
  [admin, colleague] = [await makePerson(), await makePerson({ role: "auditor" })];
  browser = await signedIn(admin);
  partner = await makePartner();
  await sql(
    "UPDATE partners SET suspended_at = now(), second_approval_above_micro_usd = 500000000 WHERE id = $1",
    [partner.partnerId],
  );
});

type Asked = Parameters<Browser["call"]>;
const ofPartner = () => ({ id: partner.partnerId });
const ofColleague = () => ({ id: colleague.personId });
const settings = (secondApprovalAbove: number | null, totp?: string): Asked => [
  changePartner,
  { method: "PATCH", params: ofPartner(), body: { secondApprovalAbove, kycFee: 3, totp } },
];

/** What would let a session alone do away with the second person, or undo a suspension; as it is asked for with a code. */
const DEEDS: Record<string, (totp?: string) => Asked> = {
  "inviting an operator": (totp) => [
    inviteOperator,
    { method: "POST", body: { email: `${randomUUID()}@x.example`, role: "approver", totp } },
  ],
  "changing an operator's role": (totp) => [
    changeOperator,
    { method: "PATCH", params: ofColleague(), body: { role: "approver", totp } },
  ],
  "removing an operator": (totp) => [
    removeOperator,
    { method: "DELETE", params: ofColleague(), body: { totp } },
  ],
  "resuming a partner": (totp) => [resume, { method: "POST", params: ofPartner(), body: { totp } }],
  "taking the amount for two approvers away": (totp) => settings(null, totp),
  "raising the amount for two approvers": (totp) => settings(500.01, totp),
};

/** All that those deeds change. */
const standing = async () => ({
  people: await sql("SELECT role, disabled_at FROM people WHERE id = $1", [colleague.personId]),
  partner: await sql("SELECT * FROM partners WHERE id = $1", [partner.partnerId]),
  invited: await sql("SELECT id FROM invitations WHERE invited_by = $1", [admin.personId]),
});
const deeds = () =>
  sql("SELECT action, before, after FROM audit_entries WHERE person_id = $1", [admin.personId]);

describe.each(Object.entries(DEEDS))("%s", (_, deed) => {
  test("needs a code: a session alone changes nothing", async () => {
    const before = await standing();
    expect(invalidFields(await browser.call(...deed()))).toEqual(["totp: isNotEmpty"]);
    expect(invalidFields(await browser.call(...deed("")))).toEqual(["totp: isNotEmpty"]);
    expect(await standing()).toEqual(before);
    expect(await deeds()).toEqual([]);
  });

  test("is refused with a wrong code, which stands in the audit log, and locks after some", async () => {
    const before = await standing();
    const wrong = wrongCodeOf(admin);
    for (let tries = 0; tries < 5; tries++)
      expectRefusal(await browser.call(...deed(wrong)), 401, "SECOND_FACTOR_INVALID");
    const locked = await browser.call(...deed(codeOf(admin)));
    expectRefusal(locked, 429, "SECOND_FACTOR_LOCKED");
    expect(locked.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await standing()).toEqual(before);
    const written = await deeds();
    expect(new Set(written.map(({ action }) => action))).toEqual(
      new Set(["second_factor.refused"]),
    );
    expect(JSON.stringify(written)).not.toContain(wrong);
  });

  test("is done with the code, which stands in no record", async () => {
    const before = await standing();
    const totp = codeOf(admin);
    expect((await browser.call(...deed(totp))).status).toBeLessThan(300);
    expect(await standing()).not.toEqual(before);
    const written = await deeds();
    expect(written).toHaveLength(1);
    expect(JSON.stringify(written)).not.toContain("totp");
    expect(JSON.stringify(written)).not.toContain(`"${totp}"`);
  });
});

test.each([499.99, 500, 0])(
  "to keep or lower the amount for two approvers, to %s, needs no code",
  async (amount) => {
    expect((await browser.call(...settings(amount))).status).toBe(200);
  },
);

test("to set an amount for two approvers where there was none needs no code", async () => {
  const body = { secondApprovalAbove: 1_000_000 };
  const other = await makePartner();
  const set = await browser.call(changePartner, {
    method: "PATCH",
    params: { id: other.partnerId },
    body,
  });
  expect(set.json.data).toMatchObject(body);
});

test("an amount that is lowered at the same moment is not raised again without a code", async () => {
  for (let round = 0; round < 5; round++) {
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
