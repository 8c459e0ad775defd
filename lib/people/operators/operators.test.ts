import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PATCH as change, DELETE as remove } from "@/app/api/admin/operators/[id]/route";
import { DELETE as endSessions } from "@/app/api/admin/operators/[id]/sessions/route";
import { DELETE as uninvite } from "@/app/api/admin/operators/invitations/[id]/route";
import { POST as invite } from "@/app/api/admin/operators/invitations/route";
import { GET as list } from "@/app/api/admin/operators/route";
import { GET as partners } from "@/app/api/admin/partners/route";
import { POST as accept, GET as invitation } from "@/app/api/invitations/[token]/route";
import { POST as enrol } from "@/app/api/invitations/[token]/second-factor/route";
import { DAY_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makeBrowser,
  makePerson,
  signedIn,
  type TestPerson,
  wrongCodeOf,
} from "@/test/fixtures/people";
import { expectRefusal } from "@/test/http/expect-answer";

const PASSWORD = "correct horse battery";
let admin: TestPerson;
let browser: Browser;
beforeAll(async () => {
  admin = await makePerson();
  browser = await signedIn(admin);
});
afterAll(endTests);

const code = (of = admin) => ({ totp: codeOf(of) });
const newEmail = () => `${randomUUID()}@operator.example`;
const listed = async () => (await browser.call(list)).json.data;
const auditEntriesOf = (targetId: string) =>
  sql("SELECT action, before, after FROM audit_entries WHERE target_id = $1 ORDER BY id", [
    targetId,
  ]);

async function invited(role = "approver") {
  const email = newEmail();
  const answer = await browser.call(invite, { method: "POST", body: { email, role, ...code() } });
  expect(answer.status).toBe(201);
  const { inviteUrl, invitationId } = answer.json.data;
  return { email, invitationId, token: new URL(inviteUrl).pathname.split("/").at(-1) ?? "" };
}

// Each from an address of its own: visitors may not ask much from one.
const visit = (token: string) => {
  const visitor = makeBrowser();
  const params = { token };
  return {
    look: () => visitor.call(invitation, { params }),
    enrol: () => visitor.call(enrol, { method: "POST", params }),
    accept: (body: object) =>
      visitor.call(accept, { method: "POST", params, body: { name: "Ada Obi", ...body } }),
  };
};

describe("an invited person", () => {
  test("joins with a password and an authenticator, signs in, and has recovery codes", async () => {
    const { email, token } = await invited();
    const visitor = visit(token);
    const shown = (await visitor.look()).json.data;
    expect(shown).toMatchObject({ email, role: "approver" });
    expect(shown.partnerName).toBeUndefined();
    const { secret, enrolment } = (await visitor.enrol()).json.data;
    const totp = codeOf({ totpSecret: secret });
    const answer = await visitor.accept({ password: PASSWORD, enrolment, totp });
    expect(answer.status).toBe(201);
    expect(answer.json.data.recoveryCodes).toHaveLength(10);

    const signIn = (code: string) =>
      makeBrowser().signIn({ email, password: PASSWORD, totp: code });
    expect((await signIn("")).status).toBe(401);
    expect((await signIn(totp)).status).toBe(200);
    expect((await signIn(answer.json.data.recoveryCodes[0])).status).toBe(200);
    const { operators } = await listed();
    expect(operators).toContainEqual(
      expect.objectContaining({ email, role: "approver", openSessions: 2, recoveryCodesLeft: 9 }),
    );
  });

  test("cannot join without an authenticator, with a wrong code, or with another person's secret", async () => {
    const { token } = await invited();
    const visitor = visit(token);
    expectRefusal(await visitor.accept({ password: PASSWORD }), 400, "SECOND_FACTOR_NOT_STARTED");
    const own = (await visitor.enrol()).json.data;
    const wrong = wrongCodeOf({ ...admin, totpSecret: own.secret });
    expectRefusal(
      await visitor.accept({ password: PASSWORD, enrolment: own.enrolment, totp: wrong }),
      401,
      "SECOND_FACTOR_INVALID",
    );
    const { enrolment, secret } = (await visit((await invited()).token).enrol()).json.data;
    const totp = codeOf({ totpSecret: secret });
    expectRefusal(
      await visitor.accept({ password: PASSWORD, enrolment, totp }),
      400,
      "SECOND_FACTOR_NOT_STARTED",
    );
    expect((await visitor.look()).status).toBe(200);
  });

  test("joins once, and not with a revoked or replaced link", async () => {
    const { email, token, invitationId } = await invited();
    const again = await browser.call(invite, {
      method: "POST",
      body: { email, role: "auditor", ...code() },
    });
    expectRefusal(await visit(token).look(), 404, "INVITATION_NOT_FOUND");
    expectRefusal(
      await browser.call(uninvite, { method: "DELETE", params: { id: invitationId } }),
      404,
      "INVITATION_NOT_FOUND",
    );
    const { invitationId: second } = again.json.data;
    const taken = await browser.call(uninvite, { method: "DELETE", params: { id: second } });
    expect(taken.status).toBe(200);
    expect((await auditEntriesOf(second)).map(({ action }) => action)).toEqual([
      "operator.invite",
      "operator.uninvite",
    ]);
    const { invitations } = await listed();
    expect(invitations.map((each: { email: string }) => each.email)).not.toContain(email);
  });

  test("cannot be invited with an existing account", async () => {
    const body = { email: admin.email, role: "auditor", ...code() };
    expectRefusal(await browser.call(invite, { method: "POST", body }), 409, "PERSON_EXISTS");
    const { partnerId } = await makePartner();
    const theirs = await makePerson({ partnerId });
    const answer = await browser.call(invite, {
      method: "POST",
      body: { email: theirs.email, role: "auditor", ...code() },
    });
    const token = new URL(answer.json.data.inviteUrl).pathname.split("/").at(-1) ?? "";
    const visitor = visit(token);
    const { secret, enrolment } = (await visitor.enrol()).json.data;
    const totp = codeOf({ totpSecret: secret });
    expectRefusal(
      await visitor.accept({ password: PASSWORD, enrolment, totp }),
      409,
      "PERSON_EXISTS",
    );
  });
});

describe("one of the operator's people", () => {
  const withId = (id: string, method: string, body?: object) => ({ method, params: { id }, body });

  test("has a new role from the next request on", async () => {
    const person = await makePerson({ role: "approver" });
    const theirs = await signedIn(person);
    const answer = await browser.call(
      change,
      withId(person.personId, "PATCH", { role: "auditor", ...code() }),
    );
    expect(answer.json.data).toMatchObject({ role: "auditor", isYou: false });
    expectRefusal(
      await theirs.call(change, withId(admin.personId, "PATCH", { role: "auditor", ...code() })),
      403,
      "ROLE_NOT_ALLOWED",
    );
    expect(await auditEntriesOf(person.personId)).toMatchObject([
      { action: "operator.role", before: { role: "approver" }, after: { role: "auditor" } },
    ]);
  });

  test("is signed out everywhere immediately, and can sign in again", async () => {
    const person = await makePerson({ role: "auditor" });
    const [first, second] = [await signedIn(person), await signedIn(person)];
    const answer = await browser.call(endSessions, withId(person.personId, "DELETE"));
    expect(answer.json.data).toEqual({ ended: 2 });
    for (const each of [first, second])
      expectRefusal(await each.call(partners), 401, "SESSION_REQUIRED");
    expect((await (await signedIn(person)).call(partners)).status).toBe(200);
  });

  test("who is removed by a process whose clock is ahead was removed at the time of the database", async () => {
    const { personId } = await makePerson({ role: "auditor" });
    const request = withId(personId, "DELETE", code());
    const removed = await withClockAhead(2 * DAY_MS, () => browser.call(remove, request));
    expect(removed.status).toBe(200);
    const [{ at }] = await sql("SELECT disabled_at AS at FROM people WHERE id = $1", [personId]);
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(MINUTE_MS);
  });

  test("who is removed loses access immediately and permanently, and the email becomes free", async () => {
    const person = await makePerson({ role: "auditor" });
    const theirs = await signedIn(person);
    expect((await browser.call(remove, withId(person.personId, "DELETE", code()))).status).toBe(
      200,
    );
    expectRefusal(await theirs.call(partners), 401, "SESSION_REQUIRED");
    expectRefusal(
      await browser.call(remove, withId(person.personId, "DELETE", code())),
      404,
      "PERSON_NOT_FOUND",
    );
    const body = { email: person.email, role: "auditor", ...code() };
    expect((await browser.call(invite, { method: "POST", body })).status).toBe(201);
  });

  test("the last admin cannot be removed, also of two who remove each other", async () => {
    await sql("UPDATE people SET role = 'auditor' WHERE partner_id IS NULL AND id <> $1", [
      admin.personId,
    ]);
    const self = admin.personId;
    expectRefusal(await browser.call(remove, withId(self, "DELETE", code())), 409, "LAST_ADMIN");
    expectRefusal(
      await browser.call(change, withId(self, "PATCH", { role: "approver", ...code() })),
      409,
      "LAST_ADMIN",
    );
    const other = await makePerson();
    const theirs = await signedIn(other);
    const answers = await Promise.all([
      browser.call(remove, withId(other.personId, "DELETE", code())),
      theirs.call(remove, withId(self, "DELETE", code(other))),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("who belongs to a partner is not listed", async () => {
    const { partnerId } = await makePartner();
    const theirs = await makePerson({ partnerId });
    const person = await makePerson();
    const fresh = await signedIn(person);
    expectRefusal(
      await fresh.call(remove, withId(theirs.personId, "DELETE", code(person))),
      404,
      "PERSON_NOT_FOUND",
    );
  });
});
