import "@/test/database";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { POST as changePassword } from "@/app/api/account/password/route";
import { GET as getReset, POST as reset } from "@/app/api/password-resets/[token]/route";
import { POST as request } from "@/app/api/password-resets/route";
import { shiftClock } from "@/lib/kernel/clock";
import { MINUTE_MS } from "@/lib/kernel/durations";
import { deliverMessages } from "@/lib/notifications/send/deliver-messages";
import { ownerUrl } from "@/test/database/owner-url";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { later } from "@/test/fixtures/later";
import { linkIn, mailboxOf, queuedFor, setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { codeOf, makeBrowser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { expectRefusal, expectSuccess, invalidFields } from "@/test/http/expect-answer";

const PASSWORD = "correct horse battery";
let person: TestPerson;
beforeEach(async () => {
  useMailbox();
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  person = await makePerson({ partnerId, withTotp: true });
});
afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined }));
afterAll(endTests);

const requested = (email: string, browser = makeBrowser()) =>
  browser.call(request, { method: "POST", body: { email } });
/** Requests a link and returns its token, from the mailbox. */
async function tokenFor({ email }: TestPerson): Promise<string> {
  expectSuccess(await requested(email), { requested: true });
  await deliverMessages();
  const messages = await mailboxOf(email);
  const link = linkIn(
    messages.filter(({ subject }) => subject === "Set a new password").at(-1).text,
  );
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/sign-in\/reset\/[A-Za-z0-9_-]{43}$/);
  return link.split("/").at(-1) ?? "";
}
const resetWith = (token: string, password = PASSWORD) =>
  makeBrowser().call(reset, { method: "POST", params: { token }, body: { password } });
const shown = (token: string) => makeBrowser().call(getReset, { params: { token } });

describe("a link for a new password", () => {
  test("sets it, ends all sessions, keeps the second factor, and leaves audit entries and an e-mail", async () => {
    const browser = await signedIn(person);
    const token = await tokenFor(person);
    expectSuccess(await shown(token), { email: person.email, hasSecondFactor: true });
    expectSuccess(await resetWith(token), { email: person.email, hasSecondFactor: true });
    expect(await browser.session()).toEqual({});
    const again = (password: string, totp: string) =>
      makeBrowser().signIn({ email: person.email, password, totp });
    expect((await again(person.password, codeOf(person))).status).toBe(401);
    const withoutCode = await again(PASSWORD, "");
    expect(await withoutCode.text()).toContain("SecondFactorRequired");
    expect((await again(PASSWORD, codeOf(person))).status).toBe(200);
    const entries = await sql("SELECT action FROM audit_entries WHERE person_id = $1 ORDER BY id", [
      person.personId,
    ]);
    expect(entries.map(({ action }) => action)).toEqual([
      "password.request_reset",
      "password.reset",
    ]);
    expect(await queuedFor(person.email, "password_changed")).toMatchObject([
      { data: { how: "reset" } },
    ]);
    expect(JSON.stringify(await sql("SELECT * FROM password_resets"))).not.toContain(token);
  });

  test("is used once, also by concurrent requests", async () => {
    const token = await tokenFor(person);
    const answers = await Promise.all([1, 2, 3].map(() => resetWith(token)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404, 404]);
    expectRefusal(await shown(token), 404, "PASSWORD_RESET_NOT_FOUND");
  });

  test("ends after 30 minutes, and with the next link", async () => {
    const first = await tokenFor(person);
    const second = await tokenFor(person);
    expectRefusal(await resetWith(first), 404, "PASSWORD_RESET_NOT_FOUND");
    shiftClock(31 * MINUTE_MS);
    expectRefusal(await resetWith(second), 404, "PASSWORD_RESET_NOT_FOUND");
  });

  test.each([60 * MINUTE_MS, -60 * MINUTE_MS])(
    "ends after 30 minutes in all processes, where the one that made it has a clock %i ms ahead",
    async (byMs) => {
      const elsewhere = <T>(run: () => Promise<T>) => withClockAhead(byMs, run);
      const token = await elsewhere(() => tokenFor(person));
      const statuses = async () => {
        const answers = [await shown(token), await elsewhere(() => shown(token))];
        return answers.map(({ status }) => status);
      };
      expect(await later(29 * MINUTE_MS, statuses)).toEqual([200, 200]);
      expect(await later(31 * MINUTE_MS, statuses)).toEqual([404, 404]);
      expect((await elsewhere(() => resetWith(token))).status).toBe(200);
    },
  );

  test("ends when the person changes the password in a session", async () => {
    const browser = await signedIn(person);
    const token = await tokenFor(person);
    const body = { currentPassword: person.password, newPassword: "another horse battery" };
    expect((await browser.call(changePassword, { method: "POST", body })).status).toBe(200);
    expectRefusal(await shown(token), 404, "PASSWORD_RESET_NOT_FOUND");
    expectRefusal(await resetWith(token), 404, "PASSWORD_RESET_NOT_FOUND");
  });

  test("does not deadlock with a change that ends it, and is refused", async () => {
    const token = await tokenFor(person);
    const client = new pg.Client({ connectionString: ownerUrl() });
    await client.connect();
    try {
      await client.query("BEGIN");
      const own = [person.personId];
      await client.query("SELECT FROM people WHERE id = $1 FOR NO KEY UPDATE", own);
      const late = resetWith(token);
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await expect.poll(() => sql(waiting)).toHaveLength(1);
      await client.query("UPDATE password_resets SET used_at = now() WHERE person_id = $1", own);
      await client.query("COMMIT");
      expectRefusal(await late, 404, "PASSWORD_RESET_NOT_FOUND");
    } finally {
      await client.end();
    }
  });

  test("refuses a weak password and stays valid", async () => {
    const token = await tokenFor(person);
    const answer = await resetWith(token, "aaaaaaaaaaaa");
    expect([answer.status, invalidFields(answer)]).toEqual([400, ["password: isStrongPassword"]]);
    expect((await resetWith(token)).status).toBe(200);
  });

  test("does not clear the count of wrong codes", async () => {
    await sql(
      `INSERT INTO sign_in_attempts (email_hash, scope, failures, failed_at)
       SELECT encode(sha256(convert_to($1, 'UTF8')), 'hex'), s, 4, now() FROM unnest(ARRAY['code', 'any address']) s`,
      [person.email],
    );
    await resetWith(await tokenFor(person));
    const left = await sql("SELECT scope FROM sign_in_attempts WHERE failures = 4");
    expect(left).toEqual([{ scope: "code" }]);
  });
});

describe("a request", () => {
  test("gets the same response for an unknown email, a removed person and a fourth link, which is not sent", async () => {
    const removed = await makePerson({ withTotp: true });
    await sql("UPDATE people SET disabled_at = now() WHERE id = $1", [removed.personId]);
    const known = await requested(person.email);
    for (const email of ["nobody@example.com", removed.email]) {
      const answer = await requested(email);
      expect([answer.status, answer.json]).toEqual([known.status, known.json]);
      expect(await queuedFor(email, "password_reset")).toEqual([]);
    }
    await requested(person.email);
    await requested(person.email);
    const last = async () =>
      (
        await sql("SELECT count(*)::int AS n FROM password_resets WHERE person_id = $1", [
          person.personId,
        ])
      )[0].n;
    expect(await last()).toBe(3);
    const fourth = await requested(person.email);
    expect([fourth.status, fourth.json]).toEqual([known.status, known.json]);
    expect(await last()).toBe(3);
    // The count locks no sign-in.
    expect((await signedIn(person)).jar.size).toBeGreaterThan(0);
  });

  test("is refused without e-mail", async () => {
    setMailSettings({ SANDBOX_MAILBOX: undefined });
    expectRefusal(await requested(person.email), 404, "PASSWORD_RESET_OFF");
  });
});
