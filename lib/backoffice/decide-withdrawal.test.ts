import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { eventsOf, walletOf } from "@/test/fixtures/books";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makeBrowser,
  makePerson,
  signedIn,
  type TestPerson,
  wrongCodeOf,
} from "@/test/fixtures/people";
import { ADDRESS, decisionsIn, withdrawalFaults, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { clientOf } from "@/test/http/client";
import { expectRefusal, expectSuccess, invalidFields, TIMESTAMP } from "@/test/http/expect-answer";

let partner: TestPartner;
let wallet: ReturnType<typeof withdrawalsOf>;
let admin: TestPerson;
let browser: Browser;
let decisions: ReturnType<typeof decisionsIn>;
beforeAll(async () => {
  admin = await makePerson();
  browser = await signedIn(admin);
  decisions = decisionsIn(browser);
});
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  wallet = withdrawalsOf(partner);
});
afterAll(endTests);

const auditOf = (id: string) => sql("SELECT * FROM audit_entries WHERE target_id = $1", [id]);
const faults = () => withdrawalFaults(partner.partnerId);

describe("approving", () => {
  test("leaves the wallet debited, records the time, and sends no event", async () => {
    const id = await wallet.make(200);
    const pending = (await wallet.get(id)).json.data;
    const answer = await decisions.approve(id, { totp: codeOf(admin) });
    const approved = { ...pending, status: "approved", approvedAt: TIMESTAMP };
    const { personId } = admin;
    const approvals = [{ personId, name: "Test", approvedAt: TIMESTAMP, counts: true }];
    expectSuccess(answer, {
      ...approved,
      partnerName: "Test partner",
      approvalsNeeded: 1,
      timesPaid: 0,
      hasLookAlike: false,
      isSigned: false,
      approvals,
    });
    expectSuccess(await wallet.get(id), approved);
    expect(await walletOf(partner.partnerId)).toBe(800);
    expect(await eventsOf(partner.partnerId, "wallet.withdrawal.crypto")).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  test("is in the audit log with person, address, old and new state", async () => {
    const id = await wallet.make(200);
    const { headers } = await decisions.approve(id, { totp: codeOf(admin) });
    expect(await auditOf(id)).toStrictEqual([
      {
        id: expect.stringMatching(/^aud_/),
        partner_id: null,
        person_id: admin.personId,
        action: "withdrawal.approve",
        target_id: id,
        before: { status: "pending" },
        after: { status: "approved" },
        ip_address: browser.address,
        request_id: headers.get("x-request-id"),
        created_at: expect.any(Date),
      },
    ]);
  });

  test("is allowed to an approver", async () => {
    const approver = await makePerson({ role: "approver" });
    const id = await wallet.make();
    const theirs = decisionsIn(await signedIn(approver));
    expect((await theirs.approve(id, { totp: codeOf(approver) })).status).toBe(200);
    expect(await auditOf(id)).toMatchObject([{ person_id: approver.personId }]);
  });

  test("several withdrawals within 30 seconds works with the same code", async () => {
    const totp = codeOf(admin);
    const ids = [await wallet.make(), await wallet.make(), await wallet.make()];
    const answers = await Promise.all(ids.map((id) => decisions.approve(id, { totp })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe("rejecting", () => {
  test("refunds immediately, with the reason in the withdrawal", async () => {
    const id = await wallet.make(200);
    const pending = (await wallet.get(id)).json.data;
    const reason = "Sanctions list; ask <b>compliance</b>";
    const answer = await decisions.reject(id, { reason, totp: codeOf(admin) });
    const rejected = { ...pending, status: "rejected", rejectReason: reason };
    expectSuccess(answer, {
      ...rejected,
      rejectedAt: TIMESTAMP,
      partnerName: "Test partner",
      approvalsNeeded: 1,
      timesPaid: 0,
      hasLookAlike: false,
      isSigned: false,
      approvals: [],
    });
    expectSuccess(await wallet.get(id), rejected);
    expect(await walletOf(partner.partnerId)).toBe(1_000);
    const { transactions } = (await clientOf(partner).listWalletTransactions()).json.data;
    expect(transactions[0]).toMatchObject({ amount: 200, type: "credit", action: "withdrawal" });
    expect(await auditOf(id)).toMatchObject([
      { action: "withdrawal.reject", after: { status: "rejected", reason } },
    ]);
    expect(await faults()).toEqual([]);
  });

  test.each([{ reason: "wrong address" }, {}])("sends exactly its event: %j", async (why) => {
    const id = await wallet.make(33.33);
    expect((await decisions.reject(id, { ...why, totp: codeOf(admin) })).status).toBe(200);
    expect(await eventsOf(partner.partnerId, "wallet.withdrawal.crypto")).toStrictEqual([
      {
        event: "wallet.withdrawal.crypto",
        timestamp: TIMESTAMP,
        data: {
          withdrawalId: id,
          amount: 33.33,
          fee: 0.5,
          netAmount: 32.83,
          toAddress: ADDRESS,
          chain: "base",
          token: "usdc",
          status: "rejected",
          ...why,
        },
      },
    ]);
  });

  test.each([
    ["", "isNotEmpty"],
    ["   ", "isNotEmpty"],
    ["x".repeat(501), "maxLength"],
    ["a\u0000b", "isText"],
    ["\u202egnorw", "isText"],
    [5, "isString"],
  ])("refuses the reason %.20j", async (reason, rule) => {
    const answer = await decisions.reject(await wallet.make(), { reason, totp: codeOf(admin) });
    expect(invalidFields(answer)).toEqual([`reason: ${rule}`]);
  });
});

describe.each(["approve", "reject"] as const)("to %s", (action) => {
  test("a decided or cancelled withdrawal is refused and changes nothing", async () => {
    const totp = codeOf(admin);
    const ids = [await wallet.make(), await wallet.make(), await wallet.make()] as const;
    await decisions.approve(ids[0], { totp });
    await decisions.reject(ids[1], { totp });
    await wallet.cancel(ids[2]);
    for (const id of ids) {
      const [before, audited] = [(await wallet.get(id)).json.data, (await auditOf(id)).length];
      expectRefusal(await decisions[action](id, { totp }), 409, "WITHDRAWAL_NOT_PENDING");
      expect((await wallet.get(id)).json.data).toEqual(before);
      expect((await auditOf(id)).length).toBe(audited);
    }
    expect(await faults()).toEqual([]);
  });

  test.each([newId("wd"), newId("ptn"), "wd_", "%00", "../x"])(
    "an unknown withdrawal: %s",
    async (id) => {
      const answer = await decisions[action](id, { totp: codeOf(admin) });
      expectRefusal(answer, 404, "WITHDRAWAL_NOT_FOUND");
    },
  );

  test("a missing code is named", async () => {
    const id = await wallet.make();
    expect(invalidFields(await decisions[action](id, {}))).toEqual(["totp: isNotEmpty"]);
    expect(invalidFields(await decisions[action](id, { totp: 1 }))).toEqual(["totp: isString"]);
  });

  test("a wrong code changes nothing and is recorded in the audit log", async () => {
    const id = await wallet.make();
    for (const totp of [wrongCodeOf(admin), "abcdef"])
      expectRefusal(await decisions[action](id, { totp }), 401, "SECOND_FACTOR_INVALID");
    expect((await wallet.get(id)).json.data.status).toBe("pending");
    const refused = { action: "second_factor.refused", person_id: admin.personId };
    expect(await auditOf(id)).toMatchObject([refused, refused]);
    expect((await decisions[action](id, { totp: codeOf(admin) })).status).toBe(200);
  });

  test("another administrator's code is wrong", async () => {
    const other = await makePerson();
    const id = await wallet.make();
    const totp = codeOf(other);
    if (totp === codeOf(admin)) return;
    expectRefusal(await decisions[action](id, { totp }), 401, "SECOND_FACTOR_INVALID");
    expect((await decisions[action](id, { totp: codeOf(admin) })).status).toBe(200);
  });
});

describe("after five wrong codes", () => {
  async function lock(person: TestPerson) {
    const theirs = decisionsIn(await signedIn(person));
    const id = await wallet.make();
    for (let i = 0; i < 5; i++) {
      const totp = wrongCodeOf(person);
      expectRefusal(await theirs.approve(id, { totp }), 401, "SECOND_FACTOR_INVALID");
    }
    return { theirs, id };
  }

  test("the right code is refused too, until Retry-After", async () => {
    const person = await makePerson();
    const { theirs, id } = await lock(person);
    const refused = await theirs.approve(id, { totp: codeOf(person) });
    expectRefusal(refused, 429, "SECOND_FACTOR_LOCKED");
    const retryAfterS = Number(refused.headers.get("retry-after"));
    // The lock began at the fifth code, and a slow machine asks later.
    expect(retryAfterS).toBeGreaterThan(30);
    expect(retryAfterS).toBeLessThanOrEqual(60);
    expect((await wallet.get(id)).json.data.status).toBe("pending");
    shiftClock((retryAfterS + 1) * 1000);
    expect((await theirs.approve(id, { totp: codeOf(person) })).status).toBe(200);
  });

  test("neither sign-ins nor other people are locked", async () => {
    const person = await makePerson();
    const { id } = await lock(person);
    const { email, password } = person;
    const response = await makeBrowser().signIn({ email, password, totp: codeOf(person) });
    expect(response.status).toBe(200);
    expect((await decisions.approve(id, { totp: codeOf(admin) })).status).toBe(200);
  });

  test("an attacker who knows only an email locks sign-ins but no approvals", async () => {
    const person = await makePerson();
    const theirs = decisionsIn(await signedIn(person));
    const id = await wallet.make();
    const { email } = person;
    for (let i = 0; i < 6; i++) await makeBrowser().signIn({ email, password: "wrong" });
    expect((await theirs.approve(id, { totp: codeOf(person) })).status).toBe(200);
  });

  test("at most five of many parallel codes are checked", async () => {
    const person = await makePerson();
    const theirs = decisionsIn(await signedIn(person));
    const id = await wallet.make();
    const guesses = Array.from({ length: 30 }, () =>
      theirs.approve(id, { totp: wrongCodeOf(person) }),
    );
    const answers = (await Promise.all(guesses)).map(({ json }) => json.message);
    expect(answers.filter((code) => code === "SECOND_FACTOR_INVALID").length).toBe(5);
    expect(answers.filter((code) => code === "SECOND_FACTOR_LOCKED").length).toBe(25);
  });
});
