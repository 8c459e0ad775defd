import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as unlockOperator } from "@/app/api/admin/operators/[id]/unlock/route";
import { GET as operators } from "@/app/api/admin/operators/route";
import { DELETE as remove } from "@/app/api/admin/partners/[id]/people/[personId]/route";
import { POST as unlock } from "@/app/api/admin/partners/[id]/people/[personId]/unlock/route";
import { GET as people } from "@/app/api/admin/partners/[id]/people/route";
import { POST as accept } from "@/app/api/invitations/[token]/route";
import { GET as auditLog } from "@/app/api/v1/partner/audit/route";
import { GET as listCards } from "@/app/api/v1/partner/card/route";
import { POST as createKey } from "@/app/api/v1/partner/keys/route";
import { POST as invite } from "@/app/api/v1/partner/people/invitations/route";
import { GET as team } from "@/app/api/v1/partner/people/route";
import { HOUR_MS } from "@/lib/kernel/durations";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { call, endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makeBrowser,
  makePerson,
  signedIn,
  type TestPerson,
  wrongCodeOf,
} from "@/test/fixtures/people";
import { expectRefusal, expectSuccess } from "@/test/http/expect-answer";

const PASSWORD = "correct horse battery";
let admin: TestPerson;
let console_: Browser;
let partner: TestPartner;
let owner: TestPerson;
beforeAll(async () => {
  admin = await makePerson();
  console_ = await signedIn(admin);
  partner = await makePartner({ balanceUsd: 0 });
  owner = await makePerson({ partnerId: partner.partnerId });
});
afterAll(endTests);

const newEmail = () => `${randomUUID()}@example.com`;
const code = () => ({ totp: codeOf(admin) });
const post = (body: object, params: Record<string, string>) => ({ method: "POST", body, params });
const ofPerson = (personId: string, id = partner.partnerId) => ({ id, personId });
const removed = (personId: string, body: object = code(), id = partner.partnerId) =>
  console_.call(remove, { method: "DELETE", params: ofPerson(personId, id), body });
const unlocked = (personId: string, body: object = code(), id = partner.partnerId) =>
  console_.call(unlock, post(body, ofPerson(personId, id)));
const entriesOf = (targetId: string) =>
  sql("SELECT action, person_id, before FROM audit_entries WHERE target_id = $1", [targetId]);

async function invitedBy(browser: Browser, email: string, password: string) {
  const answer = await browser.call(invite, {
    method: "POST",
    body: { email, role: "viewer", password },
  });
  const { inviteUrl = "", invitationId } = answer.json.data;
  return { answer, invitationId, token: String(inviteUrl.split("/").at(-1)) };
}
const accepted = (token: string) =>
  makeBrowser().call(accept, post({ name: "Jonas", password: PASSWORD }, { token }));

describe("an administrator removes a partner's person", () => {
  test("the sessions of the removed person end, with an audit entry of the operator", async () => {
    const person = await makePerson({ partnerId: partner.partnerId, role: "developer" });
    const theirs = await signedIn(person);
    expectSuccess(await removed(person.personId), { removed: true });
    expectRefusal(await theirs.call(listCards), 401, "SESSION_REQUIRED");
    expect((await theirs.signIn({ ...person, totp: "" })).status).toBe(401);
    const { email } = person;
    const before = { partnerId: partner.partnerId, name: "Test", email, role: "developer" };
    expect(await entriesOf(person.personId)).toEqual([
      { action: "partner.remove_person", person_id: admin.personId, before },
    ]);
    expectRefusal(await removed(person.personId), 404, "PERSON_NOT_FOUND");
  });

  test("the API keys of the removed person end, which the partner's audit log names", async () => {
    const person = await makePerson({ partnerId: partner.partnerId, role: "developer" });
    const { keyId, name } = (
      await (
        await signedIn(person)
      ).call(createKey, post({ name: "server", password: person.password }, {}))
    ).json.data;
    expectSuccess(await removed(person.personId), { removed: true });
    const query = { target: person.personId, action: "partner.remove_person" };
    const log = await call(auditLog, { apiKey: partner.apiKey, query });
    expect(log.json.data.entries).toEqual([
      expect.objectContaining({ actor: "operator", after: { revokedKeys: [{ keyId, name }] } }),
    ]);
  });

  test("a removal without the code, of another partner's person or of the last owner is refused", async () => {
    const { personId } = await makePerson({ partnerId: partner.partnerId, role: "viewer" });
    const wrong = { totp: wrongCodeOf(admin) };
    expectRefusal(await removed(personId, wrong), 401, "SECOND_FACTOR_INVALID");
    const other = await makePartner({ balanceUsd: 0 });
    expectRefusal(await removed(personId, code(), other.partnerId), 404, "PERSON_NOT_FOUND");
    expectRefusal(await removed(personId, code(), "ptn_x"), 404, "PARTNER_NOT_FOUND");
    expectRefusal(await removed(admin.personId), 404, "PERSON_NOT_FOUND");
    expectRefusal(await removed(owner.personId), 409, "LAST_OWNER");
  });
});

describe("an email with an account elsewhere", () => {
  test("is invited like any other, is reported only where the link is used, and is free after removal", async () => {
    const squatted = await makePartner({ balanceUsd: 0 });
    const squatter = await makePerson({ partnerId: squatted.partnerId });
    await makePerson({ partnerId: squatted.partnerId });
    const own = await signedIn(owner);
    const taken = await invitedBy(own, squatter.email, owner.password);
    const free = await invitedBy(own, newEmail(), owner.password);
    expect([taken.answer.status, Object.keys(taken.answer.json.data)]).toEqual([
      free.answer.status,
      Object.keys(free.answer.json.data),
    ]);

    const refused = await accepted(taken.token);
    expectRefusal(refused, 409, "PERSON_EXISTS");
    expect(refused.json.data.error).toMatch(/ask support to remove that account/);
    expect(await entriesOf(taken.invitationId)).toContainEqual(
      expect.objectContaining({ action: "invitation.email_taken", person_id: owner.personId }),
    );

    expect((await removed(squatter.personId, code(), squatted.partnerId)).status).toBe(200);
    expect((await accepted(taken.token)).status).toBe(201);
    const { email } = squatter;
    expect((await makeBrowser().signIn({ email, password: PASSWORD, totp: "" })).status).toBe(200);
  });

  test("an email that other partners have invited too can still be invited", async () => {
    const email = newEmail();
    const other = await makePartner({ balanceUsd: 0 });
    const theirOwner = await makePerson({ partnerId: other.partnerId });
    const theirs = await invitedBy(await signedIn(theirOwner), email, theirOwner.password);
    const ours = await invitedBy(await signedIn(owner), email, owner.password);
    expect(ours.answer.status).toBe(201);
    const listed = (await (await signedIn(theirOwner)).call(team)).json.data.invitations;
    expect(listed).toMatchObject([{ invitationId: theirs.invitationId }]);
    expect((await accepted(ours.token)).status).toBe(201);
  });
});

describe("an administrator unlocks", () => {
  const lock = async ({ email }: TestPerson) => {
    for (let i = 0; i < 5; i++)
      await makeBrowser("192.0.2.9").signIn({ email, password: "wrong", totp: "" });
  };
  const signInOf = async ({ email, password, totpSecret }: TestPerson) => {
    const totp = totpSecret === undefined ? "" : codeOf({ totpSecret });
    return (await makeBrowser("192.0.2.9").signIn({ email, password, totp })).status;
  };

  test("a partner's person, who is shown as locked and can try again immediately", async () => {
    const person = await makePerson({ partnerId: partner.partnerId, role: "viewer" });
    await lock(person);
    expect(await signInOf(person)).toBe(429);
    const listed = async () =>
      (await console_.call(people, { params: { id: partner.partnerId } })).json.data.people.find(
        (each: { personId: string }) => each.personId === person.personId,
      );
    expect(await listed()).toMatchObject({ lockedUntil: expect.any(String) });
    expectRefusal(
      await unlocked(person.personId, { totp: wrongCodeOf(admin) }),
      401,
      "SECOND_FACTOR_INVALID",
    );
    expectSuccess(await unlocked(person.personId), { unlocked: true });
    expect(await listed()).not.toHaveProperty("lockedUntil");
    expect(await signInOf(person)).toBe(200);
    expect(await entriesOf(person.personId)).toMatchObject([
      { action: "partner.unlock_person", person_id: admin.personId },
    ]);
    const other = await makePartner({ balanceUsd: 0 });
    expectRefusal(
      await unlocked(person.personId, code(), other.partnerId),
      404,
      "PERSON_NOT_FOUND",
    );
  });

  test.each([HOUR_MS, -HOUR_MS])(
    "people are shown as locked as long as they are, where the clock of the process is %i ms ahead",
    async (byMs) => {
      const person = await makePerson({ partnerId: partner.partnerId });
      const operator = await makePerson({ role: "auditor" });
      const both = [person.personId, operator.personId];
      const lockFor = (length: string) =>
        sql(`UPDATE people SET passwords_locked_until = now() + $1::interval WHERE id = ANY ($2)`, [
          length,
          both,
        ]);
      const locked = () =>
        withClockAhead(byMs, async () => {
          const viewer = await signedIn(await makePerson());
          const { json: ofPartner } = await viewer.call(people, {
            params: { id: partner.partnerId },
          });
          const { json: ofOperator } = await viewer.call(operators);
          return [...ofPartner.data.people, ...ofOperator.data.operators]
            .filter(({ personId, lockedUntil }) => both.includes(personId) && lockedUntil)
            .map(({ personId }) => personId);
        });
      await lockFor("10 minutes");
      expect(await locked()).toEqual(both);
      await lockFor("-1 second");
      expect(await locked()).toEqual([]);
    },
  );

  test("one of the operator's people, whose counts of codes and passwords are reset too", async () => {
    const operator = await makePerson({ role: "auditor" });
    await lock(operator);
    await sql(
      `UPDATE people SET failed_codes = 7, codes_locked_until = now() + interval '1 hour',
         failed_passwords = 7, passwords_locked_until = now() + interval '2 hours' WHERE id = $1`,
      [operator.personId],
    );
    const listed = async () =>
      (await console_.call(operators)).json.data.operators.find(
        (each: { personId: string }) => each.personId === operator.personId,
      );
    expect(Date.parse((await listed()).lockedUntil)).toBeGreaterThan(Date.now() + 7_000_000);
    const params = { id: operator.personId };
    expectSuccess(await console_.call(unlockOperator, post(code(), params)), { unlocked: true });
    expect(await listed()).not.toHaveProperty("lockedUntil");
    expect(await signInOf(operator)).toBe(200);
    const [row] = await sql("SELECT * FROM people WHERE id = $1", [operator.personId]);
    expect(row).toMatchObject({ failed_codes: 0, failed_passwords: 0 });
    expect(await entriesOf(operator.personId)).toMatchObject([
      { action: "operator.unlock", person_id: admin.personId },
    ]);
    expectRefusal(
      await console_.call(unlockOperator, post(code(), { id: owner.personId })),
      404,
      "PERSON_NOT_FOUND",
    );
  });
});
