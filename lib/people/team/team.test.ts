import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { POST as accept, GET as look } from "@/app/api/invitations/[token]/route";
import {
  PATCH as changeRole,
  DELETE as remove,
} from "@/app/api/v1/partner/people/[personId]/route";
import { DELETE as revoke } from "@/app/api/v1/partner/people/invitations/[invitationId]/route";
import { POST as invite } from "@/app/api/v1/partner/people/invitations/route";
import { GET as list } from "@/app/api/v1/partner/people/route";
import { shiftClock } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { ownerClient } from "@/test/database/attack";
import { atOneInstant } from "@/test/fixtures/at-one-instant";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  type Browser,
  makeBrowser,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import {
  anId,
  expectRefusal,
  expectSuccess,
  invalidFields,
  TIMESTAMP,
} from "@/test/http/expect-answer";

const PASSWORD = "correct horse battery";

let partner: TestPartner;
let owner: TestPerson;
let browser: Browser;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  owner = await makePerson({ partnerId: partner.partnerId });
  browser = await signedIn(owner);
});
afterAll(endTests);

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const invited = (body: object) =>
  browser.call(invite, { method: "POST", body: { password: owner.password, ...body } });
/** An invitation: its id, and the token of its link. */
async function makeInvitation(email = newEmail(), role = "viewer") {
  const { invitationId, inviteUrl } = (await invited({ email, role })).json.data;
  return { invitationId, email, token: String(inviteUrl.split("/").at(-1)) };
}
const accepted = (token: string, body: object = { name: "Jonas", password: PASSWORD }) =>
  makeBrowser().call(accept, { method: "POST", params: { token }, body });
const lookedAt = (token: string) => makeBrowser().call(look, { params: { token } });
const people = async () => (await browser.call(list)).json.data.people;
const invitations = async () => (await browser.call(list)).json.data.invitations;
const setRole = (personId: string, role: string, password?: string, by = browser) =>
  by.call(changeRole, { method: "PATCH", params: { personId }, body: { role, password } });
const removed = (personId: string, by = browser, password?: string) =>
  by.call(remove, { method: "DELETE", params: { personId }, body: { password } });
const colleague = (role: "owner" | "developer" | "viewer") =>
  makePerson({ partnerId: partner.partnerId, role });

describe("an invitation", () => {
  test("admits one person with their own password and the given role", async () => {
    const email = newEmail();
    const answer = await invited({ email, role: "developer" });
    const data = {
      invitationId: anId("inv"),
      email,
      role: "developer",
      invitedBy: "Test",
      createdAt: TIMESTAMP,
      expiresAt: TIMESTAMP,
    };
    const inviteUrl = expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:3000\/invite\/[A-Za-z0-9_-]{43}$/,
    );
    expectSuccess(answer, { ...data, inviteUrl }, 201);
    expect(await invitations()).toEqual([data]);
    const token = answer.json.data.inviteUrl.split("/").at(-1);
    expectSuccess(await lookedAt(token), {
      partnerName: "Test partner",
      email,
      role: "developer",
      invitedBy: "Test",
      expiresAt: TIMESTAMP,
    });
    expectSuccess(await accepted(token), { email }, 201);
    const session = await makeBrowser().signIn({ email, password: PASSWORD, totp: "" });
    expect(session.status).toBe(200);
    expect(await people()).toMatchObject([
      { personId: owner.personId, role: "owner", isYou: true, hasSecondFactor: false },
      { personId: anId("prs"), name: "Jonas", email, role: "developer", isYou: false },
    ]);
    expect(await invitations()).toEqual([]);
    const [{ id }] = await sql("SELECT id FROM people WHERE email = $1", [email]);
    const entries = await sql("SELECT * FROM audit_entries WHERE person_id = $1", [id]);
    expect(entries).toMatchObject([
      { action: "acceptInvitation", partner_id: partner.partnerId, after: { name: "Jonas" } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(PASSWORD);
  });

  test("refuses a password that is easy to guess, and stays open", async () => {
    const { token, email } = await makeInvitation();
    for (const password of [" ".repeat(12), "aaaaaaaaaaaa", "password1234", email]) {
      const answer = await accepted(token, { name: "Jonas", password });
      expect([answer.status, invalidFields(answer)]).toEqual([400, ["password: isStrongPassword"]]);
    }
    expect((await accepted(token)).status).toBe(201);
  });

  test("is used once, also by two concurrent requests", async () => {
    const { token } = await makeInvitation();
    const answers = await Promise.all([1, 2, 3].map(() => accepted(token)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 404, 404]);
    expectRefusal(await accepted(token), 404, "INVITATION_NOT_FOUND");
    expectRefusal(await lookedAt(token), 404, "INVITATION_NOT_FOUND");
    expect(await people()).toHaveLength(2);
  });

  test("ends when it expires or is revoked", async () => {
    const { token, email } = await makeInvitation();
    shiftClock(72.1 * HOUR_MS);
    try {
      expectRefusal(await lookedAt(token), 404, "INVITATION_NOT_FOUND");
      expectRefusal(await accepted(token), 404, "INVITATION_NOT_FOUND");
    } finally {
      shiftClock(-72.1 * HOUR_MS);
    }
    const [{ invitationId }] = await invitations();
    const take = () => browser.call(revoke, { method: "DELETE", params: { invitationId } });
    expectSuccess(await take(), { revoked: true });
    expectRefusal(await take(), 404, "INVITATION_NOT_FOUND");
    expectRefusal(await accepted(token), 404, "INVITATION_NOT_FOUND");
    expect(await sql("SELECT id FROM people WHERE email = $1", [email])).toEqual([]);
  });

  test("an invitation for the same email ends the previous one", async () => {
    const first = await makeInvitation();
    const second = await makeInvitation(first.email.toUpperCase());
    expectRefusal(await lookedAt(first.token), 404, "INVITATION_NOT_FOUND");
    expect((await lookedAt(second.token)).status).toBe(200);
    expect(await invitations()).toHaveLength(1);
  });

  test("an invitation for an existing account is refused; for another partner's person only when it is used", async () => {
    const same = await colleague("viewer");
    expectRefusal(await invited({ email: same.email, role: "owner" }), 409, "PERSON_EXISTS");
    const elsewhere = await makePerson({ partnerId: (await makePartner()).partnerId });
    const { token } = await makeInvitation(elsewhere.email);
    expectRefusal(await accepted(token), 409, "PERSON_EXISTS");
    expect((await lookedAt(token)).status).toBe(200);
  });

  test("an invitation of a removed inviter or a suspended partner is not found", async () => {
    const second = await colleague("owner");
    const { token } = await makeInvitation();
    await removed(owner.personId, await signedIn(second), second.password);
    expectRefusal(await accepted(token), 404, "INVITATION_NOT_FOUND");
    [owner, browser] = [second, await signedIn(second)];
    const later = await makeInvitation();
    await sql("UPDATE partners SET suspended_at = now() WHERE id = $1", [partner.partnerId]);
    expectRefusal(await accepted(later.token), 404, "INVITATION_NOT_FOUND");
  });

  test.each(["", "x", "' OR 1=1 --", "../..", "A".repeat(10_000)])(
    "with the token %j is not found",
    async (token) => {
      expectRefusal(await lookedAt(token), 404, "INVITATION_NOT_FOUND");
      expectRefusal(await accepted(token), 404, "INVITATION_NOT_FOUND");
    },
  );

  test("is not accepted from another origin, or without a name and a long password", async () => {
    const { token } = await makeInvitation();
    const headers = { origin: "https://evil.example" };
    const params = { token };
    const body = { name: "Jonas", password: PASSWORD };
    const foreign = await makeBrowser().call(accept, { method: "POST", params, body, headers });
    expectRefusal(foreign, 403, "ORIGIN_NOT_ALLOWED");
    expect(invalidFields(await accepted(token, { name: "", password: "short" }))).toEqual([
      "name: isNotEmpty",
      "password: minLength",
    ]);
    expect((await accepted(token)).status).toBe(201);
  });

  test("is rate limited per address", async () => {
    const one = makeBrowser();
    const answers = await atOneInstant(() =>
      Promise.all(Array.from({ length: 25 }, () => one.call(look, { params: { token: "x" } }))),
    );
    expect(answers.map(({ status }) => status)).toContain(429);
  });

  test.each([
    [{ email: "x", role: "viewer" }, ["email: isEmail"]],
    [{ email: "a@example.com", role: "admin" }, ["role: isIn"]],
    [{ email: "a@example.com", role: "viewer", expiresInHours: 169 }, ["expiresInHours: max"]],
    [{ email: "a@example.com", role: "viewer", expiresInHours: 0 }, ["expiresInHours: min"]],
  ])("is not made from %j", async (body, fields) => {
    expect(invalidFields(await invited(body))).toEqual(fields);
  });
});

describe("a role", () => {
  test("is changed from the next request on, and the audit log has the earlier role", async () => {
    const viewer = await colleague("viewer");
    const theirs = await signedIn(viewer);
    const { password } = viewer;
    const mine = { method: "POST", body: { email: newEmail(), role: "viewer", password } };
    expectRefusal(await theirs.call(invite, mine), 403, "ROLE_NOT_ALLOWED");
    const answer = await setRole(viewer.personId, "owner", owner.password);
    expect(answer.json.data).toMatchObject({ personId: viewer.personId, role: "owner" });
    expect((await theirs.call(invite, mine)).status).toBe(201);
    const [entry] = await sql("SELECT * FROM audit_entries WHERE target_id = $1", [
      viewer.personId,
    ]);
    expect(entry).toMatchObject({ before: { role: "viewer" }, after: { role: "owner" } });
  });

  test("the role of the last owner cannot change, and the last owner cannot be removed", async () => {
    await colleague("developer");
    const { password } = owner;
    expectRefusal(await setRole(owner.personId, "viewer", password), 409, "LAST_OWNER");
    expectRefusal(await removed(owner.personId, browser, password), 409, "LAST_OWNER");
    expect((await setRole(owner.personId, "owner")).status).toBe(200);
    const second = await colleague("owner");
    expect((await setRole(owner.personId, "viewer", password)).status).toBe(200);
    const last = await removed(second.personId, await signedIn(second), second.password);
    expectRefusal(last, 409, "LAST_OWNER");
  });

  test.each([
    ["viewer", "developer"],
    ["viewer", "owner"],
    ["developer", "owner"],
    ["owner", "developer"],
    ["owner", "viewer"],
  ] as const)("of a %s becomes %s with the password, which is not recorded", async (from, to) => {
    const person = await colleague(from);
    const roleOf = () => sql("SELECT role FROM people WHERE id = $1", [person.personId]);
    expect(invalidFields(await setRole(person.personId, to))).toEqual(["password: isNotEmpty"]);
    expect(invalidFields(await setRole(person.personId, to, ""))).toEqual(["password: isNotEmpty"]);
    expectRefusal(await setRole(person.personId, to, "x"), 401, "PASSWORD_INVALID");
    expect(await roleOf()).toEqual([{ role: from }]);
    expect((await setRole(person.personId, to, owner.password)).status).toBe(200);
    expect(await roleOf()).toEqual([{ role: to }]);
    const entries = await sql("SELECT before, after FROM audit_entries WHERE target_id = $1", [
      person.personId,
    ]);
    expect(entries).toEqual([{ before: { role: from }, after: { role: to } }]);
  });

  test.each([
    ["developer", "viewer"],
    ["developer", "developer"],
    ["owner", "owner"],
  ] as const)(
    "of a %s becomes %s without the password, even while passwords are locked",
    async (from, to) => {
      const person = await colleague(from);
      await sql(
        "UPDATE people SET passwords_locked_until = now() + interval '1 hour' WHERE id = $1",
        [owner.personId],
      );
      expect((await setRole(person.personId, to)).json.data).toMatchObject({ role: to });
    },
  );

  test("a role that is removed at the same moment is not restored by a concurrent request", async () => {
    const person = await colleague("owner");
    const demoting = await ownerClient();
    try {
      await demoting.query("BEGIN");
      await demoting.query("SELECT change_person($1, $2, $3, 'viewer', now())", [
        partner.partnerId,
        owner.personId,
        person.personId,
      ]);
      const kept = setRole(person.personId, "owner");
      await expect
        .poll(() =>
          sql(
            "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
          ),
        )
        .toHaveLength(1);
      await demoting.query("COMMIT");
      expect(invalidFields(await kept)).toEqual(["password: isNotEmpty"]);
    } finally {
      await demoting.end();
    }
    expect(await sql("SELECT role FROM people WHERE id = $1", [person.personId])).toEqual([
      { role: "viewer" },
    ]);
  });

  test("a removed owner does not count as one", async () => {
    const second = await colleague("owner");
    await removed(second.personId, browser, owner.password);
    expectRefusal(await removed(owner.personId, browser, owner.password), 409, "LAST_OWNER");
  });

  test("one of two owners who remove each other at the same moment stays", async () => {
    for (let round = 0; round < 10; round++) {
      const second = await colleague("owner");
      const [theirs, mine] = [await signedIn(second), await signedIn(owner)];
      const answers = await Promise.all([
        removed(owner.personId, theirs, second.password),
        setRole(second.personId, "viewer", owner.password, mine),
      ]);
      const owners = await sql(
        "SELECT id FROM people WHERE partner_id = $1 AND role = 'owner' AND disabled_at IS NULL",
        [partner.partnerId],
      );
      expect(owners, JSON.stringify(answers.map(({ json }) => json))).toHaveLength(1);
      if (owners[0].id === owner.personId) continue;
      [owner, browser] = [second, theirs];
    }
  });
});

describe("a person who is removed", () => {
  test("loses access with the next request in every session, and cannot sign in", async () => {
    const person = await colleague("developer");
    const sessions = [await signedIn(person), await signedIn(person)];
    expectSuccess(await removed(person.personId), { removed: true });
    for (const session of sessions)
      expectRefusal(await session.call(list), 401, "SESSION_REQUIRED");
    const { email, password } = person;
    expect((await makeBrowser().signIn({ email, password, totp: "" })).status).toBe(401);
    expect(await people()).toHaveLength(1);
    expectRefusal(await removed(person.personId), 404, "PERSON_NOT_FOUND");
    expectRefusal(await setRole(person.personId, "owner"), 404, "PERSON_NOT_FOUND");
  });

  test("can be invited again", async () => {
    const person = await colleague("developer");
    await removed(person.personId);
    const { token } = await makeInvitation(person.email);
    expect((await accepted(token)).status).toBe(201);
    const { email } = person;
    expect((await makeBrowser().signIn({ email, password: PASSWORD, totp: "" })).status).toBe(200);
  });
});
