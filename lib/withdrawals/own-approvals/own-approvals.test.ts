import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { GET as queue } from "@/app/api/admin/withdrawals/route";
import { GET as getProgress } from "@/app/api/v1/partner/withdrawal/[id]/progress/route";
import { DELETE as cancel } from "@/app/api/v1/partner/withdrawal/[id]/route";
import { POST as create } from "@/app/api/v1/partner/withdrawal/route";
import { POST as approveOwn } from "@/app/api/v1/partner/withdrawal-approvals/[id]/approve/route";
import { POST as confirmRule } from "@/app/api/v1/partner/withdrawal-approvals/confirm/route";
import { GET as look, POST as setRule } from "@/app/api/v1/partner/withdrawal-approvals/route";
import { shiftClock } from "@/lib/kernel/clock";
import { deliverMessages } from "@/lib/notifications/send/deliver-messages";
import { attack } from "@/test/database/attack";
import { copyRow, keyOf } from "@/test/database/read-plan";
import { later } from "@/test/fixtures/later";
import { mailboxOf, queuedFor, setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { ADDRESS, decisionsIn, withdrawalFaults, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectRefusal, expectSuccess } from "@/test/http/expect-answer";

interface Owner {
  person: TestPerson;
  browser: Browser;
}

let partner: TestPartner;
let ada: Owner;
let grace: Owner;
let admin: TestPerson;
let console_: Browser;
async function owner(partnerId = partner.partnerId): Promise<Owner> {
  const person = await makePerson({ partnerId });
  return { person, browser: await signedIn(person) };
}
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 10_000 });
  ada = await owner();
  grace = await owner();
  admin = await makePerson();
  console_ = await signedIn(admin);
});
afterAll(endTests);

const password = ({ person }: Owner) => ({ password: person.password });
const setAbove = (above: number | null, by = ada) =>
  by.browser.call(setRule, { method: "POST", body: { above, ...password(by) } });
const confirmAbove = (above: number | null, by: Owner) =>
  by.browser.call(confirmRule, { method: "POST", body: { above, ...password(by) } });
const seenBy = async (by: Owner) => (await by.browser.call(look)).json.data;
const requested = async (amount: number, by = ada): Promise<string> => {
  const body = { amount, toAddress: ADDRESS };
  const { json } = await by.browser.call(create, {
    method: "POST",
    body,
    idempotencyKey: randomUUID(),
  });
  return String(json.data.id);
};
const approvedBy = (by: Owner, id: string) =>
  by.browser.call(approveOwn, { method: "POST", params: { id }, body: password(by) });
const decidedBy = (id: string) => decisionsIn(console_).approve(id, { totp: codeOf(admin) });
const statusOf = async (id: string) => (await withdrawalsOf(partner).get(id)).json.data.status;
const withRole = (role: string | null, personId: string) =>
  sql("SELECT change_person($1, $2, $3, $4, now())", [
    ...[partner.partnerId, ada.person.personId, personId, role],
  ]);
const removed = ({ person }: Owner) => withRole(null, person.personId);
/** Removes an owner who does not count any more: former-owner.test.ts has those who do. */
const removedLongAgo = async ({ person }: Owner) => {
  await withRole(null, person.personId);
  await sql("UPDATE people SET owner_until = owner_until - interval '72 hours' WHERE id = $1", [
    person.personId,
  ]);
};

describe("a withdrawal above the partner's own amount", () => {
  beforeEach(async () => {
    expectSuccess(await setAbove(500), { above: 500, waiting: [] });
  });

  test("stays pending, and the operator cannot approve it before another owner did", async () => {
    const id = await requested(501);
    expect(await statusOf(id)).toBe("pending");
    expect((await seenBy(ada)).waiting).toMatchObject([
      { withdrawalId: id, amount: 501, requestedBy: "Test", mayApprove: false },
    ]);
    expect((await seenBy(grace)).waiting).toMatchObject([{ withdrawalId: id, mayApprove: true }]);
    expectRefusal(await decidedBy(id), 409, "WITHDRAWAL_NEEDS_PARTNER");
    expectRefusal(await approvedBy(ada, id), 409, "SECOND_OWNER_NEEDED");
    expectSuccess(await approvedBy(grace, id), { approved: true });
    expect(await statusOf(id)).toBe("pending");
    expect((await seenBy(grace)).waiting).toEqual([]);
    expectRefusal(await approvedBy(grace, id), 409, "WITHDRAWAL_NOT_WAITING");
    expect((await decidedBy(id)).json.data.status).toBe("approved");
    const entries = await sql(
      "SELECT person_id, action FROM audit_entries WHERE target_id = $1 ORDER BY id",
      [id],
    );
    expect(entries).toContainEqual({
      person_id: grace.person.personId,
      action: "approveOwnWithdrawal",
    });
    expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  });

  test("is shown as waiting, and can be approved, also where 100 older ones wait", async () => {
    const oldest = await requested(501);
    await copyRow("withdrawals", oldest, 100, `'id', ${keyOf("wd")}`);
    await sql(
      `ALTER TABLE partner_approvals DISABLE TRIGGER USER;
       INSERT INTO partner_approvals SELECT r.* FROM partner_approvals a, generate_series(1, 100) n,
         jsonb_populate_record(a, jsonb_build_object('withdrawal_id', ${keyOf("wd")})) r WHERE a.withdrawal_id = '${oldest}';
       ALTER TABLE partner_approvals ENABLE TRIGGER USER; ALTER TABLE withdrawals ENABLE TRIGGER USER`,
    );
    const id = await requested(502);
    const { waiting, hasMoreWaiting } = await seenBy(grace);
    expect([waiting.length, hasMoreWaiting]).toEqual([100, true]);
    const { json } = await grace.browser.call(getProgress, { params: { id } });
    expect(json.data.waiting).toMatchObject({ withdrawalId: id, mayApprove: true });
    const { json: ofAda } = await ada.browser.call(getProgress, { params: { id } });
    expect(ofAda.data.waiting).toMatchObject({ withdrawalId: id, mayApprove: false });
    expectSuccess(await approvedBy(grace, id), { approved: true });
    const { json: after } = await grace.browser.call(getProgress, { params: { id } });
    expect(after.data.waiting).toBeUndefined();
  });

  test("is in the operator's queue only afterwards", async () => {
    const id = await requested(600);
    const listed = async (status?: string) => {
      const query = { partnerId: partner.partnerId, ...(status && { status }) };
      const { json } = await console_.call(queue, { query });
      return json.data.withdrawals.map((each: { id: string }) => each.id);
    };
    expect([await listed(), await listed("needs_me"), await listed("needs_partner")]).toEqual([
      [],
      [],
      [id],
    ]);
    await approvedBy(grace, id);
    expect([await listed(), await listed("needs_me"), await listed("needs_partner")]).toEqual([
      [id],
      [id],
      [],
    ]);
  });

  test("does not concern smaller ones", async () => {
    const id = await requested(500);
    expect((await seenBy(grace)).waiting).toEqual([]);
    expect((await decidedBy(id)).json.data.status).toBe("approved");
  });

  test("is rejected by a cancellation, with a refund", async () => {
    const id = await requested(600);
    const rejection = await grace.browser.call(cancel, { method: "DELETE", params: { id } });
    expect(rejection.json.data.status).toBe("cancelled");
    expectRefusal(await approvedBy(grace, id), 409, "WITHDRAWAL_NOT_PENDING");
    expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  });

  test("a withdrawal by an API key needs one owner, and not the maker of the key where there is another", async () => {
    const id = await withdrawalsOf(partner).make(600);
    expect((await seenBy(ada)).waiting).toMatchObject([{ withdrawalId: id, mayApprove: true }]);
    expectSuccess(await approvedBy(ada, id), { approved: true });

    await sql("ALTER TABLE api_keys DISABLE TRIGGER fixed_rights");
    await sql("UPDATE api_keys SET created_by = $2 WHERE partner_id = $1", [
      partner.partnerId,
      ada.person.personId,
    ]);
    await sql("ALTER TABLE api_keys ENABLE TRIGGER fixed_rights");
    const own = await withdrawalsOf(partner).make(700);
    expectRefusal(await approvedBy(ada, own), 409, "SECOND_OWNER_NEEDED");
    await removedLongAgo(grace);
    expectSuccess(await approvedBy(ada, own), { approved: true });
  });

  test("waits again when the person who approved it was removed", async () => {
    const id = await requested(600);
    await approvedBy(grace, id);
    await removed(grace);
    expectRefusal(await decidedBy(id), 409, "WITHDRAWAL_NEEDS_PARTNER");
    const third = await owner();
    expectSuccess(await approvedBy(third, id), { approved: true });
    expect((await decidedBy(id)).json.data.status).toBe("approved");
  });

  test("is approved only by an owner of the partner, with the password", async () => {
    const id = await requested(600);
    const developer = await makePerson({ partnerId: partner.partnerId, role: "developer" });
    const weaker = { person: developer, browser: await signedIn(developer) };
    expectRefusal(await approvedBy(weaker, id), 403, "ROLE_NOT_ALLOWED");
    const other = await makePartner({ balanceUsd: 0 });
    expectRefusal(await approvedBy(await owner(other.partnerId), id), 404, "WITHDRAWAL_NOT_FOUND");
    const wrong = { ...grace, person: { ...grace.person, password: "wrong" } };
    expectRefusal(await approvedBy(wrong, id), 401, "PASSWORD_INVALID");
    expect((await seenBy(grace)).waiting).toHaveLength(1);
  });

  test("is either approved or cancelled by concurrent requests, and the money agrees", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await requested(600);
      const [approval, cancellation] = await Promise.all([
        approvedBy(grace, id),
        ada.browser.call(cancel, { method: "DELETE", params: { id } }),
      ]);
      // A cancellation is possible before and after the approval.
      expect(cancellation.json.data.status).toBe("cancelled");
      expect([200, 409]).toContain(approval.status);
      expectRefusal(await decidedBy(id), 409, "WITHDRAWAL_NOT_PENDING");
    }
    expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  });

  test("keeps the rule of its request when the amount changes", async () => {
    const [large, small] = [await requested(600), await requested(400)];
    await setAbove(300);
    expect((await decidedBy(small)).json.data.status).toBe("approved");
    await setAbove(null);
    expect((await confirmAbove(null, grace)).json.data).toMatchObject({ above: null });
    expectRefusal(await decidedBy(large), 409, "WITHDRAWAL_NEEDS_PARTNER");
    const after = await requested(5_000);
    expect((await decidedBy(after)).json.data.status).toBe("approved");
  });
});

describe("the amount", () => {
  test("is set and lowered by one owner, and raised or removed by two", async () => {
    expectSuccess(await setAbove(500), { above: 500, waiting: [] });
    expectSuccess(await setAbove(400, grace), { above: 400, waiting: [] });
    const asked = (await setAbove(900)).json.data;
    expect(asked).toMatchObject({ above: 400, requested: { above: 900, isYours: true } });
    expect(await seenBy(grace)).toMatchObject({
      above: 400,
      requested: { above: 900, requestedBy: "Test", isYours: false },
    });
    expectRefusal(await confirmAbove(900, ada), 409, "SECOND_OWNER_NEEDED");
    expectRefusal(await confirmAbove(800, grace), 404, "OWN_APPROVAL_CHANGE_NOT_FOUND");
    expectSuccess(await confirmAbove(900, grace), { above: 900, waiting: [] });
    expectRefusal(await confirmAbove(900, grace), 404, "OWN_APPROVAL_CHANGE_NOT_FOUND");
    const entries = await sql(
      "SELECT person_id, action, before, after FROM audit_entries WHERE partner_id = $1 AND action = ANY ($2) ORDER BY id",
      [partner.partnerId, ["setOwnApproval", "confirmOwnApproval"]],
    );
    expect(entries).toMatchObject([
      { before: { above: null }, after: { above: 500 } },
      { before: { above: 500 }, after: { above: 400 } },
      { before: { above: 400 }, after: { requested: 900 } },
      {
        person_id: grace.person.personId,
        before: { above: 400 },
        after: { above: 900, requestedBy: ada.person.personId },
      },
    ]);
  });

  test("is not changed by a request that was cancelled, expired or of a removed owner", async () => {
    await setAbove(500);
    await setAbove(null);
    await setAbove(500, grace);
    expectRefusal(await confirmAbove(null, grace), 404, "OWN_APPROVAL_CHANGE_NOT_FOUND");
    await setAbove(null, grace);
    await removed(grace);
    const third = await owner();
    expectRefusal(await confirmAbove(null, third), 404, "OWN_APPROVAL_CHANGE_NOT_FOUND");
    await setAbove(null);
    shiftClock(73 * 3_600_000);
    try {
      const later = { ...third, browser: await signedIn(third.person) };
      expectRefusal(await confirmAbove(null, later), 404, "OWN_APPROVAL_CHANGE_NOT_FOUND");
      expect(await seenBy(later)).toMatchObject({ above: 500 });
    } finally {
      shiftClock(-73 * 3_600_000);
    }
  });

  test("is raised by the only owner alone", async () => {
    await setAbove(500);
    await removedLongAgo(grace);
    expectSuccess(await setAbove(null), { above: null, waiting: [] });
  });

  test("is set once by concurrent requests of both owners, and never loosened by one", async () => {
    await setAbove(500);
    await Promise.all([setAbove(900, ada), setAbove(null, grace), setAbove(300, ada)]);
    expect((await seenBy(ada)).above).toBe(300);
  });
});

describe("the database, for any statement of the application", () => {
  const app = (...statements: string[]) => attack({ role: "app", statements });

  test("the rule is not loosened by one of two owners", async () => {
    await setAbove(500);
    const set = (assignments: string) =>
      `UPDATE partner_approval_rules SET ${assignments}, changed_at = now(), version = version + 1 WHERE partner_id = '${partner.partnerId}'`;
    const by = ({ person }: Owner) => `changed_by = '${person.personId}'`;
    expect(await app(set(`above_micro_usd = NULL, ${by(ada)}`))).toBe("PW028");
    expect(await app(set(`above_micro_usd = 600000000, ${by(ada)}`))).toBe("PW028");
    expect(await app(set(`above_micro_usd = 1, changed_by = '${admin.personId}'`))).toBe("PW003");
    const request = set(`next_by = '${ada.person.personId}', next_at = now(), ${by(ada)}`);
    const none = "next_by = NULL, next_at = NULL, above_micro_usd = NULL";
    expect(await app(request, set(`${none}, ${by(ada)}`))).toBe("PW028");
    expect(await app(request, set(`${none}, ${by(grace)}`))).toBe("through");
  });

  test("a withdrawal is not approved for its partner by who requested it, or twice", async () => {
    await setAbove(500);
    const id = await requested(600);
    const approve = ({ person }: Owner) =>
      `UPDATE partner_approvals SET approved_by = '${person.personId}', approved_at = now() WHERE withdrawal_id = '${id}'`;
    expect(await app(approve(ada))).toBe("PW003");
    expect(await app(approve(grace))).toBe("through");
    expect(await app(approve(grace), approve(grace))).toBe("PW003");
    expect(
      await app(
        `UPDATE partner_approvals SET is_by_key = true, requested_by = NULL WHERE withdrawal_id = '${id}'`,
      ),
    ).toBe("PW003");
    expect(await app("DELETE FROM partner_approvals")).toMatch(/42501|PW003/);
  });

  test("the operator's approval of a waiting withdrawal is refused", async () => {
    await setAbove(500);
    const id = await requested(600);
    expect(
      await app(
        `INSERT INTO withdrawal_approvals VALUES ('${id}', '${admin.personId}', now())`,
        `UPDATE withdrawals SET status = 'approved', approved_at = now(), version = version + 1 WHERE id = '${id}'`,
      ),
    ).toBe("PW001");
  });
});

describe("an e-mail", () => {
  beforeEach(() => useMailbox());
  afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined }));

  test("goes to those who can approve, and to the operator only afterwards", async () => {
    await setAbove(500);
    await sql("DELETE FROM mail_outbox");
    const id = await requested(600);
    const kinds = async ({ email }: TestPerson) =>
      (await queuedFor(email)).map(({ kind }) => String(kind));
    expect(await kinds(grace.person)).toEqual(["withdrawal_own_approval"]);
    expect(await kinds(ada.person)).toEqual([]);
    expect(await kinds(admin)).toEqual([]);
    await approvedBy(grace, id);
    expect(await kinds(admin)).toEqual(["withdrawal_pending"]);
  });

  const asked = ({ person: { personId } }: Pick<Owner, "person">) =>
    sql(
      `SELECT data ->> 'withdrawalId' AS id FROM mail_outbox
       WHERE person_id = $1 AND kind = 'withdrawal_own_approval' ORDER BY 1`,
      [personId],
    );

  test.each([
    ["was removed", null],
    ["is no owner any more", "developer"],
  ])("goes to those who can approve when the person who approved it %s", async (_, role) => {
    const hopper = await owner();
    await setAbove(500);
    const again = await requested(600);
    const cancelled = await requested(700);
    const other = await requested(800);
    for (const id of [again, cancelled]) await approvedBy(grace, id);
    await approvedBy(hopper, other);
    await withdrawalsOf(partner).cancel(cancelled);
    await sql("DELETE FROM mail_outbox");
    await withRole(role, grace.person.personId);
    expect(await asked(hopper)).toEqual([{ id: again }]);
    expect(await asked(ada)).toEqual([]);
    await later(61_000, deliverMessages);
    const texts = (await mailboxOf(hopper.person.email)).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining(`/withdrawals/${again}`));
  });

  test("goes to a person who becomes an owner while withdrawals wait", async () => {
    await setAbove(500);
    const id = await requested(600);
    const developer = await makePerson({ partnerId: partner.partnerId, role: "developer" });
    await approvedBy(grace, await requested(700));
    await sql("DELETE FROM mail_outbox");
    await withRole("owner", developer.personId);
    const newcomer = await makePerson({ partnerId: partner.partnerId });
    for (const person of [developer, newcomer]) expect(await asked({ person })).toEqual([{ id }]);
    expect(await asked(grace)).toEqual([]);
  });

  test("goes to the maker of an API key who has become the only owner", async () => {
    await setAbove(500);
    await sql("ALTER TABLE api_keys DISABLE TRIGGER fixed_rights");
    await sql("UPDATE api_keys SET created_by = $2 WHERE partner_id = $1", [
      ...[partner.partnerId, ada.person.personId],
    ]);
    await sql("ALTER TABLE api_keys ENABLE TRIGGER fixed_rights");
    const id = await withdrawalsOf(partner).make(600);
    expect(await asked(ada)).toEqual([]);
    await removed(grace);
    expect(await asked(ada)).toEqual([{ id }]);
  });

  test("an e-mail that asks for an approval is not sent once the withdrawal needs none", async () => {
    const hopper = await owner();
    await setAbove(500);
    await sql("DELETE FROM mail_outbox");
    const [approved, cancelled] = [await requested(600), await requested(700)];
    await approvedBy(grace, approved);
    await withdrawalsOf(partner).cancel(cancelled);
    const waiting = await requested(800);
    await later(61_000, deliverMessages);
    const asked = await mailboxOf(hopper.person.email);
    expect(asked).toHaveLength(1);
    expect(asked[0].text).toContain(`/withdrawals/${waiting}`);
    expect(asked[0].text).toContain("Fee: 0.50 USD");
  });

  test("is one for the many withdrawals of a minute, and says how many wait when it is sent", async () => {
    await setAbove(100);
    await sql("DELETE FROM mail_outbox");
    const ids: string[] = [];
    for (let nth = 0; nth < 10; nth++) ids.push(await requested(200));
    for (const id of ids.slice(0, 3)) await withdrawalsOf(partner).cancel(id);
    expect(await asked(grace)).toHaveLength(1);
    await later(61_000, deliverMessages);
    const [message, ...others] = await mailboxOf(grace.person.email);
    expect(others).toEqual([]);
    expect(message.subject).toBe("7 withdrawals need your approval");
    expect(message.text).toContain("Amount: 1400.00 USD");
    // A later withdrawal has an e-mail again.
    await requested(300);
    expect(await asked(grace)).toHaveLength(2);
  });

  test("counts all withdrawals that wait, and is sent about one behind many of the recipient's own", async () => {
    const MANY = 101;
    await setAbove(10);
    await sql("DELETE FROM mail_outbox");
    for (let nth = 0; nth < MANY; nth++) await requested(20);
    const last = await requested(30, grace);
    await later(61_000, deliverMessages);
    const latestOf = async ({ person }: Owner) => (await mailboxOf(person.email)).at(-1);
    expect(await latestOf(grace)).toMatchObject({
      subject: `${MANY} withdrawals need your approval`,
      text: expect.stringContaining(`Amount: ${MANY * 20}.00 USD`),
    });
    expect(await latestOf(ada)).toMatchObject({
      subject: "A withdrawal needs your approval",
      text: expect.stringContaining(`/withdrawals/${last}`),
    });
  });
});
