import "@/test/database";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { POST as changePassword } from "@/app/api/account/password/route";
import { POST as requestReset } from "@/app/api/password-resets/route";
import { DELETE as remove } from "@/app/api/v1/partner/people/[personId]/route";
import { POST as invite } from "@/app/api/v1/partner/people/invitations/route";
import { DAY_S, HOUR_MS } from "@/lib/kernel/durations";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { later } from "@/test/fixtures/later";
import { mailboxOf, setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { makeBrowser, makePerson, signedIn } from "@/test/fixtures/people";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { queueFailingEndpointMail } from "./outbox/queue-failing";
import { deliverMessages } from "./send/deliver-messages";

let partner: TestPartner;
beforeEach(async () => {
  useMailbox();
  await sql("DELETE FROM mail_outbox");
  partner = await makePartner({ balanceUsd: 100 });
});
afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined }));
afterAll(endTests);

const newPerson = () => makePerson({ partnerId: partner.partnerId });

/** What queues an e-mail, with how long it waits and how long it is of use. */
const CAUSES: [kind: string, cause: () => Promise<unknown>, waitS: number, lifetimeS: number][] = [
  [
    "password_changed",
    async () => {
      const { password, ...person } = await newPerson();
      const browser = await signedIn({ ...person, password });
      const body = { currentPassword: password, newPassword: "correct horse battery" };
      await browser.call(changePassword, { method: "POST", body });
    },
    0,
    3 * DAY_S,
  ],
  [
    "invitation",
    async () => {
      const person = await newPerson();
      const body = { email: "jonas@example.com", role: "viewer", password: person.password };
      await (await signedIn(person)).call(invite, { method: "POST", body });
    },
    0,
    3 * DAY_S,
  ],
  [
    "password_reset",
    async () => {
      const { email } = await newPerson();
      await makeBrowser().call(requestReset, { method: "POST", body: { email } });
    },
    0,
    1_800,
  ],
  [
    "lost_access",
    async () => {
      const [person, other] = [await newPerson(), await newPerson()];
      const params = { personId: other.personId };
      const body = { password: person.password };
      await (await signedIn(person)).call(remove, { method: "DELETE", params, body });
    },
    0,
    3 * DAY_S,
  ],
  [
    "withdrawal_pending",
    async () => {
      await makePerson();
      await withdrawalsOf(partner).make(20);
    },
    60,
    DAY_S,
  ],
  [
    "webhook_failing",
    async () => {
      await newPerson();
      await sql(
        `INSERT INTO webhook_endpoints (partner_id, url, failing_since)
         VALUES ($1, 'https://hooks.example.com/', now() - interval '70 minutes')`,
        [partner.partnerId],
      );
      await queueFailingEndpointMail();
    },
    0,
    DAY_S,
  ],
];

test.each(
  CAUSES.flatMap(([kind, cause, waitS, lifetimeS]) =>
    [HOUR_MS, -HOUR_MS].map((byMs) => ({ kind, byMs, cause, waitS, lifetimeS })),
  ),
)(
  "$kind is sent in time by all processes when that of its cause has a clock $byMs ms ahead",
  async ({ kind, byMs, cause, waitS, lifetimeS }) => {
    await withClockAhead(byMs, cause);
    const messages = await sql(
      `SELECT extract(epoch FROM due_at - now())::float8 AS due_s, extract(epoch FROM expires_at - now())::float8 AS expires_s
       FROM mail_outbox WHERE kind = $1`,
      [kind],
    );
    expect(messages).not.toEqual([]);
    for (const { due_s, expires_s } of messages) {
      expect(Math.abs(due_s - waitS)).toBeLessThan(60);
      expect(Math.abs(expires_s - lifetimeS)).toBeLessThan(60);
    }
  },
);

/** How many e-mails of a kind wait. */
const countOf = async (kind: string) =>
  (await sql("SELECT count(*)::int FROM mail_outbox WHERE kind = $1", [kind]))[0].count;

test("people are notified also of what a process does whose clock is two days behind", async () => {
  await makePerson();
  await withClockAhead(-48 * HOUR_MS, () => withdrawalsOf(partner).make(20));
  expect(await countOf("withdrawal_pending")).toBeGreaterThan(0);
  const [owner, leaver] = [await newPerson(), await newPerson()];
  await sql("SELECT change_person($1, $2, $3, NULL, now() - interval '2 days')", [
    partner.partnerId,
    owner.personId,
    leaver.personId,
  ]);
  // To the one who left and to the owner.
  expect(await countOf("lost_access")).toBe(2);
});

test("approvers learn of a later withdrawal where the process that sends has a clock an hour ahead", async () => {
  const { email } = await makePerson();
  const deliver = () => withClockAhead(HOUR_MS, () => later(61_000, deliverMessages));
  const subjects = async () =>
    (await mailboxOf(email)).map(({ subject }) => subject).filter((s) => /pending/.test(s));
  await withdrawalsOf(partner).make(20);
  await deliver();
  const sent = await subjects();
  expect(sent).toHaveLength(1);
  await withdrawalsOf(partner).make(20);
  await later(120_000, deliver);
  expect(await subjects()).toHaveLength(2);
});
