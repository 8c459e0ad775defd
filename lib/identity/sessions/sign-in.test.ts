import "@/test/database";
import { setTimeout as sleep } from "node:timers/promises";
import { decode } from "next-auth/jwt";
import { afterAll, describe, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import {
  codeOf,
  makeBrowser,
  makePerson,
  signedIn,
  type TestPerson,
  wrongCodeOf,
} from "@/test/fixtures/people";

afterAll(endTests);

const SESSION_COOKIE = "next-auth.session-token";

const ERROR_URL = "http://127.0.0.1:3000/api/auth/error?error=";

/** True after a sign-in; false for a refusal without a reason, else the reason. */
async function attempt(
  person: TestPerson,
  fields: Record<string, string> = {},
  browser = makeBrowser(),
): Promise<boolean | string> {
  const totp = person.totpSecret === undefined ? "" : codeOf(person);
  const { email, password } = person;
  browser.jar.delete(SESSION_COOKIE);
  const response = await browser.signIn({ email, password, totp, ...fields });
  const isIn = browser.jar.has(SESSION_COOKIE);
  expect(response.status).toBe(isIn ? 200 : 401);
  const { url } = (await response.json()) as { url: string };
  if (isIn) expect(url).toBe("http://127.0.0.1:3000/");
  else expect(url).toContain(ERROR_URL);
  const error = url.replace(ERROR_URL, "");
  return isIn || (error === "CredentialsSignin&provider=credentials" ? false : error);
}

describe("signing in", () => {
  test("works for an administrator with password and code", async () => {
    const admin = await makePerson();
    const browser = await signedIn(admin);
    expect(await browser.session()).toStrictEqual({
      user: { id: admin.personId, email: admin.email, name: "Test", role: "admin" },
      expires: expect.stringMatching(/Z$/),
    });
  });

  test("works for a partner's person without a second factor with the password only", async () => {
    const { partnerId } = await makePartner({ balanceUsd: 0 });
    const owner = await makePerson({ partnerId });
    const { user } = await (await signedIn(owner)).session();
    expect(user).toMatchObject({ role: "owner", partnerId });
  });

  test("needs the code of a partner's person with a second factor", async () => {
    const { partnerId } = await makePartner({ balanceUsd: 0 });
    const developer = await makePerson({ partnerId, role: "developer", withTotp: true });
    expect(await attempt(developer, { totp: "" })).toBe("SecondFactorRequired");
    expect(await attempt(developer, { totp: wrongCodeOf(developer) })).toBe("SecondFactorInvalid");
    expect(await attempt(developer)).toBe(true);
  });

  test("accepts the email in any letter case, and a code with a space", async () => {
    const admin = await makePerson();
    const totp = codeOf(admin).replace(/^.../, "$& ");
    expect(await attempt(admin, { email: ` ${admin.email.toUpperCase()} `, totp })).toBe(true);
  });

  test("accepts a code twice within its time, for another action", async () => {
    const admin = await makePerson();
    const totp = codeOf(admin);
    expect([await attempt(admin, { totp }), await attempt(admin, { totp })]).toEqual([true, true]);
  });

  test("works with JSON as with a form", async () => {
    const browser = makeBrowser();
    const fields = { csrfToken: await browser.csrfToken(), ...fieldsOf(await makePerson()) };
    const json = { "content-type": "application/json" };
    const response = await browser.auth(
      "POST",
      "callback/credentials",
      JSON.stringify(fields),
      json,
    );
    expect(response.status).toBe(302);
    expect(browser.jar.has(SESSION_COOKIE)).toBe(true);
  });
});

describe("a session", () => {
  test("is an HttpOnly cookie for 12 hours", async () => {
    const admin = await makePerson();
    const browser = makeBrowser();
    const response = await browser.signIn({ ...fieldsOf(admin) });
    const line = response.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith(SESSION_COOKIE));
    expect(line).toMatch(/; Path=\/;.*HttpOnly; SameSite=Lax$/);
    const expires = Date.parse(/Expires=([^;]+)/.exec(line ?? "")?.[1] ?? "");
    expect(Math.abs(expires - Date.now() - 12 * 60 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("has the session's id and no data of the person", async () => {
    const browser = await signedIn(await makePerson());
    const token = decodeURIComponent(browser.jar.get(SESSION_COOKIE) ?? "");
    const payload = await decode({ token, secret: env().NEXTAUTH_SECRET });
    expect(payload).toStrictEqual({
      sid: expect.stringMatching(/^ses_[0-9a-z]{26}$/),
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.any(String),
    });
  });

  test("is recorded with its address and browser", async () => {
    const admin = await makePerson();
    const browser = await signedIn(admin);
    const rows = await sql("SELECT * FROM sessions WHERE person_id = $1", [admin.personId]);
    expect(rows).toMatchObject([{ ip_address: browser.address, revoked_at: null }]);
    expect(rows[0].expires_at - rows[0].created_at).toBe(12 * 60 * MINUTE_MS);
  });
});

const fieldsOf = (person: TestPerson) => ({
  email: person.email,
  password: person.password,
  totp: codeOf(person),
});

describe("with the right password, a person with a second factor learns", () => {
  test.each(["", "  "])("that the code is missing: %j", async (totp) => {
    const admin = await makePerson();
    expect(await attempt(admin, { totp })).toBe("SecondFactorRequired");
  });

  test("a person with a second factor learns that the code is wrong", async () => {
    const [one, other] = [await makePerson(), await makePerson()];
    const wrongCodes = [wrongCodeOf(one), "2222222", "abcde-fghjk"];
    for (const totp of wrongCodes) expect(await attempt(one, { totp })).toBe("SecondFactorInvalid");
    expect(codeOf(one) === codeOf(other) || (await attempt(one, { totp: codeOf(other) }))).toBe(
      codeOf(one) === codeOf(other) || "SecondFactorInvalid",
    );
  });

  test("any number of missing codes, without a session and without a lock", async () => {
    const admin = await makePerson();
    const browser = makeBrowser();
    for (let i = 0; i < 12; i++)
      expect(await attempt(admin, { totp: "" }, browser)).toBe("SecondFactorRequired");
    expect(await sql("SELECT 1 FROM sign_in_attempts WHERE failures > 20")).toEqual([]);
    expect(await sql("SELECT 1 FROM sessions WHERE person_id = $1", [admin.personId])).toEqual([]);
    expect(await attempt(admin, {}, browser)).toBe(true);
  });
});

describe("signing in is refused with the same message", () => {
  test.each([
    ["a wrong password", { password: "wrong" }],
    ["no password", { password: "" }],
    ["a password of 20,000 characters", { password: "x".repeat(20_000) }],
    ["a code that is too long", { totp: "1".repeat(1_000) }],
    ["an unknown email", { email: "nobody@example.com" }],
    ["no email", { email: "" }],
    ["an email with NUL in it", { email: "a\u0000@example.com" }],
    ["a wildcard", { email: "%" }],
  ])("for %s", async (_, fields) => {
    const admin = await makePerson();
    expect(await attempt(admin, fields)).toBe(false);
    expect(await attempt(admin)).toBe(true);
  });

  test("the password in another case or with an extra space is refused", async () => {
    const admin = await makePerson();
    // One password in four thousand has no small letter, and is equal to itself in capitals.
    const swapped = admin.password.replace(/[a-z]/gi, (letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    );
    for (const password of [swapped, `${admin.password} `])
      expect(await attempt(admin, { password })).toBe(false);
  });

  test("a wrong password with a right code is refused", async () => {
    const admin = await makePerson();
    expect(await attempt(admin, { password: "wrong", totp: codeOf(admin) })).toBe(false);
    expect(await attempt(admin, { password: "wrong", totp: "" })).toBe(false);
  });

  test("a disabled person is refused", async () => {
    const admin = await makePerson();
    await sql("UPDATE people SET disabled_at = now() WHERE id = $1", [admin.personId]);
    expect(await attempt(admin)).toBe(false);
  });

  test("one of the operator's people whose second factor was removed is refused", async () => {
    const admin = await makePerson();
    await sql("UPDATE people SET totp_secret_sealed = NULL WHERE id = $1", [admin.personId]);
    expect(await attempt(admin)).toBe(false);
    expect(await attempt(admin, { totp: "" })).toBe(false);
  });

  test("a second factor that was copied from another person's row is refused", async () => {
    const [one, other] = [await makePerson(), await makePerson()];
    await sql(
      "UPDATE people p SET totp_secret_sealed = o.totp_secret_sealed FROM people o WHERE p.id = $1 AND o.id = $2",
      [one.personId, other.personId],
    );
    const response = await makeBrowser().signIn({ ...fieldsOf(one), totp: codeOf(other) });
    expect(response.status).toBe(500);
  });

  test("a request without the CSRF token is refused", async () => {
    const admin = await makePerson();
    for (const csrfToken of [undefined, "", "0".repeat(64), await makeBrowser().csrfToken()]) {
      const browser = makeBrowser();
      await browser.csrfToken();
      const token: Record<string, string> = csrfToken === undefined ? {} : { csrfToken };
      const fields = { ...fieldsOf(admin), json: "true", ...token };
      await browser.auth("POST", "callback/credentials", fields);
      expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
    }
  });

  test("an unknown email is refused as slowly as a known one", async () => {
    const admin = await makePerson();
    const refused: Record<string, string>[] = [
      { email: "nobody@example.com" },
      { password: "wrong" },
      { email: "" },
    ];
    for (const fields of refused) {
      const startMs = performance.now();
      // A timer begins at the time that the event loop read last: let it read the time after the start.
      await sleep(1);
      await attempt(admin, fields);
      expect(performance.now() - startMs).toBeGreaterThan(295);
    }
  });
});
