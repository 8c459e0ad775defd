import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { POST as createKey } from "@/app/api/v1/partner/keys/route";
import { DELETE as removePerson } from "@/app/api/v1/partner/people/[personId]/route";
import { POST as create } from "@/app/api/v1/partner/withdrawal/route";
import { POST as approveOwn } from "@/app/api/v1/partner/withdrawal-approvals/[id]/approve/route";
import { POST as confirmRule } from "@/app/api/v1/partner/withdrawal-approvals/confirm/route";
import { GET as look, POST as setRule } from "@/app/api/v1/partner/withdrawal-approvals/route";
import { HOUR_MS } from "@/lib/kernel/durations";
import { deliverMessages } from "@/lib/notifications/send/deliver-messages";
import { attack } from "@/test/database/attack";
import { whileLocked } from "@/test/database/while-locked";
import { mailboxOf, useMailbox } from "@/test/fixtures/mail";
import { call, endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { ADDRESS } from "@/test/fixtures/withdrawals";
import { expectRefusal, expectSuccess } from "@/test/http/expect-answer";

interface Owner {
  person: TestPerson;
  browser: Browser;
}

let partner: TestPartner;
let ada: Owner;
let grace: Owner;
let apiKey: string;

async function owner(): Promise<Owner> {
  const person = await makePerson({ partnerId: partner.partnerId });
  return { person, browser: await signedIn(person) };
}
const password = ({ person }: Owner) => ({ password: person.password });
const setAbove = (above: number | null, by = ada) =>
  by.browser.call(setRule, { method: "POST", body: { above, ...password(by) } });
const approvedBy = (by: Owner, id: string) =>
  by.browser.call(approveOwn, { method: "POST", params: { id }, body: password(by) });
const CHANGE = "SELECT change_person($1, $2, $3, $4, now())";
const changed = (role: string | null, whom = grace, by = ada) => [
  ...[partner.partnerId, by.person.personId, whom.person.personId, role],
];
const withRole = async (role: string | null, whom = grace, by = ada) =>
  expect(await sql(CHANGE, changed(role, whom, by))).toEqual([{ change_person: "done" }]);
/** As if the owner had lost the role 72 hours earlier. */
const longAgo = ({ person }: Owner) =>
  sql("UPDATE people SET owner_until = owner_until - interval '72 hours' WHERE id = $1", [
    person.personId,
  ]);
/** Requests a withdrawal with an API key that Ada made. */
async function requestedByKey(): Promise<string> {
  const { json } = await call(create, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}` },
    body: { amount: 600, toAddress: ADDRESS },
    idempotencyKey: randomUUID(),
  });
  return String(json.data.id);
}

const subjects = async ({ person: { email } }: Owner) =>
  (await mailboxOf(email)).map(({ subject }) => subject);

beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 10_000 });
  [ada, grace] = [await owner(), await owner()];
  expect((await setAbove(500)).status).toBe(200);
  const body = { name: "Server", scopes: ["money_out"], ...password(ada) };
  const key = await ada.browser.call(createKey, { method: "POST", body });
  apiKey = key.json.data.apiKey;
});
afterAll(endTests);

const LOSSES: [string, () => Promise<unknown>][] = [
  ["was removed", () => withRole(null)],
  ["is a developer now", () => withRole("developer")],
  [
    "is a viewer by single sign-on",
    () =>
      sql("SELECT apply_sso_role($1, $2, 'viewer', now())", [
        ...[partner.partnerId, grace.person.personId],
      ]),
  ],
  [
    "was a developer for a moment and was removed then",
    async () => {
      await withRole("developer");
      await withRole(null);
    },
  ],
];

describe.each(LOSSES)("the only owner, while the other one %s", (_, lose) => {
  test("approves no withdrawal of the own API key, until 72 hours later", async () => {
    const id = await requestedByKey();
    await lose();
    const [waiting] = (await ada.browser.call(look)).json.data.waiting;
    expect(waiting).toMatchObject({ mayApprove: false });
    expect(Date.parse(waiting.mayApproveFrom) - Date.now()).toBeGreaterThan(71 * HOUR_MS);
    const refused = await approvedBy(ada, id);
    expect([refused.status, refused.json.message]).toEqual([409, "SECOND_OWNER_NEEDED"]);
    expect(refused.json.data.error).toMatch(/alone until 20\d\d-\d\d-\d\d \d\d:\d\d UTC\..*invite/);
    await longAgo(grace);
    const [later] = (await ada.browser.call(look)).json.data.waiting;
    expect([later.mayApprove, later.mayApproveFrom]).toEqual([true, undefined]);
    expectSuccess(await approvedBy(ada, id), { approved: true });
  });

  test("does not loosen the rule, and tightens it", async () => {
    await lose();
    for (const above of [900, null]) {
      const refused = await setAbove(above);
      expect([refused.status, refused.json.message]).toEqual([409, "SECOND_OWNER_NEEDED"]);
      expect(refused.json.data.error).toContain("alone until");
    }
    expectSuccess(await setAbove(400), { above: 400, waiting: [] });
    await longAgo(grace);
    expectSuccess(await setAbove(null), { above: null, waiting: [] });
  });
});

describe("a former owner", () => {
  test("is replaced at once by a new one, who approves and confirms", async () => {
    const id = await requestedByKey();
    await withRole(null);
    const hopper = await owner();
    const [waiting] = (await ada.browser.call(look)).json.data.waiting;
    expect([waiting.mayApprove, waiting.mayApproveFrom]).toEqual([false, undefined]);
    expect((await setAbove(null)).json.data.requested).toMatchObject({ above: null });
    expectRefusal(await approvedBy(ada, id), 409, "SECOND_OWNER_NEEDED");
    expectSuccess(await approvedBy(hopper, id), { approved: true });
    const body = { above: null, ...password(hopper) };
    const confirmed = await hopper.browser.call(confirmRule, { method: "POST", body });
    expectSuccess(confirmed, { above: null, waiting: [] });
  });

  test("still counts when another one left long ago, or returns and leaves again", async () => {
    const hopper = await owner();
    await withRole("viewer", hopper);
    await longAgo(hopper);
    await withRole("viewer");
    expectRefusal(await setAbove(null), 409, "SECOND_OWNER_NEEDED");
    await longAgo(grace);
    await withRole("owner");
    expect((await setAbove(null)).json.data).toMatchObject({ above: 500 });
    await withRole(null);
    expectRefusal(await setAbove(null), 409, "SECOND_OWNER_NEEDED");
  });

  test("leaves the default text to a withdrawal that the only owner requested in a session", async () => {
    const { json } = await ada.browser.call(create, {
      method: "POST",
      body: { amount: 600, toAddress: ADDRESS },
      idempotencyKey: randomUUID(),
    });
    await withRole(null);
    const refused = await approvedBy(ada, json.data.id);
    expect(refused.json.data.error).toMatch(/^You requested this/);
    const [waiting] = (await ada.browser.call(look)).json.data.waiting;
    expect([waiting.mayApprove, waiting.mayApproveFrom]).toEqual([false, undefined]);
    await longAgo(grace);
    expectRefusal(await approvedBy(ada, json.data.id), 409, "SECOND_OWNER_NEEDED");
  });

  test("does not matter to a partner without a rule", async () => {
    const other = await makePartner({ balanceUsd: 0 });
    const [mary, joan] = [
      await makePerson({ partnerId: other.partnerId }),
      await makePerson({ partnerId: other.partnerId }),
    ];
    await sql(CHANGE, [other.partnerId, mary.personId, joan.personId, null]);
    const by = { person: mary, browser: await signedIn(mary) };
    expectSuccess(await setAbove(700, by), { above: 700, waiting: [] });
    expectRefusal(await setAbove(800, by), 409, "SECOND_OWNER_NEEDED");
  });

  test("is asked for by an e-mail once the maker of the API key may approve", async () => {
    const id = await requestedByKey();
    await withRole(null);
    const due = await sql(
      `SELECT data ->> 'withdrawalId' AS id, due_at > now() + interval '71 hours' AS "isLater",
         expires_at > due_at + interval '1 day' AS "isLong"
       FROM mail_outbox WHERE person_id = $1 AND kind = 'withdrawal_own_approval'`,
      [ada.person.personId],
    );
    expect(due).toEqual([{ id, isLater: true, isLong: true }]);
  });

  test("is waited for by the e-mail of a withdrawal that was requested after the removal", async () => {
    await withRole(null);
    const id = await requestedByKey();
    const asked = () =>
      sql(
        `SELECT data ->> 'withdrawalId' AS id, due_at > now() + interval '71 hours' AS "isLater", created_at = due_at AS "isFresh"
         FROM mail_outbox WHERE person_id = $1 AND kind = 'withdrawal_own_approval'`,
        [ada.person.personId],
      );
    expect(await asked()).toEqual([{ id, isLater: true, isFresh: true }]);
  });

  test("is waited for by that e-mail until then, although the job that sends e-mails runs before", async () => {
    useMailbox();
    await requestedByKey();
    await withRole(null);
    await deliverMessages();
    expect(await subjects(ada)).not.toContain("A withdrawal needs your approval");
    await longAgo(grace);
    await sql(
      "UPDATE mail_outbox SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL",
    );
    await deliverMessages();
    expect(await subjects(ada)).toContain("A withdrawal needs your approval");
  });

  test("is followed by a new one: the maker of the API key is not asked", async () => {
    useMailbox();
    await requestedByKey();
    await withRole(null);
    const hopper = await owner();
    await longAgo(grace);
    await sql("UPDATE mail_outbox SET due_at = now() - interval '1 second' WHERE sent_at IS NULL");
    await deliverMessages();
    expect(await subjects(hopper)).toContain("A withdrawal needs your approval");
    expect(await subjects(ada)).not.toContain("A withdrawal needs your approval");
  });

  test("leaves an API key to the other one, whose withdrawals by that key count as own ones", async () => {
    const body = { name: "Grace's server", scopes: ["money_out"], ...password(grace) };
    const made = await grace.browser.call(createKey, { method: "POST", body });
    const params = { personId: grace.person.personId };
    const kept = { keepKeyIds: [made.json.data.keyId], ...password(ada) };
    const removal = await ada.browser.call(removePerson, { method: "DELETE", params, body: kept });
    expect(removal.status).toBe(200);
    apiKey = made.json.data.apiKey;
    expectRefusal(await approvedBy(ada, await requestedByKey()), 409, "SECOND_OWNER_NEEDED");
  });
});

describe("at the moment of the removal", () => {
  test("a waiting approval is refused", async () => {
    const id = await requestedByKey();
    const refused = await whileLocked([CHANGE, changed(null)], () => approvedBy(ada, id));
    expectRefusal(refused, 409, "SECOND_OWNER_NEEDED");
  });

  test("a waiting removal of the rule only requests it", async () => {
    await whileLocked([CHANGE, changed(null)], () => setAbove(null));
    expect((await ada.browser.call(look)).json.data).toMatchObject({ above: 500 });
  });
});

describe("the database, for any statement of the application", () => {
  const app = (...statements: string[]) => attack({ role: "app", statements });
  const loosened = () =>
    `UPDATE partner_approval_rules SET above_micro_usd = NULL, changed_by = '${ada.person.personId}', changed_at = now(),
       version = version + 1 WHERE partner_id = '${partner.partnerId}'`;
  const former = (set: string) => `UPDATE people SET ${set} WHERE id = '${grace.person.personId}'`;

  test("the rule is not loosened after a removal or another role, whatever makes it", async () => {
    expect(await app(former("role = 'viewer'"), loosened())).toBe("PW029");
    expect(await app(former("disabled_at = now() - interval '4 days'"), loosened())).toBe("PW029");
    const earlier = "owner_until = now() - interval '4 days'";
    expect(await app(former(`role = 'viewer', ${earlier}`), loosened())).toBe("PW029");
    await withRole("developer");
    for (const set of [earlier, "owner_until = NULL", `role = 'viewer', ${earlier}`])
      expect(await app(former(set), loosened())).toBe("PW029");
    await longAgo(grace);
    expect(await app(loosened())).toBe("through");
  });

  test("no approval by the maker of the key after a removal", async () => {
    const id = await requestedByKey();
    await withRole(null);
    const approve = `UPDATE partner_approvals SET approved_by = '${ada.person.personId}', approved_at = now() WHERE withdrawal_id = '${id}'`;
    expect(await app(former("owner_until = NULL"), approve)).toBe("PW003");
    await longAgo(grace);
    expect(await app(approve)).toBe("through");
  });
});
