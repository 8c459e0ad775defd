import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PATCH as changeRole, DELETE as removeOne } from "@/app/api/admin/operators/[id]/route";
import { POST as invite } from "@/app/api/admin/operators/invitations/route";
import { GET as operators } from "@/app/api/admin/operators/route";
import { GET as getPartner, PATCH as patch } from "@/app/api/admin/partners/[id]/route";
import { POST as confirm } from "@/app/api/admin/requests/[id]/confirm/route";
import { DELETE as cancel } from "@/app/api/admin/requests/[id]/route";
import { GET as list } from "@/app/api/admin/requests/route";
import { POST as accept } from "@/app/api/invitations/[token]/route";
import { POST as enrol } from "@/app/api/invitations/[token]/second-factor/route";
import { shiftClock } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { attack } from "@/test/database/attack";
import { endSecondApprovals } from "@/test/fixtures/approvals";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  codeOf,
  makeBrowser,
  makeOperator,
  signedIn,
  type TestOperator,
} from "@/test/fixtures/people";
import { decisionsIn, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectRefusal, TIMESTAMP } from "@/test/http/expect-answer";

const ABOVE_USD = 500;
const PASSWORD = "correct horse battery";

let partner: TestPartner;
let ines: TestOperator;
let joseph: TestOperator;
beforeAll(async () => {
  ines = await makeOperator();
  joseph = await makeOperator();
});
beforeEach(async () => {
  // A shifted clock ends sessions for good.
  for (const each of [ines, joseph]) each.browser = await signedIn(each.person);
  partner = await makePartner({ balanceUsd: 10_000 });
  await sql("UPDATE partners SET second_approval_above_micro_usd = $2 WHERE id = $1", [
    partner.partnerId,
    ABOVE_USD * 1_000_000,
  ]);
});
afterAll(endTests);

const newEmail = () => `${randomUUID()}@operator.example`;
const code = ({ person }: TestOperator) => ({ totp: codeOf(person) });
const setAmount = (by: TestOperator, secondApprovalAbove: number | null, more: object = {}) =>
  by.browser.call(patch, {
    method: "PATCH",
    params: { id: partner.partnerId },
    body: { secondApprovalAbove, ...code(by), ...more },
  });
const amountNow = async () =>
  (await ines.browser.call(getPartner, { params: { id: partner.partnerId } })).json.data
    .secondApprovalAbove;
const invited = (by: TestOperator, role = "approver", email = newEmail()) =>
  by.browser.call(invite, { method: "POST", body: { email, role, ...code(by) } });
const promoted = (by: TestOperator, { person }: TestOperator, role: string) =>
  by.browser.call(changeRole, {
    method: "PATCH",
    params: { id: person.personId },
    body: { role, ...code(by) },
  });
const confirmed = (by: TestOperator, id: string, totp = codeOf(by.person)) =>
  by.browser.call(confirm, { method: "POST", params: { id }, body: { totp } });
const cancelled = (by: TestOperator, id: string) =>
  by.browser.call(cancel, { method: "DELETE", params: { id } });
const requests = async (by: TestOperator) => (await by.browser.call(list)).json.data.requests;
const roleOf = async ({ person }: TestOperator) =>
  (await sql("SELECT role FROM people WHERE id = $1", [person.personId]))[0].role;
const tokenOf = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";

/** The holder of the link becomes the person. */
async function joined(inviteUrl: string, email: string): Promise<TestOperator> {
  const visitor = makeBrowser();
  const params = { token: tokenOf(inviteUrl) };
  const { secret, enrolment } = (await visitor.call(enrol, { method: "POST", params })).json.data;
  const totp = codeOf({ totpSecret: secret });
  const body = { name: "Fresh", password: PASSWORD, enrolment, totp };
  const answer = await visitor.call(accept, { method: "POST", params, body });
  expect(answer.status).toBe(201);
  const [{ id }] = await sql("SELECT id FROM people WHERE email = $1", [email]);
  const person = { personId: id, email, password: PASSWORD, totpSecret: secret };
  return { person, browser: await signedIn(person) };
}
/** One of the operator's people whom the first one asked for and the second one let in. */
async function newcomer(
  first: TestOperator,
  second: TestOperator,
  role = "approver",
): Promise<TestOperator> {
  const email = newEmail();
  const { requestId } = (await invited(first, role, email)).json.data.request;
  return joined((await confirmed(second, requestId)).json.data.inviteUrl, email);
}
const approved = ({ browser, person }: TestOperator, id: string) =>
  decisionsIn(browser).approve(id, { totp: codeOf(person) });
async function later<T>(hours: number, run: () => Promise<T>): Promise<T> {
  shiftClock(hours * HOUR_MS);
  try {
    return await run();
  } finally {
    shiftClock(-hours * HOUR_MS);
  }
}

describe("raising or removing the amount for two approvers", () => {
  test.each([100_000, null])("to %s waits for a second administrator", async (to) => {
    const answer = await setAmount(ines, to, { requestBurst: 30 });
    expect(answer.json.data).toMatchObject({
      requestBurst: 30,
      secondApprovalAbove: ABOVE_USD,
      request: {
        kind: "second_approval",
        targetId: partner.partnerId,
        fromAmount: ABOVE_USD,
        toAmount: to,
        requestedBy: "Test",
        expiresAt: TIMESTAMP,
        obstacle: "own",
      },
    });
    const { requestId } = answer.json.data.request;
    const id = await withdrawalsOf(partner).make(600);
    await approved(ines, id);
    expectRefusal(await approved(ines, id), 409, "SECOND_APPROVER_NEEDED");
    expectRefusal(await confirmed(ines, requestId), 409, "SECOND_ADMINISTRATOR_NEEDED");
    expect(
      await sql("SELECT person_id, action, after FROM audit_entries WHERE target_id = $1", [
        requestId,
      ]),
    ).toEqual([
      {
        person_id: ines.person.personId,
        action: "second_administrator.refused",
        after: { operation: "confirmAdminRequest" },
      },
    ]);
    expect(await amountNow()).toBe(ABOVE_USD);

    const [shown] = await requests(joseph);
    expect(shown).toMatchObject({ requestId });
    expect(shown).not.toHaveProperty("obstacle");
    expectRefusal(await confirmed(joseph, requestId, "000000"), 401, "SECOND_FACTOR_INVALID");
    expect((await confirmed(joseph, requestId)).json.data).toEqual({ confirmed: true });
    expect(await amountNow()).toBe(to);
    const entries = await sql(
      "SELECT person_id, action FROM audit_entries WHERE target_id = $1 AND person_id = ANY ($2) ORDER BY id",
      [partner.partnerId, [ines.person.personId, joseph.person.personId]],
    );
    expect(entries).toEqual([
      { person_id: ines.person.personId, action: "partner.settings" },
      { person_id: ines.person.personId, action: "second_administrator.request" },
      { person_id: joseph.person.personId, action: "partner.settings" },
    ]);
    expectRefusal(await confirmed(joseph, requestId), 404, "ADMIN_REQUEST_NOT_FOUND");
  });

  test("one administrator is enough to lower the amount for two approvers", async () => {
    const answer = await setAmount(ines, 100);
    expect(answer.json.data.secondApprovalAbove).toBe(100);
    expect(answer.json.data).not.toHaveProperty("request");
  });

  test("is not confirmed after it was cancelled, replaced or expired, or the amount changed", async () => {
    const ask = async (to: number) => (await setAmount(ines, to)).json.data.request.requestId;
    const [replaced, current] = [await ask(1_000), await ask(2_000)];
    expectRefusal(await confirmed(joseph, replaced), 404, "ADMIN_REQUEST_NOT_FOUND");
    expect((await cancelled(ines, current)).json.data).toEqual({ cancelled: true });
    expectRefusal(await confirmed(joseph, current), 404, "ADMIN_REQUEST_NOT_FOUND");
    expectRefusal(await cancelled(joseph, current), 404, "ADMIN_REQUEST_NOT_FOUND");
    const stale = await ask(1_000);
    await setAmount(joseph, 100);
    expectRefusal(await confirmed(joseph, stale), 409, "ADMIN_REQUEST_STALE");
    expect(await amountNow()).toBe(100);
    const expired = await ask(1_000);
    await sql(
      "INSERT INTO admin_requests SELECT 'arq_past', kind, 'x', details, requested_by, created_at - interval '4 days', created_at - interval '1 day' FROM admin_requests WHERE id = $1",
      [expired],
    );
    const waiting = (await requests(joseph)).map(
      ({ requestId }: { requestId: string }) => requestId,
    );
    expect(waiting).toContain(expired);
    expect(waiting).not.toContain("arq_past");
  });

  test("a change of the amount that a removed person requested cannot be confirmed", async () => {
    const leaver = await makeOperator();
    const { requestId } = (await setAmount(leaver, null)).json.data.request;
    await ines.browser.call(removeOne, {
      method: "DELETE",
      params: { id: leaver.person.personId },
      body: code(ines),
    });
    expectRefusal(await confirmed(joseph, requestId), 404, "ADMIN_REQUEST_NOT_FOUND");
    expect(await amountNow()).toBe(ABOVE_USD);
  });

  test("is confirmed only by admins, and once by two at the same moment", async () => {
    const { requestId } = (await setAmount(ines, null)).json.data.request;
    const approver = await makeOperator("approver");
    expectRefusal(await confirmed(approver, requestId), 403, "ROLE_NOT_ALLOWED");
    const [shown] = await requests(approver);
    expect(shown).toMatchObject({ requestId, obstacle: "role" });
    const third = await makeOperator();
    const answers = await Promise.all([joseph, third].map((each) => confirmed(each, requestId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe("one administrator cannot become two", () => {
  test.each(["admin", "approver"])("by an invitation of an %s", async (role) => {
    const email = newEmail();
    const { data } = (await invited(ines, role, email)).json;
    expect(data).toEqual({
      request: expect.objectContaining({
        kind: "operator_invitation",
        toRole: role,
        targetName: email,
      }),
    });
    expectRefusal(
      await confirmed(ines, data.request.requestId),
      409,
      "SECOND_ADMINISTRATOR_NEEDED",
    );
    expect(await sql("SELECT id FROM invitations WHERE email = $1", [email])).toEqual([]);
  });

  test("the approvals of a new person do not count for 24 hours or for earlier requests", async () => {
    const fresh = await newcomer(ines, joseph);
    const { data } = (await ines.browser.call(operators)).json;
    expect(data.operators).toContainEqual(
      expect.objectContaining({
        email: fresh.person.email,
        approvesFrom: TIMESTAMP,
        sponsor: "Test",
      }),
    );
    const wallet = withdrawalsOf(partner);
    const id = await wallet.make(600);
    await approved(ines, id);
    const early = await approved(fresh, id);
    expectRefusal(early, 409, "SECOND_APPROVER_NEEDED");
    expect(early.json.data.error).toContain("counts from");
    expect((await wallet.get(id)).json.data.status).toBe("pending");
    const old = await wallet.make(600);
    await sql("UPDATE people SET role_since = now() WHERE id = $1", [fresh.person.personId]);
    const late = await later(25, async () => {
      const again = { ...fresh, browser: await signedIn(fresh.person) };
      return approved(again, old);
    });
    expectRefusal(late, 409, "SECOND_APPROVER_NEEDED");
    expect(late.json.data.error).toContain("after this withdrawal was requested");
  });

  test("an administrator and a person whom they invited count as one, and with another person as two", async () => {
    const fresh = await newcomer(ines, joseph);
    await sql(
      "UPDATE people SET role_since = now() - interval '9 days', approves_from = now() - interval '8 days' WHERE id = $1",
      [fresh.person.personId],
    );
    const wallet = withdrawalsOf(partner);
    const [id, other] = [await wallet.make(600), await wallet.make(700)];
    await approved(joseph, id);
    const refused = await approved(fresh, id);
    expectRefusal(refused, 409, "SECOND_APPROVER_NEEDED");
    expect(refused.json.data.error).toContain("count as one");
    await approved(fresh, other);
    expectRefusal(await approved(joseph, other), 409, "SECOND_APPROVER_NEEDED");
    for (const each of [id, other])
      expect((await approved(ines, each)).json.data.status).toBe("approved");
  });

  test.each([
    ["auditor", "approver"],
    ["auditor", "admin"],
    ["approver", "admin"],
  ] as const)("by making an %s an %s", async (from, to) => {
    const raised = await makeOperator(from);
    const { data } = (await promoted(ines, raised, to)).json;
    expect(data).toMatchObject({ role: from, request: { fromRole: from, toRole: to } });
    expectRefusal(
      await confirmed(ines, data.request.requestId),
      409,
      "SECOND_ADMINISTRATOR_NEEDED",
    );
    expect(await roleOf(raised)).toBe(from);
    expect((await confirmed(joseph, data.request.requestId)).status).toBe(200);
    expect(await roleOf(raised)).toBe(to);
    const id = await withdrawalsOf(partner).make(600);
    await approved(ines, id);
    const { status } = await approved(raised, id);
    expect(status).toBe(from === "auditor" ? 409 : 200);
  });

  test("an auditor whom an administrator invited counts as one with them when promoted", async () => {
    const email = newEmail();
    const { inviteUrl } = (await invited(ines, "auditor", email)).json.data;
    const auditor = await joined(inviteUrl, email);
    const { requestId } = (await promoted(ines, auditor, "admin")).json.data.request;
    await confirmed(joseph, requestId);
    const asked = (await setAmount(ines, null)).json.data.request.requestId;
    expectRefusal(await confirmed(auditor, asked), 409, "SECOND_ADMINISTRATOR_NEEDED");
  });

  test("an administrator who lowered their own role cannot raise it again", async () => {
    const self = await makeOperator();
    expect((await promoted(self, self, "approver")).status).toBe(200);
    expectRefusal(await promoted(self, self, "admin"), 403, "ROLE_NOT_ALLOWED");
  });

  test("one administrator can make an admin an approver, and anybody an auditor", async () => {
    const lowered = await makeOperator();
    expect((await promoted(ines, lowered, "approver")).json.data.role).toBe("approver");
    expect((await promoted(ines, lowered, "auditor")).json.data.role).toBe("auditor");
  });
});

describe("the database, for any statement of the application", () => {
  const app = (...statements: string[]) => attack({ role: "app", statements });
  const forged = (by: string, confirmer: string) =>
    `INSERT INTO admin_requests VALUES ('arq_x', 'second_approval', '${partner.partnerId}', '{"toMicroUsd": null}',
       '${by}', now() - interval '1 hour', now() + interval '1 hour', ${confirmer})`;
  const confirmation = (by: string) =>
    `UPDATE admin_requests SET confirmed_by = '${by}', confirmed_at = now() WHERE id = 'arq_x'`;
  const loosen = () =>
    `UPDATE partners SET second_approval_above_micro_usd = NULL WHERE id = '${partner.partnerId}'`;

  test("the amount is not raised without a request that was confirmed in that transaction", async () => {
    const [one, other] = [ines.person.personId, joseph.person.personId];
    const asked = forged(one, "NULL, NULL, NULL, NULL");
    expect(await app(loosen())).toBe("PW028");
    expect(await app(asked, loosen())).toBe("PW028");
    expect(await app(asked, confirmation(one), loosen())).toMatch(/PW027|23514/);
    expect(await app(asked, confirmation(other), loosen())).toBe("through");
    expect(await app(forged(one, `'${other}', now(), NULL, NULL`), loosen())).toBe("PW003");
    const auditor = await makeOperator("auditor");
    expect(await app(asked, confirmation(auditor.person.personId))).toBe("PW027");
  });

  test("one administrator can neither invite nor promote an approver", async () => {
    const { personId } = ines.person;
    const row = (role: string) =>
      `INSERT INTO invitations (id, email, email_key, role, token_hash, invited_by, created_at, expires_at)
       VALUES ('inv_x', 'x', 'x', '${role}', 'x', '${personId}', now(), now() + interval '1 day')`;
    expect(await app(row("approver"))).toBe("PW028");
    expect(await app(row("auditor"))).toBe("through");
    const auditor = await makeOperator("auditor");
    expect(
      await app(`UPDATE people SET role = 'approver' WHERE id = '${auditor.person.personId}'`),
    ).toBe("PW028");
  });

  test("a confirmed request allows only its own change in its own transaction", async () => {
    const [one, other] = [ines.person.personId, joseph.person.personId];
    const asked = forged(one, "NULL, NULL, NULL, NULL");
    const raise = `UPDATE partners SET second_approval_above_micro_usd = 900000000 WHERE id = '${partner.partnerId}'`;
    expect(await app(asked, confirmation(other), raise)).toBe("PW028");
    const expired = asked.replace("now() + interval '1 hour'", "now() - interval '1 minute'");
    expect(await app(expired, confirmation(other), loosen())).toBe("PW027");

    for (const statement of [asked, confirmation(other)])
      await sql(statement.replace("arq_x", "arq_committed"));
    expect(await app(loosen())).toBe("PW028");
  });

  test("a request cannot be changed", async () => {
    const asked = forged(ines.person.personId, "NULL, NULL, NULL, NULL");
    const set = (what: string) =>
      app(asked, `UPDATE admin_requests SET ${what} WHERE id = 'arq_x'`);
    expect(await set("details = '{}'")).toBe("PW003");
    expect(await set("requested_by = 'prs_other'")).toBe("PW003");
    expect(await app(asked, "DELETE FROM admin_requests WHERE id = 'arq_x'")).toMatch(
      /42501|PW003/,
    );
  });
});

test("one administrator invites and promotes if no withdrawal needs two approvals", async () => {
  await endSecondApprovals();
  const email = newEmail();
  const { inviteUrl } = (await invited(ines, "approver", email)).json.data;
  const fresh = await joined(inviteUrl, email);
  const auditor = await makeOperator("auditor");
  expect((await promoted(ines, auditor, "approver")).json.data.role).toBe("approver");
  expect((await approved(fresh, await withdrawalsOf(partner).make(600))).json.data.status).toBe(
    "approved",
  );
  // They still do not count as two: when the amount is set later, both descend from one inviter.
  await sql("UPDATE partners SET second_approval_above_micro_usd = 1 WHERE id = $1", [
    partner.partnerId,
  ]);
  await sql(
    "UPDATE people SET role_since = created_at - interval '9 days', approves_from = created_at - interval '8 days' WHERE id = $1",
    [fresh.person.personId],
  );
  const id = await withdrawalsOf(partner).make(600);
  await approved(ines, id);
  expectRefusal(await approved(fresh, id), 409, "SECOND_APPROVER_NEEDED");
});
