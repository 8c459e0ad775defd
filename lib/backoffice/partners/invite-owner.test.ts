import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { POST as inviteOwner } from "@/app/api/admin/partners/[id]/invitations/route";
import { POST as createPartner } from "@/app/api/admin/partners/route";
import { POST as confirm } from "@/app/api/admin/requests/[id]/confirm/route";
import { POST as accept } from "@/app/api/invitations/[token]/route";
import { POST as inviteColleague } from "@/app/api/v1/partner/people/invitations/route";
import { attack } from "@/test/database/attack";
import { endSecondApprovals } from "@/test/fixtures/approvals";
import { queuedFor, setMailSettings, useMailbox } from "@/test/fixtures/mail";
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
import { expectRefusal } from "@/test/http/expect-answer";

let ines: TestOperator;
let joseph: TestOperator;
let partnerId: string;
let owner: TestPerson;
beforeEach(async () => {
  useMailbox();
  [ines, joseph] = [await makeOperator(), await makeOperator()];
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  owner = await makePerson({ partnerId });
  await decideByTwo();
});
afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined }));
afterAll(endTests);

/** The amount of any partner is enough for two administrators to decide. */
async function decideByTwo(): Promise<void> {
  const any = await makePartner({ balanceUsd: 0 });
  await sql("UPDATE partners SET second_approval_above_micro_usd = 500000000 WHERE id = $1", [
    any.partnerId,
  ]);
}
const newEmail = () => `${randomUUID()}@example.com`;
const code = ({ person }: TestOperator) => ({ totp: codeOf(person) });
const invited = (email = newEmail(), by = ines, id = partnerId) =>
  by.browser.call(inviteOwner, {
    ...{ method: "POST", params: { id }, body: { email, ...code(by) } },
  });
const requestInvitation = async (email: string) =>
  (await invited(email)).json.data.request.requestId as string;
const confirmedBy = (by: TestOperator, id: string) =>
  by.browser.call(confirm, { method: "POST", params: { id }, body: code(by) });
const joins = (inviteUrl: string) =>
  makeBrowser().call(accept, {
    method: "POST",
    params: { token: new URL(inviteUrl).pathname.split("/").at(-1) ?? "" },
    body: { name: "Amina", password: "correct horse battery" },
  });
const invitations = (id = partnerId) =>
  sql("SELECT email, role, revoked_at FROM invitations WHERE partner_id = $1 ORDER BY id", [id]);
const ownersOf = async (id: string) =>
  (
    await sql("SELECT email FROM people WHERE partner_id = $1 AND role = 'owner' ORDER BY id", [id])
  ).map(({ email }) => email);

describe("an owner of a partner that has one", () => {
  test("is invited by two administrators, and the second one alone gets the link", async () => {
    const email = newEmail();
    const answer = await invited(email);
    expect([answer.status, answer.json.data]).toEqual([
      201,
      { request: expect.objectContaining({ kind: "partner_owner", email, targetId: partnerId }) },
    ]);
    expect(await invitations()).toEqual([]);
    const { requestId } = answer.json.data.request;
    expectRefusal(await confirmedBy(ines, requestId), 409, "SECOND_ADMINISTRATOR_NEEDED");
    const confirmed = await confirmedBy(joseph, requestId);
    expect(confirmed.json.data).toEqual({ confirmed: true, inviteUrl: expect.any(String) });
    // The first administrator chose the address.
    expect(await queuedFor(email)).toEqual([]);
    expect((await joins(confirmed.json.data.inviteUrl)).status).toBe(201);
    expect(await ownersOf(partnerId)).toEqual([owner.email, email]);
    expect(await queuedFor(owner.email, "new_owner")).toHaveLength(1);
    const entries = await sql(
      `SELECT after FROM audit_entries e JOIN partner_audit_entries l ON l.entry_id = e.id
       WHERE l.partner_id = $1 AND e.action = 'partner.invite'`,
      [partnerId],
    );
    expect(entries).toEqual([
      { after: { email, role: "owner", requestId, requestedBy: expect.any(String) } },
    ]);
  });

  test("is not invited when the address has an account there meanwhile", async () => {
    const email = newEmail();
    const requestId = await requestInvitation(email);
    const { password } = owner;
    const colleague = await (await signedIn(owner)).call(inviteColleague, {
      ...{ method: "POST", body: { email, role: "viewer", password } },
    });
    expect((await joins(colleague.json.data.inviteUrl)).status).toBe(201);
    expectRefusal(await confirmedBy(joseph, requestId), 409, "PERSON_EXISTS");
    expectRefusal(await invited(email), 409, "PERSON_EXISTS");
  });

  test("is not requested for another address while a request waits, until that one ends", async () => {
    const email = newEmail();
    const first = await requestInvitation(email);
    expectRefusal(await invited(newEmail(), joseph), 409, "OWNER_REQUEST_WAITS");
    // The same address is the same change, for which a newer request replaces an earlier one.
    const second = await requestInvitation(email.toUpperCase());
    const open =
      "SELECT cancelled_at IS NULL AS open FROM admin_requests WHERE id = ANY ($1) ORDER BY id";
    expect(await sql(open, [[first, second]])).toEqual([{ open: false }, { open: true }]);
    await sql("UPDATE people SET role = 'auditor' WHERE id = $1", [ines.person.personId]);
    expect((await invited(newEmail(), joseph)).status).toBe(201);
  });

  test("is not invited by the application without a confirmed request, nor with another role", async () => {
    for (const role of ["owner", "developer"])
      expect(
        await attack({
          role: "app",
          statements: [
            `INSERT INTO invitations (id, partner_id, email, email_key, role, token_hash, invited_by, created_at, expires_at)
             VALUES ('inv_x', '${partnerId}', 'x', 'x', '${role}', 'x', '${ines.person.personId}', now(), now() + interval '1 day')`,
          ],
        }),
      ).toBe("PW028");
  });

  test("is invited by one administrator where one decides", async () => {
    await endSecondApprovals();
    expect((await invited()).json.data).toHaveProperty("inviteUrl");
  });

  test("is invited by a colleague alone", async () => {
    const { password } = owner;
    const answer = await (await signedIn(owner)).call(inviteColleague, {
      ...{ method: "POST", body: { email: newEmail(), role: "owner", password } },
    });
    expect(answer.status).toBe(201);
  });
});

describe("an owner of a partner without one", () => {
  beforeEach(async () => {
    const body = { name: `Nova ${randomUUID()}`, ownerEmail: newEmail(), ...code(ines) };
    const answer = await ines.browser.call(createPartner, { method: "POST", body });
    expect(answer.status).toBe(201);
    ({ partnerId } = answer.json.data);
    first = answer.json.data.inviteUrl;
  });
  let first: string;

  test("is invited by one administrator; the other links of one end when the first owner joins", async () => {
    const second = (await invited()).json.data.inviteUrl;
    expect((await joins(first)).status).toBe(201);
    expectRefusal(await joins(second), 404, "INVITATION_NOT_FOUND");
    expect(await ownersOf(partnerId)).toHaveLength(1);
  });

  test("is one when two links are used at the same moment", async () => {
    const second = (await invited()).json.data.inviteUrl;
    const statuses = (await Promise.all([joins(first), joins(second)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 404]);
    expect(await ownersOf(partnerId)).toHaveLength(1);
  });

  test("does not end a link that two administrators made, nor those of colleagues", async () => {
    expect((await joins(first)).status).toBe(201);
    const confirmed = await confirmedBy(joseph, await requestInvitation(newEmail()));
    const other = await makePerson({ partnerId });
    const { password } = other;
    const colleague = await (await signedIn(other)).call(inviteColleague, {
      ...{ method: "POST", body: { email: newEmail(), role: "owner", password } },
    });
    expect((await joins(colleague.json.data.inviteUrl)).status).toBe(201);
    expect((await joins(confirmed.json.data.inviteUrl)).status).toBe(201);
  });
});
