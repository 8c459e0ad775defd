import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";

// Set before any module reads the settings: browsers refuse passkeys for an IP address.
process.env.BASE_URL = "http://localhost:3000";
process.env.NEXTAUTH_URL = "http://localhost:3000";
const { POST: register } = await import("@/app/api/account/passkeys/route");
const { POST: start } = await import("@/app/api/account/passkeys/options/route");
const { whileLocked } = await import("@/test/database/while-locked");
const { makeAuthenticator } = await import("@/test/fixtures/authenticator");
const { endTests, makePartner, sql } = await import("@/test/fixtures/make");
const { makePerson, signedIn } = await import("@/test/fixtures/people");
const { expectRefusal } = await import("@/test/http/expect-answer");

let person: Awaited<ReturnType<typeof makePerson>>;
let browser: Awaited<ReturnType<typeof signedIn>>;
beforeEach(async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  person = await makePerson({ partnerId });
  browser = await signedIn(person);
});
afterAll(endTests);

const started = () => browser.call(start, { method: "POST", body: { password: person.password } });
const CHANGE_PASSWORD = "UPDATE people SET password_hash = 'another' WHERE id = $1";
const LOCK = "SELECT FROM people WHERE id = $1 FOR NO KEY UPDATE";
const END_CHALLENGES = "DELETE FROM passkey_challenges WHERE person_id = $1";

test("a passkey is not started with a password that is changed before it ends", async () => {
  const own = [person.personId];
  expectRefusal(await whileLocked([CHANGE_PASSWORD, own], started), 401, "PASSWORD_INVALID");
  expect(await sql("SELECT FROM passkey_challenges WHERE person_id = $1", own)).toEqual([]);
});

test("a passkey is not registered when the credentials change before it ends", async () => {
  const own = [person.personId];
  const { json } = await started();
  const credential = makeAuthenticator().create(json.data.options.challenge);
  const body = { name: "Laptop", credential };
  const late = () => browser.call(register, { method: "POST", body });
  const answer = await whileLocked([LOCK, own], late, [END_CHALLENGES, own]);
  expectRefusal(answer, 400, "PASSKEY_INVALID");
  expect(await sql("SELECT FROM passkeys WHERE person_id = $1", own)).toEqual([]);
});
