import "@/test/database";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { POST as rename } from "@/app/api/account/name/route";
import { POST as inviteOwner } from "@/app/api/admin/partners/[id]/invitations/route";
import { POST as accept } from "@/app/api/invitations/[token]/route";
import { DELETE as revoke } from "@/app/api/v1/partner/people/invitations/[invitationId]/route";
import { POST as invite } from "@/app/api/v1/partner/people/invitations/route";
import { newId } from "@/lib/kernel/ids";
import { whileLocked } from "@/test/database/while-locked";
import { setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makeBrowser,
  makeOperator,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { expectRefusal, expectSuccess, invalidFields } from "@/test/http/expect-answer";

const MAX_OPEN = 50;
const MAX_MADE = 100;

let partnerId: string;
let owner: TestPerson;
let browser: Browser;
beforeEach(async () => {
  useMailbox();
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  owner = await makePerson({ partnerId });
  browser = await signedIn(owner);
});
afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined }));
afterAll(endTests);

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const invited = (email = newEmail(), by = browser, { password } = owner) =>
  by.call(invite, { method: "POST", body: { email, role: "viewer", password } });
const INSERT = `INSERT INTO invitations (id, partner_id, email, email_key, role, token_hash, invited_by, created_at, expires_at, revoked_at)
  SELECT $1 || n, $2, $1 || n, $1 || n, 'viewer', $1 || n, $3, now() - $4::interval, now() + $5::interval, CASE WHEN $6 THEN now() END
  FROM generate_series(1, $7::int) n`;
interface Stored {
  age?: string;
  left?: string;
  isRevoked?: boolean;
}
const stored = (count: number, { age = "1 hour", left = "1 hour", isRevoked = false }: Stored) => [
  ...[newId("inv"), partnerId, owner.personId, age, left, isRevoked, count],
];
const store = (count: number, how: Stored = {}) => sql(INSERT, stored(count, how));
const openOnes = async () =>
  (
    await sql(
      "SELECT FROM invitations WHERE partner_id = $1 AND revoked_at IS NULL AND expires_at > now()",
      [partnerId],
    )
  ).length;
const mails = async () =>
  (await sql("SELECT FROM mail_outbox WHERE partner_id = $1 AND kind = 'invitation'", [partnerId]))
    .length;

describe("open invitations of a partner", () => {
  test("are at most 50, and neither an invitation nor its e-mail exceeds that", async () => {
    await store(MAX_OPEN - 1);
    expect((await invited()).status).toBe(201);
    const refused = await invited();
    expectRefusal(refused, 409, "INVITATION_LIMIT");
    expect(refused.json.data.error).toContain("At most 50 invitations can be open");
    expect([await openOnes(), await mails()]).toEqual([MAX_OPEN, 1]);
    const entries = await sql("SELECT FROM audit_entries WHERE partner_id = $1", [partnerId]);
    expect(entries).toHaveLength(1);
  });

  test("count neither expired, revoked nor accepted ones, nor those of another partner", async () => {
    await store(30, { age: "2 days", left: "-1 hour" });
    await store(30, { age: "2 days", isRevoked: true });
    await store(30, { age: "2 days" });
    await sql("UPDATE invitations SET accepted_at = now() WHERE revoked_at IS NULL");
    const other = await makePartner({ balanceUsd: 0 });
    await sql(INSERT, [newId("inv"), other.partnerId, owner.personId, "1 h", "1 h", false, 50]);
    expect((await invited()).status).toBe(201);
  });

  test("leave room after one is revoked, and for another link of the same email", async () => {
    await store(MAX_OPEN - 1);
    const email = newEmail();
    expect((await invited(email)).status).toBe(201);
    const { invitationId } = (await invited(email)).json.data;
    expectRefusal(await invited(), 409, "INVITATION_LIMIT");
    await browser.call(revoke, { method: "DELETE", params: { invitationId } });
    expect((await invited()).status).toBe(201);
  });

  test("stay 50 when two owners invite at the same moment", async () => {
    await store(MAX_OPEN - 2);
    const second = await makePerson({ partnerId });
    const theirs = await signedIn(second);
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => invited()),
      ...[1, 2, 3].map(() => invited(newEmail(), theirs, second)),
    ]);
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([201, 201, 409, 409, 409, 409]);
    expect(await openOnes()).toBe(MAX_OPEN);
  });

  test("open invitations that another request stores meanwhile count", async () => {
    await store(MAX_OPEN - 1);
    const lock = ["SELECT lock_people_of($1)", [partnerId]] as [string, unknown[]];
    const refused = await whileLocked(lock, () => invited(), [INSERT, stored(1, {})]);
    expectRefusal(refused, 409, "INVITATION_LIMIT");
  });

  test("do not keep the operator from inviting an owner", async () => {
    await store(MAX_OPEN);
    await store(MAX_MADE, { isRevoked: true });
    const { person, browser: console_ } = await makeOperator();
    const body = { email: newEmail(), totp: codeOf(person) };
    const params = { id: partnerId };
    const answer = await console_.call(inviteOwner, { method: "POST", params, body });
    expect(answer.status).toBe(201);
  });
});

describe("invitations that a partner makes in 24 hours", () => {
  test("are at most 100, also when they were revoked or replaced", async () => {
    await store(MAX_MADE - 2, { age: "23 hours", isRevoked: true });
    const email = newEmail();
    expect([(await invited(email)).status, (await invited(email)).status]).toEqual([201, 201]);
    const refused = await invited(email);
    expectRefusal(refused, 409, "INVITATION_LIMIT");
    expect(refused.json.data.error).toContain("100 invitations were made within 24 hours");
    expect([await openOnes(), await mails()]).toEqual([1, 1]);
  });

  test("do not count older ones", async () => {
    await store(MAX_MADE, { age: "25 hours", isRevoked: true });
    expect((await invited()).status).toBe(201);
  });
});

const LINKS = [
  "Sign in at https://evil.example",
  "HTTP://evil.example",
  "Ada (www.evil.example)",
  "WWW.evil.example",
  "tg://resolve",
];

describe("the name of a person", () => {
  test.each(LINKS)("is not %j", async (name) => {
    const renamed = await browser.call(rename, { method: "POST", body: { name } });
    expect([renamed.status, invalidFields(renamed)]).toEqual([400, ["name: isName"]]);
    const token = new URL((await invited()).json.data.inviteUrl).pathname.split("/").at(-1) ?? "";
    const body = { name, password: "correct horse battery" };
    const accepted = await makeBrowser().call(accept, { method: "POST", params: { token }, body });
    expect([accepted.status, invalidFields(accepted)]).toEqual([400, ["name: isName"]]);
    expect(await sql("SELECT FROM people WHERE name = $1", [name])).toEqual([]);
  });

  test.each(["Ada Lovelace, M.Sc.", "Jean: Luc", "Ewww", "n/a // Ops", "李小龍"])(
    "can be %j",
    async (name) => {
      expectSuccess(await browser.call(rename, { method: "POST", body: { name } }), { name });
    },
  );
});
