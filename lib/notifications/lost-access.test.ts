import "@/test/database";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { mailboxOf, queuedFor, setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson, type TestPerson } from "@/test/fixtures/people";
import { deliverMessages } from "./send/deliver-messages";

let partnerId: string;
let ada: TestPerson;
let grace: TestPerson;
let hopper: TestPerson;
beforeEach(async () => {
  useMailbox();
  await sql("DELETE FROM mail_outbox");
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  [ada, grace, hopper] = [
    await makePerson({ partnerId }),
    await makePerson({ partnerId }),
    await makePerson({ partnerId }),
  ];
});
afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined }));
afterAll(endTests);

const CHANGE = "SELECT change_person($1, $2, $3, $4, now()) AS result";
const changed = async (role: string | null, { personId } = grace, by = ada) =>
  (await sql(CHANGE, [partnerId, by.personId, personId, role]))[0].result;
const queued = async ({ email }: TestPerson) => (await queuedFor(email, "lost_access")).length;
/** The subjects and texts of the e-mails that an address got, in any order. */
async function delivered({ email }: TestPerson) {
  await deliverMessages();
  const messages = await mailboxOf(email);
  return messages.map(({ subject, text }) => `${subject}\n${text}`).sort();
}

test("an owner who is removed is notified at the former address, by whom, when, and what to do", async () => {
  const before = Date.now();
  expect(await changed(null)).toBe("done");
  const [text, ...more] = await delivered(grace);
  expect(more).toEqual([]);
  expect(text).toContain("You were removed from your company’s account");
  expect(text).toContain(`Done by: Test (${ada.email})`);
  // To ten minutes, which may have begun meanwhile.
  const times = [before, Date.now()].map((at) => new Date(at).toISOString().slice(11, 15));
  expect(times.some((time) => text?.includes(time))).toBe(true);
  expect(text).toContain("call another owner of your company now, and contact the operator");
  expect(text).toContain("cannot decide alone until");
  expect(text).not.toContain("/settings");
});

test("the owners are notified, also the one who did it, and nobody else, whatever they switched off", async () => {
  const developer = await makePerson({ partnerId, role: "developer" });
  const stranger = await makePerson({ partnerId: (await makePartner()).partnerId });
  await sql("UPDATE people SET muted_topics = '{withdrawals,webhooks}' WHERE partner_id = $1", [
    partnerId,
  ]);
  await changed(null);
  for (const owner of [ada, hopper]) {
    const [text, ...more] = await delivered(owner);
    expect(more).toEqual([]);
    expect(text).toContain("An owner was removed");
    expect(text).toContain(`Person: Test (${grace.email})`);
    expect(text).toContain("change your password");
    expect(text).toContain("/settings");
  }
  for (const other of [developer, stranger]) expect(await queued(other)).toBe(0);
});

test("an owner who gets another role is notified, also when the removal follows before the e-mail is sent", async () => {
  await changed("developer");
  await changed(null);
  const texts = await delivered(grace);
  expect(texts).toHaveLength(2);
  expect(texts[0]).toMatch(/^You are no longer an owner/);
  expect(texts[0]).toContain("You had the role owner, and have the role developer now.");
  expect(texts[1]).toMatch(/^You were removed/);
  const subjects = (await delivered(hopper)).map((text) => text.split("\n")[0]);
  expect(subjects).toEqual(["A team member was removed", "An owner has another role now"]);
});

test("other e-mails to a removed person are still dropped", async () => {
  await sql(
    `INSERT INTO mail_outbox (id, channel, kind, partner_id, person_id, address, data, created_at, due_at, expires_at)
     VALUES ('eml_x', 'mail', 'api_key_created', $1, $2, $3, '{}', now(), now(), now() + interval '1 hour')`,
    [partnerId, grace.personId, grace.email],
  );
  await changed(null);
  expect((await queuedFor(grace.email)).map(({ kind }) => kind)).toEqual(["lost_access"]);
});

test("a removed developer is notified without the rule for owners", async () => {
  const developer = await makePerson({ partnerId, role: "developer" });
  await changed(null, developer);
  for (const person of [developer, ada]) {
    const [text] = await delivered(person);
    expect(text).toContain("can no longer sign in");
    expect(text).not.toContain("cannot decide alone");
  }
});

test("the operator is not named", async () => {
  const admin = await makePerson();
  expect(await changed(null, grace, admin)).toBe("done");
  const [text] = await delivered(grace);
  expect(text).toContain("Done by: The operator");
  expect(text).not.toContain(admin.email);
  expect(await queued(admin)).toBe(0);
});

test("an owner who loses the role by single sign-on is notified, others are not", async () => {
  const developer = await makePerson({ partnerId, role: "developer" });
  const apply = ({ personId }: TestPerson, role: string) =>
    sql("SELECT apply_sso_role($1, $2, $3, now())", [partnerId, personId, role]);
  await apply(developer, "viewer");
  await apply(developer, "owner");
  expect(await queued(developer)).toBe(0);
  await apply(grace, "viewer");
  const [text] = await delivered(grace);
  expect(text).toContain("Done by: Single sign-on, by your identity provider");
  const [other] = await delivered(ada);
  expect(other).toContain("check the role rules");
});

test("nobody is notified of refused and of other changes, and of the operator's own people", async () => {
  const viewer = await makePerson({ partnerId, role: "viewer" });
  expect(await changed("developer", viewer)).toBe("done");
  expect(await changed("viewer", viewer)).toBe("done");
  expect(await changed("owner", grace)).toBe("done");
  expect(await changed(null, grace, viewer)).toBe("not_allowed");
  const [admin, other] = [await makePerson(), await makePerson()];
  await sql(CHANGE, [null, admin.personId, other.personId, null]);
  expect(await sql("SELECT FROM mail_outbox WHERE kind = 'lost_access'")).toEqual([]);
});
