import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { POST as inviteOwner } from "@/app/api/admin/partners/[id]/invitations/route";
import { GET as people } from "@/app/api/admin/partners/[id]/people/route";
import { POST as endRequirement } from "@/app/api/admin/partners/[id]/sso-requirement/end/route";
import { POST as confirm } from "@/app/api/admin/requests/[id]/confirm/route";
import { DELETE as cancel } from "@/app/api/admin/requests/[id]/route";
import { GET as list } from "@/app/api/admin/requests/route";
import { POST as accept } from "@/app/api/invitations/[token]/route";
import { POST as reset } from "@/app/api/password-resets/[token]/route";
import { POST as requestReset } from "@/app/api/password-resets/route";
import { GET as auditLog } from "@/app/api/v1/partner/audit/route";
import { PUT as setOnly } from "@/app/api/v1/partner/sso/only/route";
import { DELETE as removeSso, PUT as setSso } from "@/app/api/v1/partner/sso/route";
import { deliverMessages } from "@/lib/notifications/send/deliver-messages";
import { whileLocked } from "@/test/database/while-locked";
import { endSecondApprovals } from "@/test/fixtures/approvals";
import { linkIn, mailboxOf, queuedFor, setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import {
  codeOf,
  makeBrowser,
  makeOperator,
  makePerson,
  signedIn,
  type TestOperator,
  type TestPerson,
} from "@/test/fixtures/people";
import { bindDirectly, connectDirectly, ssoBody, ssoVersion } from "@/test/fixtures/sso";
import { expectRefusal, expectSuccess } from "@/test/http/expect-answer";

const PASSWORD = "correct horse battery";

let ines: TestOperator;
let joseph: TestOperator;
let partnerId: string;
let owner: TestPerson;
beforeEach(async () => {
  useMailbox();
  [ines, joseph] = [await makeOperator(), await makeOperator()];
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  owner = await makePerson({ partnerId, withTotp: true });
  // The only person with break-glass access is gone.
  await connectDirectly(partnerId, { isOnly: true, breakGlass: ["prs_gone"] });
});
afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined }));
afterAll(endTests);

const code = ({ person }: TestOperator) => ({ totp: codeOf(person) });
const requestedBy = (by: TestOperator, id = partnerId) =>
  by.browser.call(endRequirement, { method: "POST", params: { id }, body: code(by) });
const requestEnd = async (by = ines) =>
  (await requestedBy(by)).json.data.request.requestId as string;
const confirmedBy = (by: TestOperator, id: string) =>
  by.browser.call(confirm, { method: "POST", params: { id }, body: code(by) });
const isRequired = async (id = partnerId) =>
  (await sql("SELECT is_only FROM sso_connections WHERE partner_id = $1", [id]))[0]?.is_only;
const shownTo = async (by: TestOperator) =>
  (await by.browser.call(people, { params: { id: partnerId } })).json.data;
const tokenOf = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";

/** Signs in by password; returns the reason of a refusal, or undefined after a sign-in. */
async function byPassword({ email, password, totpSecret }: Omit<TestPerson, "personId">) {
  const totp = totpSecret === undefined ? "" : codeOf({ totpSecret });
  const response = await makeBrowser().signIn({ email, password, totp });
  if (response.status === 200) return undefined;
  return new URL(((await response.json()) as { url: string }).url).searchParams.get("error");
}

/** Sets a new password by the link that the person gets by e-mail. */
async function resetByMail({ email }: TestPerson): Promise<void> {
  await makeBrowser().call(requestReset, { method: "POST", body: { email } });
  await deliverMessages();
  const sent = (await mailboxOf(email)).filter(({ subject }) => subject === "Set a new password");
  const params = { token: tokenOf(linkIn(sent.at(-1)?.text ?? "")) };
  const answer = await makeBrowser().call(reset, {
    ...{ method: "POST", params, body: { password: PASSWORD } },
  });
  expect(answer.status).toBe(200);
}

describe("the end of a partner's required single sign-on", () => {
  test("waits for a second administrator, also where one decides otherwise", async () => {
    await endSecondApprovals();
    const { json, status } = await requestedBy(ines);
    expect([status, json.data.request]).toEqual([
      200,
      expect.objectContaining({
        kind: "partner_sso",
        targetId: partnerId,
        targetName: "Test partner",
        issuer: ssoBody().issuer,
        obstacle: "own",
      }),
    ]);
    expectRefusal(
      await confirmedBy(ines, json.data.request.requestId),
      ...([409, "SECOND_ADMINISTRATOR_NEEDED"] as const),
    );
    expect(await isRequired()).toBe(true);
    expect(await byPassword(owner)).toBe("SingleSignOnRequired");
    expect(await queuedFor(owner.email)).toEqual([]);
  });

  test("lets people in by password and second factor, and keeps the identity provider", async () => {
    await bindDirectly(partnerId, owner.personId);
    expectSuccess(await confirmedBy(joseph, await requestEnd()), { confirmed: true });
    expect(await byPassword({ ...owner, totpSecret: undefined })).toBe("SecondFactorRequired");
    expect(await byPassword(owner)).toBeUndefined();
    const [connection] = await sql(
      "SELECT issuer, is_only FROM sso_connections WHERE partner_id = $1",
      [partnerId],
    );
    expect(connection).toEqual({ issuer: ssoBody().issuer, is_only: false });
    const bound = "SELECT person_id FROM sso_identities WHERE partner_id = $1";
    expect(await sql(bound, [partnerId])).toEqual([{ person_id: owner.personId }]);
    expectRefusal(await requestedBy(ines), 409, "SSO_NOT_REQUIRED");
  });

  test("is an audit entry of both sides, and an e-mail to every owner", async () => {
    const colleague = await makePerson({ partnerId });
    const viewer = await makePerson({ partnerId, role: "viewer" });
    const { partnerId: elsewhere } = await makePartner({ balanceUsd: 0 });
    const stranger = await makePerson({ partnerId: elsewhere });
    await confirmedBy(joseph, await requestEnd());
    const entries = await sql(
      "SELECT person_id, action FROM audit_entries WHERE target_id = $1 ORDER BY id",
      [partnerId],
    );
    expect(entries).toEqual([
      { person_id: ines.person.personId, action: "second_administrator.request" },
      { person_id: joseph.person.personId, action: "partner.end_sso_requirement" },
    ]);
    const browser = await signedIn(owner);
    const seen = (await browser.call(auditLog)).json.data.entries;
    expect(seen).toEqual([
      expect.objectContaining({
        action: "partner.end_sso_requirement",
        actor: "operator",
        before: { issuer: ssoBody().issuer, singleSignOnRequired: true },
        after: { singleSignOnRequired: false },
      }),
    ]);
    for (const { email } of [owner, colleague])
      expect(await queuedFor(email, "sso_not_required")).toHaveLength(1);
    for (const { email } of [viewer, stranger])
      expect(await queuedFor(email, "sso_not_required")).toEqual([]);
    await deliverMessages();
    const { subject, text } = (await mailboxOf(colleague.email)).at(-1);
    expect(subject).toBe("Single sign-on is no longer required");
    expect(text).toContain(ssoBody().issuer);
  });

  test("is not requested for a partner that does not require it, or is unknown", async () => {
    const { partnerId: plain } = await makePartner({ balanceUsd: 0 });
    expectRefusal(await requestedBy(ines, plain), 409, "SSO_NOT_REQUIRED");
    await connectDirectly(plain);
    expectRefusal(await requestedBy(ines, plain), 409, "SSO_NOT_REQUIRED");
    expectRefusal(await requestedBy(ines, "ptn_unknown"), 404, "PARTNER_NOT_FOUND");
    const entries = "SELECT action FROM audit_entries WHERE person_id = $1";
    expect(await sql(entries, [ines.person.personId])).toEqual([]);
  });

  test("leaves other partners alone, and is possible while the partner is suspended", async () => {
    const { partnerId: elsewhere } = await makePartner({ balanceUsd: 0 });
    await connectDirectly(elsewhere, { isOnly: true, breakGlass: ["prs_other"] });
    await sql("UPDATE partners SET suspended_at = now() WHERE id = $1", [partnerId]);
    expectSuccess(await confirmedBy(joseph, await requestEnd()), { confirmed: true });
    expect([await isRequired(), await isRequired(elsewhere)]).toEqual([false, true]);
  });
});

describe("the console shows what a partner requires", () => {
  test("the console shows which owners can get in without the provider", async () => {
    const unguarded = await makePerson({ partnerId });
    const viewer = await makePerson({ partnerId, role: "viewer", withTotp: true });
    const ids = [unguarded, viewer].map(({ personId }) => personId);
    await connectDirectly(partnerId, { isOnly: true, breakGlass: ids });
    const { issuer } = ssoBody();
    expect((await shownTo(ines)).requiredSso).toMatchObject({ issuer, breakGlassOwnerIds: [] });
    await connectDirectly(partnerId, { isOnly: true, breakGlass: [...ids, owner.personId] });
    const auditor = await makeOperator("auditor");
    expect((await shownTo(auditor)).requiredSso.breakGlassOwnerIds).toEqual([owner.personId]);
    await connectDirectly(partnerId);
    expect(await shownTo(ines)).not.toHaveProperty("requiredSso");
  });
});

describe("an owner without a password", () => {
  /** As somebody who has always come by single sign-on: nobody knows the password. */
  beforeEach(() =>
    sql(
      "UPDATE people SET password_hash = (SELECT password_hash FROM people WHERE id = $2) WHERE id = $1",
      [owner.personId, ines.person.personId],
    ),
  );

  test("gets in after the password was reset by e-mail, with the second factor", async () => {
    await confirmedBy(joseph, await requestEnd());
    expect(await byPassword(owner)).toBe("CredentialsSignin");
    await resetByMail(owner);
    expect(await byPassword({ ...owner, password: PASSWORD })).toBeUndefined();
  });

  test("an owner gets in with a password that was reset before", async () => {
    await resetByMail(owner);
    const reached = { ...owner, password: PASSWORD };
    expect(await byPassword(reached)).toBe("SingleSignOnRequired");
    await confirmedBy(joseph, await requestEnd());
    expect(await byPassword(reached)).toBeUndefined();
  });

  test("an owner without a password and a mailbox is replaced by an owner whom the operator invites", async () => {
    const email = `${randomUUID()}@example.com`;
    const invited = await ines.browser.call(inviteOwner, {
      ...{ method: "POST", params: { id: partnerId }, body: { email, ...code(ines) } },
    });
    const params = { token: tokenOf(invited.json.data.inviteUrl) };
    const body = { name: "Amina", password: PASSWORD };
    expect((await makeBrowser().call(accept, { method: "POST", params, body })).status).toBe(201);
    const newcomer = { email, password: PASSWORD };
    expect(await byPassword(newcomer)).toBe("SingleSignOnRequired");
    await confirmedBy(joseph, await requestEnd());
    expect(await byPassword(newcomer)).toBeUndefined();
    expect(await queuedFor(email, "sso_not_required")).toHaveLength(1);
  });
});

describe("a request that is not confirmed", () => {
  const only = async (body: object) => {
    const browser = await signedIn(owner);
    const known = { password: owner.password, version: await ssoVersion(partnerId) };
    expect(
      (await browser.call(setOnly, { method: "PUT", body: { ...known, ...body } })).status,
    ).toBe(200);
    return browser;
  };
  const named = () => ({ breakGlassPersonIds: [owner.personId] });
  const requireAgain = () => only({ isOnly: true, ...named() });
  const changes: [string, () => Promise<unknown>][] = [
    ["allowed passwords", () => only({ isOnly: false, breakGlassPersonIds: [] })],
    ["chose who has break-glass access", requireAgain],
    [
      "saved the identity provider",
      async () => {
        const browser = await signedIn(owner);
        const known = { password: owner.password, version: await ssoVersion(partnerId) };
        const body = { ...ssoBody(), ...known };
        const answer = await browser.call(setSso, { method: "PUT", body });
        expect(answer.status).toBe(200);
      },
    ],
    [
      "removed the identity provider",
      async () => {
        const body = { password: owner.password };
        await (await signedIn(owner)).call(removeSso, { method: "DELETE", body });
      },
    ],
  ];

  async function expectStaleAfter(change: () => Promise<unknown>): Promise<void> {
    await connectDirectly(partnerId, { isOnly: true, breakGlass: [owner.personId] });
    const requestId = await requestEnd();
    await change();
    const before = await isRequired();
    expectRefusal(await confirmedBy(joseph, requestId), 409, "ADMIN_REQUEST_STALE");
    expect(await isRequired()).toBe(before);
    expect(await queuedFor(owner.email, "sso_not_required")).toEqual([]);
  }

  test.each(changes)("because an owner %s meanwhile", (_, change) => expectStaleAfter(change));

  test("a request is stale once an owner allowed passwords and required single sign-on again", () =>
    expectStaleAfter(async () => {
      await only({ isOnly: false, ...named() });
      await requireAgain();
    }));

  test("a request that was replaced, cancelled or has expired is not confirmed", async () => {
    const [replaced, current] = [await requestEnd(), await requestEnd(joseph)];
    expectRefusal(await confirmedBy(joseph, replaced), 404, "ADMIN_REQUEST_NOT_FOUND");
    const params = { id: current };
    await ines.browser.call(cancel, { method: "DELETE", params });
    expectRefusal(await confirmedBy(ines, current), 404, "ADMIN_REQUEST_NOT_FOUND");
    const past = await requestEnd();
    await sql("ALTER TABLE admin_requests DISABLE TRIGGER legal_request");
    await sql("UPDATE admin_requests SET expires_at = now() WHERE id = $1", [past]);
    await sql("ALTER TABLE admin_requests ENABLE TRIGGER legal_request");
    expectRefusal(await confirmedBy(joseph, past), 404, "ADMIN_REQUEST_NOT_FOUND");
    expect(await isRequired()).toBe(true);
  });

  test("a request is not confirmed until the delay of the requester is over", async () => {
    const delayUntil = (at: string) =>
      sql(`UPDATE people SET approves_from = ${at} WHERE id = $1`, [ines.person.personId]);
    await delayUntil("now() + interval '2 hours'");
    const requestId = await requestEnd();
    const { requests } = (await joseph.browser.call(list)).json.data;
    expect(requests).toContainEqual(
      expect.objectContaining({ requestId, obstacle: "requester_new" }),
    );
    expectRefusal(await confirmedBy(joseph, requestId), 409, "SECOND_ADMINISTRATOR_NEEDED");
    expect(await isRequired()).toBe(true);
    await delayUntil("now() - interval '1 second'");
    expectSuccess(await confirmedBy(joseph, requestId), { confirmed: true });
  });

  test("a request is not confirmed by an approver, or twice by two administrators at once", async () => {
    const requestId = await requestEnd();
    const approver = await makeOperator("approver");
    expectRefusal(await confirmedBy(approver, requestId), 403, "ROLE_NOT_ALLOWED");
    const both = [joseph, await makeOperator()];
    const answers = await Promise.all(both.map((each) => confirmedBy(each, requestId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await queuedFor(owner.email, "sso_not_required")).toHaveLength(1);
  });

  test("a request is stale when an owner chooses who has break-glass access at that moment", async () => {
    const requestId = await requestEnd();
    const named =
      "UPDATE sso_connections SET break_glass = $2, only_set_at = now() WHERE partner_id = $1";
    const late = () => confirmedBy(joseph, requestId);
    expectRefusal(
      await whileLocked([named, [partnerId, [owner.personId]]], late),
      ...([409, "ADMIN_REQUEST_STALE"] as const),
    );
    expect(await isRequired()).toBe(true);
    expect(await sql("SELECT confirmed_at FROM admin_requests WHERE id = $1", [requestId])).toEqual(
      [{ confirmed_at: null }],
    );
  });
});
