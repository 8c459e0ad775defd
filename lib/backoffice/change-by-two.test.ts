import "@/test/database";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getOne, PATCH as patch } from "@/app/api/admin/partners/[id]/route";
import { POST as confirm } from "@/app/api/admin/requests/[id]/confirm/route";
import { GET as list } from "@/app/api/admin/requests/route";
import { deliverMessages } from "@/lib/notifications/send/deliver-messages";
import { attack } from "@/test/database/attack";
import { endSecondApprovals } from "@/test/fixtures/approvals";
import { mailboxOf, queuedFor, setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { codeOf, makeOperator, type TestOperator } from "@/test/fixtures/people";
import { expectRefusal, expectSuccess, invalidFields } from "@/test/http/expect-answer";

let partner: TestPartner;
let ines: TestOperator;
let joseph: TestOperator;
beforeAll(async () => {
  ines = await makeOperator();
  joseph = await makeOperator();
});
beforeEach(async () => {
  await endSecondApprovals();
  partner = await makePartner({ balanceUsd: 0, requestsPerS: 100 });
  // The amount of any partner is enough.
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  await sql("UPDATE partners SET second_approval_above_micro_usd = 500000000 WHERE id = $1", [
    partnerId,
  ]);
});
afterAll(endTests);

const code = ({ person }: TestOperator) => ({ totp: codeOf(person) });
const change = (body: object, by = ines) =>
  by.browser.call(patch, { method: "PATCH", params: { id: partner.partnerId }, body });
const look = async () =>
  (await ines.browser.call(getOne, { params: { id: partner.partnerId } })).json.data;
const confirmed = (requestId: string, by = joseph) =>
  by.browser.call(confirm, { method: "POST", params: { id: requestId }, body: code(by) });
const requestChange = async (body: object) =>
  (await change({ ...body, ...code(ines) })).json.data.request.requestId as string;

describe("where two administrators decide", () => {
  test.each([
    [{ kycFee: 3 }, { kycFee: 2 }],
    [{ kycFee: 0 }, { kycFee: 2 }],
    [
      { fundingFeePercent: 0.57, crossBorderFeePercent: 0, cardWithdrawalFee: 5 },
      { fundingFeePercent: 0, crossBorderFeePercent: 3, cardWithdrawalFee: 1 },
    ],
    [
      { cardCreationFee: 1.25, fundingFee: 0.01, requestsPerS: 101, requestBurst: 201 },
      { cardCreationFee: 1, fundingFee: 0, requestsPerS: 100, requestBurst: 200 },
    ],
  ])("%j waits for a second one, who sees the old values %j", async (to, from) => {
    expect(invalidFields(await change(to))).toEqual(["totp: isNotEmpty"]);
    const { data } = (await change({ ...to, ...code(ines) })).json;
    expect(data).toMatchObject({
      ...from,
      request: { kind: "partner_settings", fromSettings: from, toSettings: to, obstacle: "own" },
    });
    const { requestId } = data.request;
    expectRefusal(await confirmed(requestId, ines), 409, "SECOND_ADMINISTRATOR_NEEDED");
    expect(await look()).toMatchObject(from);
    const { requests, areTwoNeeded } = (await joseph.browser.call(list)).json.data;
    expect(areTwoNeeded).toBe(true);
    const shown = requests.find((each: { requestId: string }) => each.requestId === requestId);
    expect(shown).toMatchObject({ targetName: "Test partner", fromSettings: from, toSettings: to });
    expectSuccess(await confirmed(requestId), { confirmed: true });
    expect(await look()).toMatchObject(to);
    const entries = await sql(
      "SELECT person_id, action, before, after FROM audit_entries WHERE target_id = $1 ORDER BY id",
      [partner.partnerId],
    );
    expect(entries).toMatchObject([
      { person_id: ines.person.personId, action: "second_administrator.request" },
      {
        person_id: joseph.person.personId,
        action: "partner.settings",
        before: from,
        after: { ...to, requestId },
      },
    ]);
  });

  test("a lower request rate and an amount for two approvers take one, beside a fee that waits", async () => {
    const { data } = (
      await change({ requestsPerS: 50, secondApprovalAbove: 100, kycFee: 1, ...code(ines) })
    ).json;
    expect(data).toMatchObject({ requestsPerS: 50, secondApprovalAbove: 100, kycFee: 2 });
    expect(data.request.toSettings).toEqual({ kycFee: 1 });
  });

  test("a removed amount and a fee wait together", async () => {
    await change({ secondApprovalAbove: 100 });
    const to = { secondApprovalAbove: null, kycFee: 1 };
    const requestId = await requestChange(to);
    expect(await look()).toMatchObject({ secondApprovalAbove: 100, kycFee: 2 });
    expectSuccess(await confirmed(requestId), { confirmed: true });
    expect(await look()).toMatchObject(to);
  });

  test("what concerns the operator's approvals alone is not in the partner's audit log", async () => {
    const listed = () =>
      sql("SELECT action FROM partner_audit_entries WHERE partner_id = $1", [partner.partnerId]);
    await change({ secondApprovalAbove: 100 });
    expectSuccess(await confirmed(await requestChange({ secondApprovalAbove: 200 })), {
      confirmed: true,
    });
    expectSuccess(await confirmed(await requestChange({ secondApprovalAbove: null })), {
      confirmed: true,
    });
    expect(await listed()).toEqual([]);
    expectSuccess(await confirmed(await requestChange({ kycFee: 3 })), { confirmed: true });
    expect(await listed()).toEqual([{ action: "partner.settings" }]);
  });

  test("a value that is no change takes one", async () => {
    expect((await change({ kycFee: 2, requestsPerS: 100 })).json.data).not.toHaveProperty(
      "request",
    );
  });

  test("a request whose values changed meanwhile is not confirmed", async () => {
    const stale = await requestChange({ kycFee: 3, requestsPerS: 200 });
    await change({ requestsPerS: 90 });
    expectRefusal(await confirmed(stale), 409, "ADMIN_REQUEST_STALE");
    expect(await look()).toMatchObject({ kycFee: 2, requestsPerS: 90 });
    const unrelated = await requestChange({ kycFee: 3 });
    await change({ requestsPerS: 80 });
    expectSuccess(await confirmed(unrelated), { confirmed: true });
    expect(await look()).toMatchObject({ kycFee: 3, requestsPerS: 80 });
  });

  test("a newer request replaces an older one, and two confirm it once", async () => {
    const [older, newer] = [await requestChange({ kycFee: 3 }), await requestChange({ kycFee: 4 })];
    expectRefusal(await confirmed(older), 404, "ADMIN_REQUEST_NOT_FOUND");
    const third = await makeOperator();
    const answers = await Promise.all([joseph, third].map((by) => confirmed(newer, by)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe("the database, for any statement of the application", () => {
  const set = (assignments: string) =>
    attack({
      role: "app",
      statements: [`UPDATE partners SET ${assignments} WHERE id = '${partner.partnerId}'`],
    });
  const FEES = [
    "kyc_fee_micro_usd",
    "card_creation_fee_micro_usd",
    "funding_fee_micro_usd",
    "funding_fee_bps",
    "card_withdrawal_fee_micro_usd",
    "cross_border_fee_bps",
  ];

  test.each([...FEES, "requests_per_s", "request_burst"])(
    "%s is not changed by one administrator",
    async (column) => {
      expect(await set(`${column} = ${column} + 1`)).toBe("PW028");
      await endSecondApprovals();
      expect(await set(`${column} = ${column} + 1`)).toBe("through");
    },
  );

  test("a lower request rate and what is no setting pass", async () => {
    expect(await set("requests_per_s = 1, request_burst = 1, name = 'Other'")).toBe("through");
  });

  test("a confirmed request allows only its own values", async () => {
    const requested = `INSERT INTO admin_requests VALUES ('arq_x', 'partner_settings', '${partner.partnerId}',
      '{"fromSettings": {"kycFeeMicroUsd": "2000000"}, "toSettings": {"kycFeeMicroUsd": "0"}}',
      '${ines.person.personId}', now() - interval '1 hour', now() + interval '1 hour', NULL, NULL, NULL, NULL)`;
    const confirmation = `UPDATE admin_requests SET confirmed_by = '${joseph.person.personId}', confirmed_at = now() WHERE id = 'arq_x'`;
    const fee = (assignments: string) =>
      attack({
        role: "app",
        statements: [
          requested,
          confirmation,
          `UPDATE partners SET ${assignments} WHERE id = '${partner.partnerId}'`,
        ],
      });
    expect(await fee("kyc_fee_micro_usd = 0")).toBe("through");
    expect(await fee("kyc_fee_micro_usd = 1")).toBe("PW028");
    expect(await fee("kyc_fee_micro_usd = 0, funding_fee_bps = 1")).toBe("PW028");
  });
});

describe("two independent administrators", () => {
  const isNeeded = async () => (await joseph.browser.call(list)).json.data.areTwoNeeded;
  const record = (countsFrom: string) =>
    `INSERT INTO two_administrators (counts_from) VALUES (${countsFrom})`;
  const needed = (statement: string) =>
    attack({
      role: "app",
      statements: [
        statement,
        "UPDATE partners SET kyc_fee_micro_usd = kyc_fee_micro_usd + 1 WHERE second_approval_above_micro_usd IS NULL",
      ],
    });

  test("decide together from the time from which both count, without any amount", async () => {
    await endSecondApprovals();
    expect(await isNeeded()).toBe(false);
    expect(await needed(record("now() - interval '1 minute'"))).toBe("PW028");
    expect(await needed(record("now() + interval '1 hour'"))).toBe("through");
  });

  test("are recorded once and for good", async () => {
    const app = (...statements: string[]) => attack({ role: "app", statements });
    expect(await app(record("now()"), record("now()"))).toBe("23505");
    expect(await app(record("now()"), "DELETE FROM two_administrators")).toMatch(/42501|PW003/);
    expect(
      await attack({
        role: "owner",
        statements: [record("now()"), "DELETE FROM two_administrators"],
      }),
    ).toBe("PW003");
  });
});

describe("an e-mail about a new request", () => {
  beforeEach(() => useMailbox());
  afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined }));
  const mailsOf = async ({ person }: TestOperator) =>
    (await queuedFor(person.email, "second_administrator")).length;

  test("goes to those who can confirm it, and not after its end", async () => {
    const approver = await makeOperator("approver");
    const invited = await makeOperator();
    await sql("UPDATE people SET sponsor_id = $2 WHERE id = $1", [
      invited.person.personId,
      ines.person.personId,
    ]);
    const before = await Promise.all([joseph, ines, approver, invited].map(mailsOf));
    const requestId = await requestChange({ kycFee: 3 });
    const after = await Promise.all([joseph, ines, approver, invited].map(mailsOf));
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 0, 0, 0]);
    await deliverMessages();
    const message = (await mailboxOf(joseph.person.email)).at(-1);
    expect(message.subject).toBe("A change needs a second administrator");
    expect(message.text).toContain("Fees and limits of a partner");

    await confirmed(requestId);
    const ended = await requestChange({ kycFee: 4 });
    await confirmed(ended);
    const sent = (await mailboxOf(joseph.person.email)).length;
    await deliverMessages();
    expect((await mailboxOf(joseph.person.email)).length).toBe(sent);
  });
});
