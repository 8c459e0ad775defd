import "@/test/database";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { POST as changePassword } from "@/app/api/account/password/route";
import { POST as confirmFactor } from "@/app/api/account/second-factor/confirm/route";
import { POST as startFactor } from "@/app/api/account/second-factor/route";
import { POST as reset } from "@/app/api/admin/operators/[id]/second-factor-reset/route";
import { POST as confirm } from "@/app/api/admin/requests/[id]/confirm/route";
import { POST as accept } from "@/app/api/invitations/[token]/route";
import { POST as enrol } from "@/app/api/invitations/[token]/second-factor/route";
import {
  GET as getPasswordReset,
  POST as setPassword,
} from "@/app/api/password-resets/[token]/route";
import { POST as requestPassword } from "@/app/api/password-resets/route";
import { deliverMessages } from "@/lib/notifications/send/deliver-messages";
import { attack, insert } from "@/test/database/attack";
import { ownerUrl } from "@/test/database/owner-url";
import { linkIn, mailboxOf, queuedFor, setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests, sql } from "@/test/fixtures/make";
import {
  codeOf,
  makeBrowser,
  makeOperator,
  makePerson,
  type TestOperator,
  type TestPerson,
} from "@/test/fixtures/people";
import { expectRefusal, expectSuccess } from "@/test/http/expect-answer";

const PASSWORD = "correct horse battery";

let ines: TestOperator;
let joseph: TestOperator;
let lost: TestOperator;
beforeEach(async () => {
  useMailbox();
  [ines, joseph, lost] = [
    await makeOperator(),
    await makeOperator(),
    await makeOperator("approver"),
  ];
});
afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined }));
afterAll(endTests);

const code = ({ person }: TestOperator) => ({ totp: codeOf(person) });
const resetBy = (by: TestOperator, { person }: TestOperator = lost) =>
  by.browser.call(reset, { method: "POST", params: { id: person.personId }, body: code(by) });
const asked = async () => (await resetBy(ines)).json.data.request.requestId as string;
const confirmedBy = (by: TestOperator, id: string) =>
  by.browser.call(confirm, { method: "POST", params: { id }, body: code(by) });
async function linkOf({ person }: TestOperator, what = "second factor"): Promise<string> {
  await deliverMessages();
  const message = (await mailboxOf(person.email))
    .filter(({ subject }) => subject === `Set a new ${what}`)
    .at(-1);
  return linkIn(message.text).split("/").at(-1) ?? "";
}
async function used(token: string) {
  const visitor = makeBrowser();
  const params = { token };
  const { secret, enrolment } = (await visitor.call(enrol, { method: "POST", params })).json.data;
  const totp = codeOf({ totpSecret: secret });
  const body = { name: "Ignored", password: PASSWORD, enrolment, totp };
  return { answer: await visitor.call(accept, { method: "POST", params, body }), secret };
}

describe("a reset of an operator's second factor", () => {
  test("waits for a second administrator, although no withdrawal needs two approvals", async () => {
    const { json, status } = await resetBy(ines);
    expect([status, json.data.request]).toEqual([
      200,
      expect.objectContaining({ kind: "operator_second_factor", targetName: "Test" }),
    ]);
    expectRefusal(
      await confirmedBy(ines, json.data.request.requestId),
      409,
      "SECOND_ADMINISTRATOR_NEEDED",
    );
    expect(await sql("SELECT id FROM invitations WHERE recovers IS NOT NULL")).toEqual([]);
  });

  test("sends a link to the operator alone, whose approvals count later once it was used", async () => {
    const confirmation = await confirmedBy(joseph, await asked());
    expectSuccess(confirmation, { confirmed: true });
    expect(confirmation.json.data).not.toHaveProperty("inviteUrl");
    expect(await lost.browser.session()).toMatchObject({ user: { email: lost.person.email } });
    const { answer, secret } = await used(await linkOf(lost));
    expect(answer.status).toBe(201);
    expect(await lost.browser.session()).toEqual({});
    const { email } = lost.person;
    const totp = codeOf({ totpSecret: secret });
    expect((await makeBrowser().signIn({ email, password: PASSWORD, totp })).status).toBe(200);
    const [person] = await sql(
      "SELECT role, approves_from > now() + interval '23 hours' AS later FROM people WHERE id = $1",
      [lost.person.personId],
    );
    expect(person).toEqual({ role: "approver", later: true });
    const entries = await sql(
      "SELECT person_id, action FROM audit_entries WHERE target_id = $1 ORDER BY id",
      [lost.person.personId],
    );
    expect(entries).toEqual([
      { person_id: ines.person.personId, action: "second_administrator.request" },
      { person_id: joseph.person.personId, action: "operator.reset_second_factor" },
      { person_id: lost.person.personId, action: "operator.recover" },
    ]);
  });

  test("is notified to all operators, when the link is made and when it is used", async () => {
    await sql("DELETE FROM mail_outbox");
    await confirmedBy(joseph, await asked());
    const auditor = await makePerson({ role: "auditor" });
    await used(await linkOf(lost));
    const steps = async ({ email }: TestPerson) =>
      (await queuedFor(email, "operator_recovery")).map(({ data }) => data.step);
    for (const { person } of [ines, joseph, lost])
      expect([person.email, await steps(person)]).toEqual([person.email, ["made", "used"]]);
    expect(await steps(auditor)).toEqual(["used"]);
    await deliverMessages();
    const { subject, text } = (await mailboxOf(auditor.email)).at(-1);
    expect(subject).toBe("Account of an operator recovered");
    expect(text).toContain(lost.person.email);
  });

  test("does not deadlock with a removal of the operator, and is refused", async () => {
    await confirmedBy(joseph, await asked());
    const token = await linkOf(lost);
    const client = new pg.Client({ connectionString: ownerUrl() });
    await client.connect();
    try {
      await client.query("BEGIN");
      const own = [lost.person.personId];
      await client.query("UPDATE people SET disabled_at = now() WHERE id = $1", own);
      const late = used(token);
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await expect.poll(() => sql(waiting)).toHaveLength(1);
      await client.query("UPDATE invitations SET revoked_at = now() WHERE recovers = $1", own);
      await client.query("COMMIT");
      expectRefusal((await late).answer, 404, "INVITATION_NOT_FOUND");
    } finally {
      await client.end();
    }
  });

  test("ends a link for a new password that was sent before", async () => {
    const { email } = lost.person;
    const visitor = makeBrowser();
    const request = await visitor.call(requestPassword, { method: "POST", body: { email } });
    expect(request.status).toBe(200);
    const token = await linkOf(lost, "password");
    const shown = () => visitor.call(getPasswordReset, { params: { token } });
    expect((await shown()).status).toBe(200);
    await confirmedBy(joseph, await asked());
    expect((await used(await linkOf(lost))).answer.status).toBe(201);
    expectRefusal(await shown(), 404, "PASSWORD_RESET_NOT_FOUND");
  });

  test("is not confirmed after the operator changed the second factor, or was removed", async () => {
    const stale = await asked();
    await sql("UPDATE people SET totp_secret_sealed = totp_secret_sealed || 'x' WHERE id = $1", [
      lost.person.personId,
    ]);
    expectRefusal(await confirmedBy(joseph, stale), 409, "ADMIN_REQUEST_STALE");
    const gone = await asked();
    await sql("UPDATE people SET disabled_at = now() WHERE id = $1", [lost.person.personId]);
    expectRefusal(await confirmedBy(joseph, gone), 409, "ADMIN_REQUEST_STALE");
    expectRefusal(await resetBy(ines), 404, "PERSON_NOT_FOUND");
  });

  test("is refused where no e-mail is sent, at the request and at the confirmation", async () => {
    const requestId = await asked();
    setMailSettings({ SANDBOX_MAILBOX: undefined });
    expectRefusal(await resetBy(ines), 409, "MAIL_NOT_CONFIGURED");
    expectRefusal(await confirmedBy(joseph, requestId), 409, "MAIL_NOT_CONFIGURED");
    useMailbox();
    expectSuccess(await confirmedBy(joseph, requestId), { confirmed: true });
  });

  const own: [string, (password: string) => Promise<{ status: number }>][] = [
    [
      "password by e-mail",
      async () => {
        const { email } = lost.person;
        await makeBrowser().call(requestPassword, { method: "POST", body: { email } });
        const params = { token: await linkOf(lost, "password") };
        const body = { password: PASSWORD };
        return makeBrowser().call(setPassword, { method: "POST", params, body });
      },
    ],
    [
      "password",
      (currentPassword) => {
        const body = { currentPassword, newPassword: PASSWORD };
        return lost.browser.call(changePassword, { method: "POST", body });
      },
    ],
    [
      "authenticator",
      async (password) => {
        const body = { password, code: codeOf(lost.person) };
        const started = await lost.browser.call(startFactor, { method: "POST", body });
        const totp = codeOf({ totpSecret: started.json.data.secret });
        return lost.browser.call(confirmFactor, { method: "POST", body: { totp } });
      },
    ],
  ];

  test.each(own)("ends with a new %s that the operator sets", async (_, set) => {
    await confirmedBy(joseph, await asked());
    const params = { token: await linkOf(lost) };
    const open = () => makeBrowser().call(enrol, { method: "POST", params });
    expect((await open()).status).toBe(200);
    expect((await set(lost.person.password)).status).toBe(200);
    expectRefusal(await open(), 404, "INVITATION_NOT_FOUND");
  });

  test("ends with the link of a newer one", async () => {
    await confirmedBy(joseph, await asked());
    const older = await linkOf(lost);
    await confirmedBy(joseph, await asked());
    const newer = await linkOf(lost);
    const params = { token: older };
    const opened = await makeBrowser().call(enrol, { method: "POST", params });
    expectRefusal(opened, 404, "INVITATION_NOT_FOUND");
    expect((await used(newer)).answer.status).toBe(201);
  });
});

test("the application cannot make a recovery link of somebody else without a confirmed request", async () => {
  const link = insert("invitations", {
    ...{ id: "inv_x", email: "x", email_key: "x", role: "approver", token_hash: "x" },
    ...{ invited_by: joseph.person.personId, recovers: lost.person.personId },
    ...{ created_at: new Date().toISOString(), expires_at: "2999-01-01" },
  });
  expect(await attack({ role: "app", statements: [link] })).toBe("PW028");
  const request = insert("admin_requests", {
    ...{ id: "arq_x", kind: "operator_second_factor", target_id: lost.person.personId },
    ...{ details: "{}", requested_by: ines.person.personId },
    ...{ created_at: new Date().toISOString(), expires_at: "2999-01-01" },
  });
  const confirmation = `UPDATE admin_requests SET confirmed_by = '${joseph.person.personId}', confirmed_at = now() WHERE id = 'arq_x'`;
  expect(await attack({ role: "app", statements: [request, link] })).toBe("PW028");
  expect(await attack({ role: "app", statements: [request, confirmation, link] })).toBe("through");
});
