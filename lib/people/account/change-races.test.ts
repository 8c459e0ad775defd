import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { POST as changePassword } from "@/app/api/account/password/route";
import { POST as startFactor } from "@/app/api/account/second-factor/route";
import { now } from "@/lib/kernel/clock";
import { whileLocked } from "@/test/database/while-locked";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import {
  type Browser,
  makeBrowser,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { expectRefusal } from "@/test/http/expect-answer";
import { endOtherSessions } from "./sql-store";
import { activateTotp, clearTotp, setPassword, setPendingTotp } from "./store";

type Asking = Parameters<typeof endOtherSessions>[0];

let partnerId: string;
let person: TestPerson;
let browser: Browser;
beforeEach(async () => {
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  person = await makePerson({ partnerId });
  browser = await signedIn(person);
});
afterAll(endTests);

const change = (newPassword: string) =>
  browser.call(changePassword, {
    method: "POST",
    body: { currentPassword: person.password, newPassword },
  });
const fieldsOf = ({ email, password }: TestPerson) => ({ email, password, totp: "" });

describe("a concurrent sign-in creates no session", () => {
  test.each([
    ["the password is changed", "password_hash = 'another'"],
    ["a second factor is activated", "totp_secret_sealed = 'another'"],
    ["the person is disabled", "disabled_at = now()"],
  ])("if %s before it ends", async (_, set) => {
    const late = makeBrowser();
    const answer = await whileLocked(
      [`UPDATE people SET ${set} WHERE id = $1`, [person.personId]],
      () => late.signIn(fieldsOf(person)),
    );
    expect(answer.status).toBe(401);
    const count = "SELECT count(*)::int AS n FROM sessions WHERE person_id = $1";
    expect(await sql(count, [person.personId])).toEqual([{ n: 1 }]);
  });
});

/** Ends a person's other sessions, each with what was checked before. */
const endings: [name: string, end: (own: Asking, passwordHash: string) => Promise<unknown>][] = [
  ["a change of the password", (own, oldHash) => setPassword(own, { oldHash, newHash: "another" })],
  ["the activation of a second factor", (own) => activateTotp(own, "pending", [])],
  ["ending all others", endOtherSessions],
];

test.each(endings)("a session that starts during %s is ended too", async (_, end) => {
  const { personId } = person;
  const [own] = await sql(
    `UPDATE people p SET totp_pending_sealed = 'pending' FROM sessions s
     WHERE p.id = $1 AND s.person_id = p.id RETURNING s.id, p.password_hash`,
    [personId],
  );
  // What the last statement of a sign-in does, until it is committed.
  const begun = `INSERT INTO sessions (id, person_id, created_at, expires_at)
    SELECT 'of ' || p.id, p.id, now(), now() + interval '1 hour' FROM people p WHERE p.id = $1 FOR SHARE`;
  const asking = { personId, sessionId: own.id, at: now() };
  expect(await whileLocked([begun, [personId]], () => end(asking, own.password_hash))).toBe(1);
  const open = "SELECT id FROM sessions WHERE person_id = $1 AND revoked_at IS NULL";
  expect(await sql(open, [personId])).toEqual([{ id: own.id }]);
});

test("of two concurrent changes of one password one succeeds", async () => {
  const answers = await Promise.all([change("the first of two"), change("the other of two")]);
  expect(answers.map(({ json }) => json.message).sort()).toEqual([
    "PASSWORD_INVALID",
    "Password changed",
  ]);
  const entries = await sql("SELECT action FROM audit_entries WHERE person_id = $1", [
    person.personId,
  ]);
  expect(entries).toEqual([{ action: "changePassword" }]);
});

test("a second factor is started or removed only while the checked one is current", async () => {
  const { personId } = person;
  const set = `UPDATE people SET totp_secret_sealed = 'another' WHERE id = $1
    RETURNING id, password_hash AS "passwordHash", totp_secret_sealed AS "totpSecretSealed"`;
  const [checked] = await sql(set, [personId]);
  expect(await setPendingTotp({ ...checked, totpSecretSealed: null }, "pending")).toBe(false);
  expect(await clearTotp({ personId, partnerId }, null, new Date())).toBe("changed");
  expect(await setPendingTotp(checked, "pending")).toBe(true);
  expect(await clearTotp({ personId, partnerId }, "another", new Date())).toBe("cleared");
});

test("a second factor is not started with a password that is changed before it ends", async () => {
  const { personId, password } = person;
  const set = "UPDATE people SET password_hash = 'another' WHERE id = $1";
  const late = () => browser.call(startFactor, { method: "POST", body: { password } });
  const answer = await whileLocked([set, [personId]], late);
  expectRefusal(answer, 401, "PASSWORD_INVALID");
  const pending = "SELECT totp_pending_sealed AS sealed FROM people WHERE id = $1";
  expect(await sql(pending, [personId])).toEqual([{ sealed: null }]);
});
