import "@/test/database";
import { execFile } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { PATCH as changeRole } from "@/app/api/admin/operators/[id]/route";
import { DELETE as uninvite } from "@/app/api/admin/operators/invitations/[id]/route";
import { GET as operators } from "@/app/api/admin/operators/route";
import { POST as accept, GET as look } from "@/app/api/invitations/[token]/route";
import { POST as enrol } from "@/app/api/invitations/[token]/second-factor/route";
import { attack, insert } from "@/test/database/attack";
import { whileLocked } from "@/test/database/while-locked";
import { queuedFor } from "@/test/fixtures/mail";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { codeOf, makeBrowser, makePerson, signedIn } from "@/test/fixtures/people";
import { expectRefusal, expectSuccess, invalidFields } from "@/test/http/expect-answer";
import { typeScriptArguments } from "./bootstrap/paths.mjs";

const PASSWORD = "correct horse battery";

afterAll(endTests);

const command = (args: string[], settings: Record<string, string> = {}) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, ...settings };
    execFile(
      process.execPath,
      typeScriptArguments("bin/recover-operator.ts", ...args),
      { env },
      (error, output, errors) =>
        resolve({ code: Number(error?.code ?? 0), output: output + errors }),
    );
  });

async function link(email: string): Promise<string> {
  const { code, output } = await command([email]);
  const [, token] = /\/invite\/([\w-]{43})\n$/.exec(output) ?? [];
  expect([code, output, token]).toEqual([0, output, expect.any(String)]);
  return token ?? "";
}

const lookedAt = (token: string) => makeBrowser().call(look, { params: { token } });

/** Sets a password and an authenticator through the recovery link. */
async function recover(token: string, password = PASSWORD) {
  const visitor = makeBrowser();
  const params = { token };
  const { secret, enrolment } = (await visitor.call(enrol, { method: "POST", params })).json.data;
  const totp = codeOf({ totpSecret: secret });
  const body = { name: "Ignored", password, enrolment, totp };
  return { answer: await visitor.call(accept, { method: "POST", params, body }), secret };
}

test.each([[[]], [["ada"]]])("%j: asks for an email address", async (args) => {
  const { code, output } = await command(args);
  expect([code, output]).toEqual([2, expect.stringMatching(/Name an email address/)]);
});

test("an administrator gets a new password, authenticator and recovery codes; every session ends", async () => {
  const admin = await makePerson();
  const { email } = admin;
  const before = await signedIn(admin);
  for (let i = 0; i < 5; i++)
    await makeBrowser("192.0.2.1").signIn({ email, password: "wrong", totp: "" });
  const older = await link(email.toUpperCase());
  const token = await link(email);
  expectRefusal(await lookedAt(older), 404, "INVITATION_NOT_FOUND");
  const shown = (await lookedAt(token)).json.data;
  expect(shown).toMatchObject({ email, role: "admin", isRecovery: true });
  expect(Date.parse(shown.expiresAt) - Date.now()).toBeLessThan(3_600_001);
  // The link changes nothing until it is used.
  expect(await before.session()).toMatchObject({ user: { email } });

  expect(invalidFields((await recover(token, "password1234")).answer)).toEqual([
    "password: isStrongPassword",
  ]);
  const { answer, secret } = await recover(token);
  expect(answer.status).toBe(201);
  expect(answer.json.data.recoveryCodes).toHaveLength(10);
  expect(await before.session()).toEqual({});
  expectRefusal(await lookedAt(token), 404, "INVITATION_NOT_FOUND");
  const again = { method: "POST", params: { token }, body: { name: "Ada", password: PASSWORD } };
  expectRefusal(await makeBrowser().call(accept, again), 404, "INVITATION_NOT_FOUND");

  const signIn = async (fields: Record<string, string>) =>
    (await makeBrowser("192.0.2.1").signIn({ email, ...fields })).status;
  const totp = codeOf({ totpSecret: secret });
  expect(await signIn({ password: PASSWORD, totp })).toBe(200);
  expect(await signIn({ password: PASSWORD, totp: answer.json.data.recoveryCodes[0] })).toBe(200);
  expect(await signIn({ password: PASSWORD, totp: codeOf(admin) })).toBe(401);
  expect(await signIn({ password: admin.password, totp })).toBe(401);
  const [person] = await sql("SELECT name, role FROM people WHERE id = $1", [admin.personId]);
  expect(person).toEqual({ name: "Test", role: "admin" });
  const entries = await sql(
    "SELECT action FROM audit_entries WHERE target_id = $1 AND person_id = $1 ORDER BY id",
    [admin.personId],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    "operator.recovery_link",
    "operator.recovery_link",
    "operator.recover",
  ]);
});

test("a person who is not an administrator is refused, with advice", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const owner = await makePerson({ partnerId });
  const approver = await makePerson({ role: "approver" });
  const gone = await makePerson();
  await sql("UPDATE people SET disabled_at = now() WHERE id = $1", [gone.personId]);
  const refusals = [
    [owner.email, /partner's/],
    [approver.email, /role approver.*admin\/operators/],
    [gone.email, /Nobody signs in/],
    ["nobody@example.com", /Nobody signs in/],
  ] as const;
  for (const [email, text] of refusals) {
    const { code, output } = await command([email]);
    expect([email, code, output]).toEqual([email, 1, expect.stringMatching(text)]);
  }
  expect(
    await sql("SELECT 1 FROM invitations WHERE recovers IS NOT NULL AND email = $1", [owner.email]),
  ).toEqual([]);
});

test("a link that another run makes at the same moment stays, and the message says what to do", async () => {
  const { personId, email } = await makePerson();
  const other: [string, unknown[]] = [
    `INSERT INTO invitations (id, email, email_key, role, token_hash, invited_by, recovers, created_at, expires_at)
     SELECT 'inv_' || id, email, email_key, role, id, id, id, now(), now() + interval '1 hour' FROM people WHERE id = $1
     FOR NO KEY UPDATE`,
    [personId],
  ];
  const { code, output } = await whileLocked(other, () => command([email]));
  expect([code, output]).toEqual([1, expect.stringMatching(/at the same moment.*run.*again/s)]);
  const links = "SELECT id FROM invitations WHERE recovers = $1 AND revoked_at IS NULL";
  expect(await sql(links, [personId])).toEqual([{ id: `inv_${personId}` }]);
  expect(await link(email)).toEqual(expect.any(String));
});

test("all operators get an e-mail when a link is made and when it is used", async () => {
  const [admin, auditor] = [await makePerson(), await makePerson({ role: "auditor" })];
  const token = await link(admin.email);
  expect((await recover(token)).answer.status).toBe(201);
  for (const { email } of [admin, auditor]) {
    const mails = await queuedFor(email, "operator_recovery");
    expect(mails.map(({ data }) => [data.step, data.email, data.madeBy])).toEqual([
      ["made", admin.email, null],
      ["used", admin.email, null],
    ]);
  }
});

test("--unlock clears failed sign-ins only, with an audit entry and an e-mail to all operators", async () => {
  const [admin, approver] = [await makePerson(), await makePerson({ role: "approver" })];
  const { email, password } = admin;
  for (let i = 0; i < 5; i++)
    await makeBrowser("192.0.2.2").signIn({ email, password: "wrong", totp: "" });
  const signIn = () => makeBrowser("192.0.2.2").signIn({ email, password, totp: codeOf(admin) });
  expect((await signIn()).status).not.toBe(200);
  const { code, output } = await command(["--unlock", email]);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/can sign in again\.\n.*e-mail, where the service sends any\.\n$/),
  ]);
  expect((await signIn()).status).toBe(200);
  const entries = await sql(
    "SELECT person_id, action, after FROM audit_entries WHERE target_id = $1 ORDER BY id",
    [admin.personId],
  );
  expect(entries).toEqual([
    {
      person_id: admin.personId,
      action: "operator.unlock",
      after: { madeBy: "npm run recover-operator" },
    },
  ]);
  const [mail] = (await queuedFor(approver.email, "operator_recovery")).slice(-1);
  expect(mail.data).toMatchObject({ step: "unlocked", email });
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  for (const other of [(await makePerson({ partnerId })).email, "nobody@example.com"])
    expect((await command([other, "--unlock"])).code).toBe(1);
});

test("other administrators see the link and can revoke it; a change of the role also ends it", async () => {
  const [admin, other] = [await makePerson(), await makePerson()];
  const browser = await signedIn(other);
  const revoked = await link(admin.email);
  const { invitations } = (await browser.call(operators)).json.data;
  const [{ invitationId, isRecovery }] = invitations.filter(
    ({ email }: { email: string }) => email === admin.email,
  );
  expect(isRecovery).toBe(true);
  const params = { id: invitationId };
  expectSuccess(await browser.call(uninvite, { method: "DELETE", params }), { revoked: true });
  expectRefusal(await lookedAt(revoked), 404, "INVITATION_NOT_FOUND");

  const token = await link(admin.email);
  const body = { role: "auditor", totp: codeOf(other) };
  const demoted = { method: "PATCH", params: { id: admin.personId }, body };
  expect((await browser.call(changeRole, demoted)).status).toBe(200);
  expectRefusal(await lookedAt(token), 404, "INVITATION_NOT_FOUND");
});

test("works in production as well", async () => {
  const admin = await makePerson();
  const settings = {
    SERVICE_ENVIRONMENT: "production",
    BASE_URL: "https://cards.example.com",
    NEXTAUTH_URL: "https://cards.example.com",
  };
  const { code, output } = await command([admin.email], settings);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/https:\/\/cards\.example\.com\/invite\/[\w-]{43}\n$/),
  ]);
});

test("the database refuses a recovery of anybody but the administrator who is the inviter", async () => {
  const [admin, other] = [await makePerson(), await makePerson()];
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const row = (changes: Record<string, unknown>) =>
    insert("invitations", {
      id: "inv_attack",
      email: admin.email,
      email_key: "attack",
      token_hash: "attack",
      role: "admin",
      invited_by: admin.personId,
      recovers: admin.personId,
      created_at: "now",
      expires_at: "now",
      ...changes,
    });
  const outcome = (changes: Record<string, unknown>, role: "app" | "owner" = "app") =>
    attack({ role, statements: [row(changes)] });
  expect(await outcome({ recovers: other.personId })).toBe("PW028");
  expect(await outcome({ role: "approver" })).toBe("23514");
  expect(await outcome({ partner_id: partnerId })).toBe("23514");
  expect(await outcome({ invited_by: null })).toBe("PW003");
  expect(await outcome({ invited_by: null }, "owner")).toBe("23514");
  expect(await outcome({})).toBe("through");
});
