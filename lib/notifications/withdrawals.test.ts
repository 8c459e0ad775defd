import "@/test/database";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { later } from "@/test/fixtures/later";
import { mailboxOf, queuedFor, setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { decisionsIn, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { deliverMessages } from "./send/deliver-messages";

let admin: TestPerson;
let browser: Browser;
let owner: TestPerson;
let withdrawals: ReturnType<typeof withdrawalsOf>;
beforeEach(async () => {
  useMailbox();
  await sql("DELETE FROM mail_outbox");
  const partner = await makePartner({ balanceUsd: 1_000 });
  withdrawals = withdrawalsOf(partner);
  [admin, owner] = [await makePerson(), await makePerson({ partnerId: partner.partnerId })];
  browser = await signedIn(admin);
});
afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined }));
afterAll(endTests);

const pendingFor = ({ email }: TestPerson) => queuedFor(email, "withdrawal_pending");
const last = async ({ email }: TestPerson) => (await mailboxOf(email)).at(-1);

// First, because the withdrawals of the other tests stay pending.
test("a message about withdrawals that were all decided is not sent", async () => {
  await withdrawals.cancel(await withdrawals.make());
  await later(61_000, deliverMessages);
  expect(await pendingFor(admin)).toMatchObject([{ due_at: null, sent_at: null, failed_at: null }]);
  expect(await last(admin)).toMatchObject({ subject: "Sign-in from a new browser" });
});

test("approvers get one message for all withdrawals of a minute, which counts them when it is sent", async () => {
  const auditor = await makePerson({ role: "auditor" });
  const first = await withdrawals.make(100);
  await withdrawals.make(50);
  const dropped = await withdrawals.make(20);
  expect(await pendingFor(admin)).toHaveLength(1);
  expect(await pendingFor(auditor)).toEqual([]);
  await deliverMessages();
  expect(await mailboxOf(admin.email)).toMatchObject([{ subject: "Sign-in from a new browser" }]);
  await withdrawals.cancel(dropped);
  await later(61_000, deliverMessages);
  const { subject, text } = await last(admin);
  expect(subject).toBe("2 withdrawals are pending review");
  expect(text).toContain("Amount: 150.00 USD");
  expect(text).not.toContain(first);
});

test("after hours without a mail server, approvers get a few messages about what is pending, not one for each minute", async () => {
  const minutes = 30;
  for (let minute = 0; minute < minutes; minute++) {
    await withdrawals.make(10);
    await sql(
      `UPDATE mail_outbox SET created_at = created_at - interval '1 minute', due_at = due_at - interval '1 minute',
         expires_at = expires_at - interval '1 minute' WHERE kind = 'withdrawal_pending'`,
    );
  }
  expect(await pendingFor(admin)).toHaveLength(minutes);
  // The attempts of that time failed.
  await sql(
    "UPDATE mail_outbox SET attempts = 9, failure = 'refused' WHERE kind = 'withdrawal_pending'",
  );
  await later(120_000, deliverMessages);
  const sent = (await mailboxOf(admin.email)).filter(({ subject }) => /pending/.test(subject));
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThanOrEqual(5);
  expect(sent[0].subject).toMatch(/^\d+ withdrawals are pending review$/);
  const waiting = (await pendingFor(admin)).filter(({ due_at }) => due_at !== null);
  expect(waiting).toEqual([]);
  // A later withdrawal is reported again.
  await withdrawals.make(10);
  await later(61_000, deliverMessages);
  const now = (await mailboxOf(admin.email)).filter(({ subject }) => /pending/.test(subject));
  expect(now).toHaveLength(sent.length + 1);
});

test("the owners of the partner learn that it was approved or rejected, and why", async () => {
  const [approved, rejected] = [await withdrawals.make(100), await withdrawals.make(70)];
  const { approve, reject } = decisionsIn(browser);
  expect((await approve(approved, { totp: codeOf(admin) })).status).toBe(200);
  const reason = "The address is on a list";
  expect((await reject(rejected, { totp: codeOf(admin), reason })).status).toBe(200);
  await deliverMessages();
  const messages = await mailboxOf(owner.email);
  expect(messages.map(({ subject }) => subject).sort()).toEqual([
    "Withdrawal approved",
    "Withdrawal rejected",
  ]);
  const text = messages.find(({ subject }) => subject === "Withdrawal rejected").text;
  expect(text).toContain("Amount: 70.00 USD");
  expect(text).toContain(`Reason: ${reason}`);
  expect(text).toContain(`/withdrawals/${rejected}`);
});

test("a cancelled withdrawal is not reported", async () => {
  await withdrawals.cancel(await withdrawals.make());
  expect(await queuedFor(owner.email)).toEqual([]);
});
