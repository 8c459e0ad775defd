import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { POST as createInBrowser } from "@/app/api/v1/partner/withdrawal/route";
import { POST as approveOwn } from "@/app/api/v1/partner/withdrawal-approvals/[id]/approve/route";
import { GET as look } from "@/app/api/v1/partner/withdrawal-approvals/route";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { firstIdAt } from "@/lib/kernel/ids";
import { perProcess } from "@/lib/kernel/per-process";
import { audit } from "@/lib/ledger";
import { deliverMessages } from "@/lib/notifications/send/deliver-messages";
import { tamper } from "@/test/database/superuser";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { later } from "@/test/fixtures/later";
import { makeWithdrawal } from "@/test/fixtures/ledger-world";
import { mailboxOf, queuedFor, setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { setRule } from "@/test/fixtures/own-approvals";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { ADDRESS, decisionsIn, withdrawalFaults, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { statuses } from "@/test/http/client";
import { expectRefusal, expectSuccess } from "@/test/http/expect-answer";

const PARALLEL = 20;

let partner: TestPartner;
let wallet: ReturnType<typeof withdrawalsOf>;
let ada: TestPerson;
let grace: TestPerson;
let browser: Browser;
let admin: TestPerson;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 100_000, requestsPerS: 1_000 });
  wallet = withdrawalsOf(partner);
  ada = await makePerson({ partnerId: partner.partnerId });
  grace = await makePerson({ partnerId: partner.partnerId });
  browser = await signedIn(grace);
  admin = await makePerson();
});
afterAll(endTests);

const setAmount = (aboveUsd: number) =>
  setRule({ partnerId: partner.partnerId, personId: ada.personId, aboveUsd });
const waiting = async (): Promise<string[]> =>
  (await browser.call(look)).json.data.waiting.map(({ withdrawalId }: { withdrawalId: string }) =>
    String(withdrawalId),
  );
/** Requests a withdrawal, and returns whether it waits for a second person. */
const waits = async (amount: number): Promise<boolean> => {
  const id = await wallet.make(amount);
  return (await waiting()).includes(id);
};
const approvedByGrace = (id: string) =>
  browser.call(approveOwn, {
    method: "POST",
    params: { id },
    body: { password: grace.password },
  });
/** Moves what was withdrawn until now to an earlier time, by whole minutes. */
const age = (ms: number) => {
  const earlier = (column: string) =>
    `${column} = ${column} - ${ms} * interval '1 millisecond' WHERE partner_id = '${partner.partnerId}'`;
  return tamper(
    `UPDATE withdrawal_sums SET ${earlier("starts_at")}`,
    `UPDATE withdrawals SET ${earlier("inserted_at")}`,
  );
};
const sums = async () => {
  const [row] = await sql(
    "SELECT coalesce(sum(amount_micro_usd), 0)::bigint / 1000000 AS usd FROM withdrawal_sums WHERE partner_id = $1",
    [partner.partnerId],
  );
  return Number(row.usd);
};
const brokenSums = async () =>
  (await audit()).find(({ name }) => name === "withdrawal-sums-equal-withdrawals")?.brokenRows;

describe("many withdrawals below the partner's own amount", () => {
  beforeEach(() => setAmount(500));

  test("wait for a second person once they are above the amount together", async () => {
    expect(await waits(300)).toBe(false);
    expect(await waits(200)).toBe(false);
    expect(await waits(5)).toBe(true);
    expect(await brokenSums()).toEqual([]);
  });

  test("wait for the operator too, who cannot approve the one that is too much", async () => {
    const decisions = decisionsIn(await signedIn(admin));
    const [first, second] = [await wallet.make(499), await wallet.make(499)];
    const totp = () => ({ totp: codeOf(admin) });
    expectRefusal(await decisions.approve(second, totp()), 409, "WITHDRAWAL_NEEDS_PARTNER");
    expect((await decisions.approve(first, totp())).json.data.status).toBe("approved");
    expectSuccess(await approvedByGrace(second), { approved: true });
    expect((await decisions.approve(second, totp())).json.data.status).toBe("approved");
  });

  test("still count after the clock of the database was days ahead", async () => {
    expect(await waits(300)).toBe(false);
    await age(3 * DAY_MS);
    expect(await waits(100)).toBe(false);
    // By two minutes more, because each row is moved by itself.
    await age(-3 * DAY_MS - 2 * MINUTE_MS);
    expect(await waits(101)).toBe(true);
    expect(await sums()).toBe(400);
    expect(await brokenSums()).toEqual([]);
  });

  test("are counted over API keys and sessions alike", async () => {
    const body = { amount: 300, toAddress: ADDRESS };
    const options = { method: "POST", body, idempotencyKey: randomUUID() };
    expect((await browser.call(createInBrowser, options)).status).toBe(200);
    expect(await waits(201)).toBe(true);
    expect(await waits(200)).toBe(false);
  });

  test("do not count where a second person approves them, or has to", async () => {
    const id = await wallet.make(501);
    expect(await waits(500)).toBe(false);
    expectSuccess(await approvedByGrace(id), { approved: true });
    expect(await waits(5)).toBe(true);
    expect(await sums()).toBe(500);
    expect(await brokenSums()).toEqual([]);
  });

  test.each(["cancelled", "rejected", "failed"] as const)(
    "give their amount back when they are %s",
    async (status) => {
      await makeWithdrawal(partner, status);
      expect(await sums()).toBe(0);
      expect(await waits(500)).toBe(false);
      expect(await brokenSums()).toEqual([]);
    },
  );

  test("give nothing back when they waited for a second person", async () => {
    expect(await waits(400)).toBe(false);
    const tooMuch = await wallet.make(300);
    expect((await wallet.cancel(tooMuch)).status).toBe(200);
    expect(await waits(101)).toBe(true);
    expect(await waits(100)).toBe(false);
    expect(await brokenSums()).toEqual([]);
  });

  test.each(["pending", "approved", "completed"] as const)(
    "count while they are %s",
    async (status) => {
      await makeWithdrawal(partner, status);
      expect(await waits(401)).toBe(true);
      expect(await waits(400)).toBe(false);
    },
  );

  test("count once where a request is repeated with its idempotency key", async () => {
    const body = { amount: 300, toAddress: ADDRESS };
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => wallet.create(body, key)));
    answers.push(await wallet.create(body, key));
    expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1);
    expect(await waiting()).toEqual([]);
    expect(await waits(200)).toBe(false);
    expect(await waits(5)).toBe(true);
  });

  test("do not count where they are refused, or of another partner", async () => {
    const body = { amount: 100_001, toAddress: ADDRESS };
    expectRefusal(await wallet.create(body), 400, "INSUFFICIENT_BALANCE");
    const other = await makePartner({ balanceUsd: 1_000 });
    await withdrawalsOf(other).make(400);
    expect(await waits(500)).toBe(false);
  });

  test("count for 24 hours and at most a minute more", async () => {
    expect(await waits(500)).toBe(false);
    await age(24 * HOUR_MS - MINUTE_MS);
    expect(await waits(5)).toBe(true);
    await age(2 * MINUTE_MS);
    expect(await waits(500)).toBe(false);
    expect(await waits(5)).toBe(true);
  });

  test("count by the clock of the database, whatever the clock of a process says", async () => {
    expect(await withClockAhead(-25 * HOUR_MS, () => waits(300))).toBe(false);
    expect(await waits(300)).toBe(true);
    expect(await later(25 * HOUR_MS, () => wallet.make(300)).then(waiting)).toHaveLength(2);
    expect(await waits(200)).toBe(false);
  });

  test("are compared with their sum also where the clock of their process is a day behind", async () => {
    // As in a process that has made no id yet: ids of one process never go back.
    const last = perProcess("lastId", () => ({ timeMs: 0 }));
    last.timeMs = 0;
    const id = await withClockAhead(-26 * HOUR_MS, () => wallet.make(300));
    expect(id < firstIdAt("wd", new Date(Date.now() - 25 * HOUR_MS))).toBe(true);
    expect(await brokenSums()).toEqual([]);
  });

  test.each([
    { amount: 90, fitting: 5 },
    { amount: 499, fitting: 1 },
    { amount: 25, fitting: PARALLEL },
  ])(
    `pass without a second person only as far as they fit, of ${PARALLEL} simultaneous ones of $amount`,
    async ({ amount, fitting }) => {
      const requests = Array.from({ length: PARALLEL }, () =>
        wallet.create({ amount, toAddress: ADDRESS }),
      );
      expect(statuses(await Promise.all(requests))).toEqual({ 200: PARALLEL });
      expect(await waiting()).toHaveLength(PARALLEL - fitting);
      expect(await sums()).toBe(fitting * amount);
      expect(await brokenSums()).toEqual([]);
      expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
    },
  );

  test("pass again only as far as they fit, while others are cancelled", async () => {
    const ids = [await wallet.make(250), await wallet.make(250)];
    const answers = await Promise.all([
      ...ids.map((id) => wallet.cancel(id)),
      ...Array.from({ length: PARALLEL }, () => wallet.create({ amount: 90, toAddress: ADDRESS })),
    ]);
    expect(statuses(answers)).toEqual({ 200: PARALLEL + ids.length });
    expect(await sums()).toBe((PARALLEL - (await waiting()).length) * 90);
    expect(await sums()).toBeLessThanOrEqual(500);
    expect(await brokenSums()).toEqual([]);
  });
});

describe("withdrawals from before", () => {
  test("the rule count towards it, and one that is lowered", async () => {
    await wallet.make(400);
    await setAmount(500);
    expect(await waits(101)).toBe(true);
    await setAmount(300);
    expect(await waits(5)).toBe(true);
  });

  test("the upgrade do not count, and give nothing back", async () => {
    await setAmount(500);
    const id = await wallet.make(400);
    await tamper(
      `UPDATE withdrawals SET inserted_at = NULL WHERE id = '${id}'`,
      `UPDATE withdrawal_sums SET amount_micro_usd = 0 WHERE partner_id = '${partner.partnerId}'`,
    );
    expect(await waits(400)).toBe(false);
    expect((await wallet.cancel(id)).status).toBe(200);
    expect(await waits(101)).toBe(true);
    expect(await brokenSums()).toEqual([]);
  });
});

describe("an e-mail about the withdrawal that is too much", () => {
  beforeEach(() => useMailbox());
  afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined }));

  test("goes to the second person with the rule, and to the operator only afterwards", async () => {
    await setAmount(500);
    await wallet.make(400);
    await sql("DELETE FROM mail_outbox");
    const id = await wallet.make(200);
    const kinds = async ({ email }: TestPerson) =>
      (await queuedFor(email)).map(({ kind }) => String(kind));
    expect(await kinds(grace)).toEqual(["withdrawal_own_approval"]);
    expect(await kinds(admin)).toEqual([]);
    await later(MINUTE_MS + 1_000, deliverMessages);
    const [{ text }] = await mailboxOf(grace.email);
    expect(text).toContain(
      "It is above the amount for which a second person of your company must approve, together with those of the last 24 hours",
    );
    await approvedByGrace(id);
    expect(await kinds(admin)).toEqual(["withdrawal_pending"]);
  });
});
