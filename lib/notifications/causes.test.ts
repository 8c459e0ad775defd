import "@/test/database";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  GET as getNotifications,
  PATCH as setNotifications,
} from "@/app/api/account/notifications/route";
import { POST as changePassword } from "@/app/api/account/password/route";
import { DELETE as revoke } from "@/app/api/v1/partner/people/invitations/[invitationId]/route";
import { POST as invite } from "@/app/api/v1/partner/people/invitations/route";
import { openAlert } from "@/lib/alerts/open-alert";
import { inTransaction } from "@/lib/db";
import { shiftClock } from "@/lib/kernel/clock";
import { DAY_MS } from "@/lib/kernel/durations";
import { linkIn, mailboxOf, queuedFor, setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { expectSuccess } from "@/test/http/expect-answer";
import { queueFailingEndpointMail } from "./outbox/queue-failing";
import { purgeMessages } from "./purge-messages";
import { deliverMessages } from "./send/deliver-messages";

let partnerId: string;
let owner: TestPerson;
let browser: Browser;
beforeEach(async () => {
  useMailbox();
  await sql("DELETE FROM mail_outbox");
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  owner = await makePerson({ partnerId });
  browser = await signedIn(owner);
});
afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined }));
afterAll(endTests);

const kindsFor = async ({ email }: TestPerson) =>
  (await queuedFor(email)).map(({ kind }) => String(kind)).sort();
const invited = (email: string) =>
  browser.call(invite, {
    method: "POST",
    body: { email, role: "viewer", password: owner.password },
  });

describe("an invitation", () => {
  test("is also sent to its address, with the link of the response", async () => {
    const email = "jonas@example.com";
    const { inviteUrl } = (await invited(email)).json.data;
    await deliverMessages();
    const [message] = await mailboxOf(email);
    expect(linkIn(message.text)).toBe(inviteUrl);
    expect(message.subject).toBe("Invitation to join Test partner");
    expect(message.html).toContain(inviteUrl);
    const rows = JSON.stringify(await sql("SELECT * FROM mail_outbox"));
    expect(rows).not.toContain(inviteUrl.split("/").at(-1));
  });

  test("an invitation that ends before its e-mail is sent sends no e-mail", async () => {
    const email = "jonsa@example.com";
    const { invitationId } = (await invited(email)).json.data;
    await browser.call(revoke, { method: "DELETE", params: { invitationId } });
    expect(await queuedFor(email)).toEqual([]);
    await invited(email);
    const { inviteUrl } = (await invited(email)).json.data;
    await deliverMessages();
    const messages = await mailboxOf(email);
    expect(messages.map(({ text }) => linkIn(text))).toEqual([inviteUrl]);
  });

  test("queues nothing without e-mail, and when it is refused", async () => {
    expect((await invited(owner.email)).status).toBe(409);
    expect(await queuedFor(owner.email, "invitation")).toEqual([]);
    setMailSettings({ SANDBOX_MAILBOX: undefined });
    expect((await invited("ada@example.com")).status).toBe(201);
    expect(await queuedFor("ada@example.com")).toEqual([]);
  });
});

describe("the security of an account", () => {
  test("a sign-in from a new browser is reported, one from a known browser and the first one are not", async () => {
    expect(await kindsFor(owner)).toEqual(["new_browser"]);
    await browser.signIn({ email: owner.email, password: owner.password, totp: "" });
    expect(await kindsFor(owner)).toEqual(["new_browser"]);
    const newcomer = await makePerson({ partnerId, createdAt: new Date() });
    await signedIn(newcomer);
    expect(await kindsFor(newcomer)).toEqual([]);
  });

  test("a changed password is reported in its transaction", async () => {
    const body = { currentPassword: owner.password, newPassword: "correct horse battery" };
    expect((await browser.call(changePassword, { method: "POST", body })).status).toBe(200);
    expect(await kindsFor(owner)).toEqual(["new_browser", "password_changed"]);
  });

  test("a new API key is reported to the owners", async () => {
    await sql(
      `INSERT INTO api_keys (id, partner_id, name, hint, key_hash, created_at, scopes, created_by)
       VALUES ('key_' || md5($1), $1, 'Server', 'pk_…1234', md5($1), now(), '{read}', $2)`,
      [partnerId, owner.personId],
    );
    await deliverMessages();
    const messages = await mailboxOf(owner.email);
    const message = messages.find(({ subject }) => subject === "New API key");
    expect(message.text).toContain("Name: Server");
  });
});

describe("an alert", () => {
  const alert = () =>
    ({
      kind: "card_shortfall",
      subject: crypto.randomUUID(),
      text: "The card owes 5 USD.",
    }) as const;

  test("is sent to administrators and approvers once, not to auditors and people of partners", async () => {
    const [admin, approver, auditor] = await Promise.all(
      (["admin", "approver", "auditor"] as const).map((role) => makePerson({ role })),
    );
    const raised = alert();
    await openAlert(raised);
    await openAlert({ ...raised, text: "The card owes 6 USD." });
    for (const each of [admin, approver])
      expect(await kindsFor(each as TestPerson)).toEqual(["alert"]);
    for (const each of [auditor, owner])
      expect(await kindsFor(each as TestPerson)).not.toContain("alert");
    await deliverMessages();
    const [message] = await mailboxOf((admin as TestPerson).email);
    expect(message.text).toContain("The card owes 5 USD.");
    expect(message.text).toContain("http://127.0.0.1:3000/admin/health");
  });

  test("an alert whose transaction is rolled back leaves no message", async () => {
    const admin = await makePerson();
    const failing = inTransaction(async (runQuery) => {
      await runQuery(
        "test_alert",
        "INSERT INTO alerts (id, kind, subject, text, opened_at) VALUES ($1, 'card_shortfall', $1, 'x', now())",
        [crypto.randomUUID()],
      );
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await kindsFor(admin)).toEqual([]);
  });

  test("is not sent to a person who has switched alerts off", async () => {
    const admin = await makePerson();
    const own = await signedIn(admin);
    const body = { topic: "alerts", isOn: false };
    const topics = [
      { topic: "withdrawals", isOn: true },
      { topic: "alerts", isOn: false },
    ];
    expectSuccess(await own.call(setNotifications, { method: "PATCH", body }), {
      isMailOn: true,
      topics,
    });
    expectSuccess(await own.call(getNotifications), { isMailOn: true, topics });
    await openAlert(alert());
    expect(await kindsFor(admin)).toEqual(["new_browser"]);
    await own.call(setNotifications, { method: "PATCH", body: { ...body, isOn: true } });
    await openAlert(alert());
    expect(await kindsFor(admin)).toEqual(["alert", "new_browser"]);
  });
});

describe("a webhook endpoint", () => {
  const setEndpoint = (set: string) =>
    sql(
      `INSERT INTO webhook_endpoints (partner_id, url, failing_since) VALUES ($1, 'https://hooks.example.com/secret-path', now() - interval '2 hours')
       ON CONFLICT (partner_id) DO UPDATE SET ${set}`,
      [partnerId],
    );

  test("a webhook endpoint that fails for an hour is reported once to owners and developers, by its host", async () => {
    const [developer, viewer] = await Promise.all(
      (["developer", "viewer"] as const).map((role) => makePerson({ partnerId, role })),
    );
    await setEndpoint("url = excluded.url");
    await Promise.all([queueFailingEndpointMail(), queueFailingEndpointMail()]);
    await queueFailingEndpointMail();
    for (const each of [owner, developer])
      expect(await queuedFor((each as TestPerson).email, "webhook_failing")).toHaveLength(1);
    expect(await kindsFor(viewer as TestPerson)).toEqual([]);
    await deliverMessages();
    const messages = await mailboxOf(owner.email);
    const message = messages.find(({ subject }) => subject === "Your webhook endpoint is failing");
    expect(message.text).toContain("hooks.example.com");
    expect(message.text).not.toContain("secret-path");
  });

  test("a webhook endpoint that the service pauses is reported, one that a person pauses is not", async () => {
    await setEndpoint("url = excluded.url");
    await setEndpoint("paused_at = now(), failing_since = NULL");
    expect(await queuedFor(owner.email, "webhook_paused")).toEqual([]);
    await setEndpoint("paused_at = NULL, failing_since = now() - interval '6 days'");
    await setEndpoint("paused_at = now()");
    expect(await queuedFor(owner.email, "webhook_paused")).toHaveLength(1);
  });
});

describe("messages", () => {
  test("messages to a removed person are deleted unless they were sent", async () => {
    const leaver = await makePerson({ partnerId, role: "developer" });
    await signedIn(leaver);
    await deliverMessages();
    await signedIn(leaver);
    await sql("SELECT change_person($1, $2, $3, NULL, now())", [
      partnerId,
      owner.personId,
      leaver.personId,
    ]);
    const left = await queuedFor(leaver.email, "new_browser");
    expect(left.map(({ sent_at }) => sent_at !== null)).toEqual([true]);
  });

  test("messages that a transaction queues while their recipient is removed are not sent", async () => {
    const leaver = await makePerson({ partnerId, role: "developer" });
    await inTransaction(async (runQuery) => {
      await runQuery(
        "test_queue_mail",
        `SELECT queue_mail(p, 'password_changed', NULL, '{"how": "reset"}', now(), interval '0', interval '1 day')
         FROM people p WHERE p.id = $1`,
        [leaver.personId],
      );
      await sql("SELECT change_person($1, $2, $3, NULL, now())", [
        partnerId,
        owner.personId,
        leaver.personId,
      ]);
    });
    await deliverMessages();
    const sent = await mailboxOf(leaver.email);
    expect(sent.map(({ subject }) => subject)).toEqual([
      "You were removed from your company’s account",
    ]);
    expect(await queuedFor(leaver.email, "password_changed")).toMatchObject([
      { sent_at: null, due_at: null },
    ]);
  });

  test("messages of a topic are not sent to a person whose role lost it meanwhile, those about security are", async () => {
    const [demoted, kept] = await Promise.all([
      makePerson({ partnerId }),
      makePerson({ partnerId, role: "developer" }),
    ]);
    await sql(
      `SELECT queue_mail(p, k.kind, k.topic, k.data, now(), interval '0', interval '1 day') FROM people p, (VALUES
         ('webhook_failing', 'webhooks', '{"host": "hooks.example.com", "failingSince": "2026-11-01T00:00:00Z"}'::jsonb),
         ('withdrawal_approved', 'withdrawals', '{"withdrawalId": "w", "amountMicroUsd": "1", "feeMicroUsd": "0", "toAddress": "0x"}'),
         ('password_changed', NULL, '{"how": "reset"}')) AS k(kind, topic, data) WHERE p.id = ANY ($1)`,
      [[demoted.personId, kept.personId]],
    );
    await sql("UPDATE people SET role = 'viewer' WHERE id = $1", [demoted.personId]);
    await deliverMessages();
    const subjectsOf = async ({ email }: TestPerson) =>
      (await mailboxOf(email)).map(({ subject }) => subject).sort();
    const security = "Your password was changed";
    expect(await subjectsOf(demoted)).toEqual([security]);
    expect(await subjectsOf(kept)).toEqual([security, "Your webhook endpoint is failing"].sort());
    expect(await queuedFor(demoted.email, "withdrawal_approved")).toMatchObject([
      { sent_at: null, due_at: null, failed_at: null },
    ]);
  });

  test("are deleted after 30 days, and when nobody will send them", async () => {
    await deliverMessages();
    await signedIn(owner);
    expect(await queuedFor(owner.email)).toHaveLength(2);
    shiftClock(4 * DAY_MS);
    await purgeMessages();
    expect(await queuedFor(owner.email)).toHaveLength(2);
    setMailSettings({ SANDBOX_MAILBOX: undefined });
    await purgeMessages();
    expect(await queuedFor(owner.email)).toHaveLength(1);
    shiftClock(27 * DAY_MS);
    await purgeMessages(1);
    expect(await queuedFor(owner.email)).toEqual([]);
    expect(await mailboxOf(owner.email)).toEqual([]);
    shiftClock(-31 * DAY_MS);
  });
});
