import "@/test/database";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PATCH as patch } from "@/app/api/admin/partners/[id]/route";
import { POST as confirm } from "@/app/api/admin/requests/[id]/confirm/route";
import { GET as list } from "@/app/api/admin/withdrawals/route";
import { eventsOf, walletOf } from "@/test/fixtures/books";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { decisionsIn, withdrawalFaults, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectRefusal, expectSuccess, TIMESTAMP } from "@/test/http/expect-answer";

const ABOVE_USD = 500;

let partner: TestPartner;
let wallet: ReturnType<typeof withdrawalsOf>;
let one: TestPerson;
let other: TestPerson;
let ones: ReturnType<typeof decisionsIn>;
let others: ReturnType<typeof decisionsIn>;
let browser: Browser;
let second: TestPerson;
let seconds: Browser;
beforeAll(async () => {
  second = await makePerson();
  seconds = await signedIn(second);
  [one, other] = [await makePerson(), await makePerson({ role: "approver" })];
  browser = await signedIn(one);
  [ones, others] = [decisionsIn(browser), decisionsIn(await signedIn(other))];
});
const setAmount = async (secondApprovalAbove: number | null) => {
  const request = { method: "PATCH", params: { id: partner.partnerId } };
  const body = { secondApprovalAbove, totp: codeOf(one) };
  const { data } = (await browser.call(patch, { ...request, body })).json;
  if (data.request === undefined) return expect(data.secondApprovalAbove).toBe(secondApprovalAbove);
  const answer = await seconds.call(confirm, {
    method: "POST",
    params: { id: data.request.requestId },
    body: { totp: codeOf(second) },
  });
  expect(answer.status).toBe(200);
};
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 10_000 });
  wallet = withdrawalsOf(partner);
  await setAmount(ABOVE_USD);
});
afterAll(endTests);

const approvalOf = ({ personId }: TestPerson, counts = true) => ({
  personId,
  name: "Test",
  approvedAt: TIMESTAMP,
  counts,
});
const oneApproves = (id: string) => ones.approve(id, { totp: codeOf(one) });
const otherApproves = (id: string) => others.approve(id, { totp: codeOf(other) });
const statusOf = async (id: string) => (await wallet.get(id)).json.data.status;
const needsMe = async () => {
  const query = { status: "needs_me", partnerId: partner.partnerId };
  const { json } = await browser.call(list, { query });
  return json.data.withdrawals.map(({ id }: { id: string }) => id);
};
const audited = (id: string) =>
  sql(
    "SELECT person_id, action, before, after FROM audit_entries WHERE target_id = $1 ORDER BY id",
    [id],
  );

describe("up to the amount", () => {
  test.each([ABOVE_USD, 5])("%d USD need one", async (amount) => {
    const answer = await oneApproves(await wallet.make(amount));
    expect(answer.json.data).toMatchObject({
      status: "approved",
      approvalsNeeded: 1,
      approvals: [approvalOf(one)],
    });
  });
});

describe("above it", () => {
  test("an approver whose delay is not over does not count where a process has a clock that is ahead", async () => {
    const id = await wallet.make(ABOVE_USD + 1);
    await oneApproves(id);
    const countsFrom = (at: string) =>
      sql(`UPDATE people SET approves_from = ${at} WHERE id = $1`, [other.personId]);
    await countsFrom("now() + interval '2 hours'");
    const early = await withClockAhead(3 * 3_600_000, () => otherApproves(id));
    expectRefusal(early, 409, "SECOND_APPROVER_NEEDED");
    expect(await statusOf(id)).toBe("pending");
    await countsFrom("now() - interval '1 second'");
    expect((await otherApproves(id)).json.data.status).toBe("approved");
  });

  test("an approver since after the request does not count where it came to a process with a clock that is ahead", async () => {
    const id = await withClockAhead(2 * 3_600_000, () => wallet.make(ABOVE_USD + 1));
    const [former] = await sql("SELECT role_since AS at FROM people WHERE id = $1", [
      other.personId,
    ]);
    const setSince = (at: Date) =>
      sql("UPDATE people SET role_since = $2 WHERE id = $1", [other.personId, at]);
    await setSince(new Date());
    await oneApproves(id);
    expectRefusal(await otherApproves(id), 409, "SECOND_APPROVER_NEEDED");
    await setSince(former.at);
    expect((await otherApproves(id)).json.data.status).toBe("approved");
  });

  test("the first approval leaves it pending, also for its partner, and the second approves it", async () => {
    const id = await wallet.make(ABOVE_USD + 0.01);
    const pending = (await wallet.get(id)).json.data;
    const shown = {
      ...pending,
      partnerName: "Test partner",
      approvalsNeeded: 2,
      timesPaid: 0,
      hasLookAlike: false,
      isSigned: false,
    };
    expectSuccess(await oneApproves(id), { ...shown, approvals: [approvalOf(one)] });
    expectSuccess(await wallet.get(id), pending);
    const listed = () =>
      sql("SELECT entry_id FROM partner_audit_entries WHERE target_id = $1", [id]);
    expect(await listed()).toEqual([]);
    expectSuccess(await otherApproves(id), {
      ...shown,
      status: "approved",
      approvedAt: TIMESTAMP,
      approvals: [approvalOf(one), approvalOf(other)],
    });
    expect(await statusOf(id)).toBe("approved");
    expect(await eventsOf(partner.partnerId, "wallet.withdrawal.crypto")).toEqual([]);
    expect(await listed()).toHaveLength(1);
    expect(await audited(id)).toEqual([
      {
        person_id: one.personId,
        action: "withdrawal.approve",
        before: { status: "pending", approvals: 0 },
        after: { status: "pending", approvals: 1 },
      },
      {
        person_id: other.personId,
        action: "withdrawal.approve",
        before: { status: "pending", approvals: 1 },
        after: { status: "approved", approvals: 2 },
      },
    ]);
    expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  });

  test("a second approval by the same person is refused and changes nothing", async () => {
    const id = await wallet.make(600);
    await oneApproves(id);
    expectRefusal(await oneApproves(id), 409, "SECOND_APPROVER_NEEDED");
    expect(await statusOf(id)).toBe("pending");
    expect((await audited(id)).map(({ action }) => action)).toEqual([
      expect.stringMatching(/^withdrawal\./),
      "second_approver.refused",
    ]);
  });

  test("five concurrent approvals by one person count once", async () => {
    const id = await wallet.make(600);
    const answers = await Promise.all(Array.from({ length: 5 }, () => oneApproves(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectRefusal(answer, 409, "SECOND_APPROVER_NEEDED");
    expect(await statusOf(id)).toBe("pending");
  });

  test("the second approval needs a code like the first", async () => {
    const id = await wallet.make(600);
    await oneApproves(id);
    const stranger = await makePerson();
    if (codeOf(stranger) === codeOf(other)) return;
    const refused = await others.approve(id, { totp: codeOf(stranger) });
    expectRefusal(refused, 401, "SECOND_FACTOR_INVALID");
    expect(await statusOf(id)).toBe("pending");
  });

  test("it can be rejected after the first approval, and cancelled", async () => {
    const ids = [await wallet.make(600), await wallet.make(700)] as const;
    for (const id of ids) await oneApproves(id);
    const rejected = await ones.reject(ids[0], { totp: codeOf(one) });
    expect(rejected.json.data).toMatchObject({ status: "rejected", approvals: [approvalOf(one)] });
    expect((await wallet.cancel(ids[1])).json.data.status).toBe("cancelled");
    expect(await walletOf(partner.partnerId)).toBe(10_000);
    for (const id of ids) expectRefusal(await otherApproves(id), 409, "WITHDRAWAL_NOT_PENDING");
    expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  });
});

describe("between the two approvals", () => {
  test("a lower amount requires a second person", async () => {
    const id = await wallet.make(200);
    await setAmount(100);
    expect((await oneApproves(id)).json.data).toMatchObject({ status: "pending" });
    expect((await otherApproves(id)).json.data).toMatchObject({ status: "approved" });
  });

  test.each([null, 1_000])(
    "with the amount %s one person is enough, the same or another",
    async (amount) => {
      const ids = [await wallet.make(600), await wallet.make(600)] as const;
      for (const id of ids) await oneApproves(id);
      expect(await needsMe()).toEqual([]);
      await setAmount(amount);
      expect(await needsMe()).toEqual(ids);
      expect((await oneApproves(ids[0])).json.data).toMatchObject({
        status: "approved",
        approvals: [approvalOf(one)],
      });
      expect((await otherApproves(ids[1])).json.data).toMatchObject({ status: "approved" });
    },
  );

  test.each([
    ["demoted", "UPDATE people SET role = 'auditor' WHERE id = $1"],
    ["removed", "UPDATE people SET disabled_at = now() WHERE id = $1"],
  ])("the approval of a person who was %s no longer counts", async (_, change) => {
    const leaver = await makePerson();
    const theirs = decisionsIn(await signedIn(leaver));
    const id = await wallet.make(600);
    expect((await theirs.approve(id, { totp: codeOf(leaver) })).status).toBe(200);
    await sql(change, [leaver.personId]);
    expect((await oneApproves(id)).json.data).toMatchObject({
      status: "pending",
      approvals: [approvalOf(leaver, false), approvalOf(one)],
    });
    expect((await otherApproves(id)).json.data).toMatchObject({ status: "approved" });
  });
});

describe("concurrent requests", () => {
  const ROUNDS = 20;
  const rounds = (run: (id: string) => Promise<void>) =>
    Promise.all(Array.from({ length: ROUNDS }, async () => run(await wallet.make(ABOVE_USD + 1))));
  beforeEach(async () => {
    partner = await makePartner({ balanceUsd: ROUNDS * (ABOVE_USD + 1) });
    wallet = withdrawalsOf(partner);
    await setAmount(ABOVE_USD);
  });
  afterEach(async () => {
    expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  });

  test("two first approvals are both counted", async () => {
    await rounds(async (id) => {
      const answers = await Promise.all([oneApproves(id), otherApproves(id)]);
      expect(answers.map(({ json }) => json.data.status).sort()).toEqual(["approved", "pending"]);
      expect(await statusOf(id)).toBe("approved");
    });
  });

  test("one of a concurrent second approval and a cancellation wins", async () => {
    await rounds(async (id) => {
      await oneApproves(id);
      const [approval, cancellation] = await Promise.all([otherApproves(id), wallet.cancel(id)]);
      const won = [approval, cancellation].map(({ status }) => status === 200);
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await statusOf(id)).toBe(won[0] ? "approved" : "cancelled");
    });
  });

  test("a second approval alone is never enough while the first approver is removed", async () => {
    await rounds(async (id) => {
      const leaver = await makePerson();
      const theirs = decisionsIn(await signedIn(leaver));
      await theirs.approve(id, { totp: codeOf(leaver) });
      const [answer] = await Promise.all([
        otherApproves(id),
        sql("UPDATE people SET disabled_at = now() WHERE id = $1", [leaver.personId]),
      ]);
      const { approvals } = answer.json.data as { approvals: { counts: boolean }[] };
      const removedFirst = approvals.some(({ counts }) => !counts);
      expect(answer.json.data.status).toBe(removedFirst ? "pending" : "approved");
    });
  });

  test("the number of approvals follows the order of an approval and a lowered amount", async () => {
    await setAmount(null);
    const ids = await Promise.all(Array.from({ length: ROUNDS }, () => wallet.make(300)));
    const [answers] = await Promise.all([Promise.all(ids.map(oneApproves)), setAmount(100)]);
    for (const { json } of answers)
      expect(json.data.status).toBe(json.data.approvalsNeeded === 1 ? "approved" : "pending");
  });
});
