import "@/test/database";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { POST as inviteOwner } from "@/app/api/admin/partners/[id]/invitations/route";
import { POST as accept } from "@/app/api/invitations/[token]/route";
import { POST as invite } from "@/app/api/v1/partner/people/invitations/route";
import { mailboxOf, queuedFor, setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import {
  codeOf,
  makeBrowser,
  makeOperator,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { deliverMessages } from "./send/deliver-messages";

let partnerId: string;
let ada: TestPerson;
let grace: TestPerson;
let developer: TestPerson;
beforeEach(async () => {
  useMailbox();
  await sql("DELETE FROM mail_outbox");
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  [ada, grace, developer] = [
    await makePerson({ partnerId }),
    await makePerson({ partnerId }),
    await makePerson({ partnerId, role: "developer" }),
  ];
  await sql("UPDATE people SET muted_topics = '{withdrawals,webhooks}' WHERE partner_id = $1", [
    partnerId,
  ]);
});
afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined }));
afterAll(endTests);

const TITLE = "Your company’s account has a new owner";
async function textFor({ email }: { email: string }): Promise<string> {
  const found = (await mailboxOf(email)).filter(({ subject }) => subject === TITLE);
  expect(found).toHaveLength(1);
  return found[0].text;
}
/** Every owner but the new one has an e-mail with these parts, and nobody else. */
async function expectWarned(newcomer: string, parts: string[]): Promise<void> {
  await deliverMessages();
  for (const owner of [ada, grace]) {
    const text = await textFor(owner);
    for (const part of [newcomer, "/settings", "cannot be switched off", ...parts])
      expect(text).toContain(part);
  }
  for (const email of [newcomer, developer.email])
    expect(await queuedFor(email, "new_owner")).toEqual([]);
}
/** Joins by the link, and returns the address. */
async function joined(inviteUrl: string): Promise<void> {
  const token = new URL(inviteUrl).pathname.split("/").at(-1) ?? "";
  const body = { name: "Amina", password: "correct horse battery" };
  const answer = await makeBrowser().call(accept, { method: "POST", params: { token }, body });
  expect(answer.status).toBe(201);
}
const newEmail = () => `${crypto.randomUUID()}@example.com`;
const invitedBy = async ({ password }: TestPerson, email: string, role = "owner") => {
  const browser = await signedIn(ada);
  return (await browser.call(invite, { method: "POST", body: { email, role, password } })).json.data
    .inviteUrl;
};

test("the owners are notified of an owner whom a colleague invited, when the invitation is accepted", async () => {
  const email = newEmail();
  const link = await invitedBy(ada, email);
  expect(await queuedFor(grace.email, "new_owner")).toEqual([]);
  await joined(link);
  await expectWarned(email, [
    "joined by an invitation",
    `Invited by: Test (${ada.email})`,
    "change your password",
  ]);
});

test("the owners are notified of an owner whom the operator invited", async () => {
  const { person, browser } = await makeOperator();
  const email = newEmail();
  const answer = await browser.call(inviteOwner, {
    ...{ method: "POST", params: { id: partnerId }, body: { email, totp: codeOf(person) } },
  });
  await joined(answer.json.data.inviteUrl);
  await expectWarned(email, ["Invited by: The operator", "ask the operator who asked"]);
});

test("the owners are notified of a person who gets the role", async () => {
  const { email, personId } = await makePerson({ partnerId, role: "viewer" });
  const change = "SELECT change_person($1, $2, $3, $4, now())";
  await sql(change, [partnerId, ada.personId, personId, "developer"]);
  expect(await queuedFor(ada.email, "new_owner")).toEqual([]);
  await sql(change, [partnerId, ada.personId, personId, "owner"]);
  await sql(change, [partnerId, ada.personId, personId, "owner"]);
  await expectWarned(email, ["had the role developer", `Done by: Test (${ada.email})`]);
});

test("the owners are notified of a person whom single sign-on makes an owner", async () => {
  const { email, personId } = await makePerson({ partnerId, role: "viewer" });
  await sql("SELECT apply_sso_role($1, $2, 'owner', now())", [partnerId, personId]);
  await expectWarned(email, ["Single sign-on, by your identity provider", "check the role rules"]);
});

test("nobody is notified of the first owner, nor of somebody with another role", async () => {
  await joined(await invitedBy(ada, newEmail(), "developer"));
  await sql("UPDATE people SET role = 'viewer' WHERE partner_id = $1 AND role = 'owner'", [
    partnerId,
  ]);
  const { person, browser } = await makeOperator();
  const body = { email: newEmail(), totp: codeOf(person) };
  const answer = await browser.call(inviteOwner, {
    ...{ method: "POST", params: { id: partnerId }, body },
  });
  await joined(answer.json.data.inviteUrl);
  const queued = await sql("SELECT FROM mail_outbox WHERE kind = 'new_owner'");
  expect(queued).toEqual([]);
});
