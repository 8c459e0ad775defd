import "@/test/database";
import { verify } from "@node-rs/argon2";
import type pg from "pg";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as changePassword } from "@/app/api/account/password/route";
import { shiftClock } from "@/lib/kernel/clock";
import { HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { ownerClient } from "@/test/database/attack";
import { doneOrWaiting } from "@/test/database/done-or-waiting";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makeBrowser,
  makePerson,
  signedIn,
  type TestPerson,
  wrongCodeOf,
} from "@/test/fixtures/people";
import { verifyPassword } from "../passwords/password";

vi.mock("@node-rs/argon2", { spy: true });
vi.mock("../passwords/password", { spy: true });

beforeEach(() => void vi.mocked(verify).mockClear());
afterAll(endTests);

interface Outcome {
  status: number;
  reason: string | null;
  retryAfterS: number | undefined;
}

/** Signs in as the person, by default from a new browser, and returns the outcome. */
async function attempt(
  person: Pick<TestPerson, "email" | "password"> & { totpSecret?: string },
  fields: Record<string, string> = {},
  browser: Browser = makeBrowser(),
): Promise<Outcome> {
  const totp = person.totpSecret === undefined ? "" : codeOf(person);
  const { email, password } = person;
  const response = await browser.signIn({ email, password, totp, ...fields });
  const text = await response.text();
  const { url, message } = JSON.parse(text);
  const retryAfter = response.headers.get("Retry-After");
  return {
    status: response.status,
    reason: message ?? new URL(url).searchParams.get("error"),
    retryAfterS: retryAfter === null ? undefined : Number(retryAfter),
  };
}

const IN: Outcome = { status: 200, reason: null, retryAfterS: undefined };
const REFUSED: Outcome = { status: 401, reason: "CredentialsSignin", retryAfterS: undefined };
const CODE_WRONG: Outcome = { status: 401, reason: "SecondFactorInvalid", retryAfterS: undefined };
const LOCKED = expect.objectContaining({ status: 429, reason: "SIGN_IN_LOCKED" });

async function wrong(
  person: Pick<TestPerson, "email" | "password">,
  times: number,
  browserOf: () => Browser,
) {
  for (let i = 0; i < times; i++) await attempt(person, { password: "wrong" }, browserOf());
}

/**
 * Wrong sign-ins, each from its own address: exactly enough to lock an email for all unknown browsers. As many at once as may
 * wait for their passwords to be checked.
 */
async function flood(person: TestPerson): Promise<void> {
  for (let round = 0; round < 2; round++)
    await Promise.all(Array.from({ length: 25 }, () => attempt(person, { password: "wrong" })));
}

describe("wrong sign-ins from one address", () => {
  test("after four of them the right one succeeds and resets the count", async () => {
    const admin = await makePerson();
    const here = () => makeBrowser("192.0.2.1");
    await wrong(admin, 4, here);
    expect(await attempt(admin, {}, here())).toEqual(IN);
    await wrong(admin, 4, here);
    expect(await attempt(admin, {}, here())).toEqual(IN);
  });

  test("five of them lock the address for a minute, then for increasing times, and the response has the time", async () => {
    const admin = await makePerson();
    const here = () => makeBrowser("192.0.2.2");
    await wrong(admin, 5, here);
    for (const minutes of [1, 2, 5, 15, 30, 60, 60]) {
      const outcome = await attempt(admin, {}, here());
      expect(outcome).toEqual(LOCKED);
      expect(outcome.retryAfterS).toBeGreaterThan(minutes * 60 - 30);
      expect(outcome.retryAfterS).toBeLessThanOrEqual(minutes * 60);
      shiftClock((minutes - 0.5) * MINUTE_MS);
      expect(await attempt(admin, {}, here())).toEqual(LOCKED);
      shiftClock(0.51 * MINUTE_MS);
      await wrong(admin, 1, here);
    }
    shiftClock(61 * MINUTE_MS);
    expect(await attempt(admin, {}, here())).toEqual(IN);
  });

  test("do not lock any other address, so that strangers cannot lock a person out", async () => {
    const admin = await makePerson();
    await wrong(admin, 8, () => makeBrowser("192.0.2.3"));
    expect(await attempt(admin, {}, makeBrowser("192.0.2.3"))).toEqual(LOCKED);
    expect(await attempt(admin, {}, makeBrowser("192.0.2.4"))).toEqual(IN);
  });

  test("lock the /64 of an IPv6 address and no other", async () => {
    const admin = await makePerson();
    let host = 0;
    await wrong(admin, 5, () => makeBrowser(`2001:db8:1:2::${++host}`));
    expect(await attempt(admin, {}, makeBrowser("2001:db8:1:2:ffff::9"))).toEqual(LOCKED);
    expect(await attempt(admin, {}, makeBrowser("2001:db8:1:3::1"))).toEqual(IN);
  });

  test("do not lock other people", async () => {
    const [one, other] = [await makePerson(), await makePerson()];
    await wrong(one, 6, () => makeBrowser("192.0.2.5"));
    expect(await attempt(other, {}, makeBrowser("192.0.2.5"))).toEqual(IN);
  });

  test("are forgotten at one per hour", async () => {
    const admin = await makePerson();
    const here = () => makeBrowser("192.0.2.6");
    await wrong(admin, 4, here);
    shiftClock(3.1 * HOUR_MS);
    await wrong(admin, 3, here);
    expect(await attempt(admin, {}, here())).toEqual(IN);
  });

  test("at most five of many parallel sign-ins from one address are checked", async () => {
    const admin = await makePerson();
    const browsers = Array.from({ length: 20 }, () => makeBrowser("192.0.2.7"));
    await Promise.all(browsers.map((browser) => attempt(admin, { password: "wrong" }, browser)));
    const [row] = await sql(
      "SELECT failures FROM sign_in_attempts WHERE scope = 'address 192.0.2.7'",
    );
    expect(row.failures).toBe(5);
    expect(await attempt(admin, {}, makeBrowser("192.0.2.7"))).toEqual(LOCKED);
  });

  test("are counted one after another over all connections", async () => {
    const scope = { scope: "here", free: 5, lock_s: [60], decay_s: 3600, is_cleared: true };
    const emailHash = "f".repeat(64);
    const [one, two] = [await ownerClient(), await ownerClient()];
    const fail = (client: pg.Client) =>
      client.query("SELECT count_sign_in($1, $2, false, now())", [
        emailHash,
        JSON.stringify([scope]),
      ]);
    try {
      await one.query("BEGIN");
      await fail(one);
      const second = fail(two);
      await doneOrWaiting(second);
      await one.query("COMMIT");
      await second;
    } finally {
      await Promise.all([one.end(), two.end()]);
    }
    const [row] = await sql("SELECT failures FROM sign_in_attempts WHERE email_hash = $1", [
      emailHash,
    ]);
    expect(row.failures).toBe(2);
  });

  test("count once each, in any order", async () => {
    const scopes = [{ scope: "here", free: 50, lock_s: [300], decay_s: 360, is_cleared: false }];
    const emailHash = "e".repeat(64);
    for (const second of [9, 3, 8, 1, 7])
      await sql("SELECT count_sign_in($1, $2, false, $3)", [
        emailHash,
        JSON.stringify(scopes),
        new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
      ]);
    const [row] = await sql("SELECT failures FROM sign_in_attempts WHERE email_hash = $1", [
      emailHash,
    ]);
    expect(row.failures).toBe(5);
  });

  test("do not affect an existing session", async () => {
    const admin = await makePerson();
    const browser = await signedIn(admin);
    await wrong(admin, 6, () => makeBrowser("192.0.2.8"));
    expect(await browser.session()).toMatchObject({ user: { email: admin.email } });
  });
});

describe("an unknown email", () => {
  test("gets the same responses and hashing as a known one, during and after the lock", async () => {
    const { partnerId } = await makePartner({ balanceUsd: 0 });
    const person = await makePerson({ partnerId });
    const nobody = { email: "nobody@example.com", password: "x" };
    const history = async (who: typeof nobody, address: string) => {
      vi.mocked(verify).mockClear();
      const answers: unknown[] = [];
      for (let i = 0; i < 7; i++) {
        const response = await makeBrowser(address).signIn({ ...who, password: "wrong", totp: "" });
        answers.push([response.status, await response.text(), vi.mocked(verify).mock.calls.length]);
      }
      return answers;
    };
    const known = await history(person, "192.0.2.20");
    expect(await history(nobody, "192.0.2.21")).toEqual(known);
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(5);
    shiftClock(2 * MINUTE_MS);
    expect(await attempt(nobody, {}, makeBrowser("192.0.2.21"))).toEqual(REFUSED);
  });

  test("is stored only as a hash, and deleted after a week", async () => {
    await attempt({ email: "typo-of-a-password", password: "x" });
    const stored = async () => (await sql("SELECT email_hash FROM sign_in_attempts")).map(String);
    const hashes = await sql("SELECT email_hash FROM sign_in_attempts");
    for (const row of hashes) expect(row.email_hash).toMatch(/^[0-9a-f]{64}$/);
    const before = (await stored()).length;
    shiftClock(8 * 24 * HOUR_MS);
    for (let i = 0; i < 10; i++) await attempt({ email: "another@example.com", password: "x" });
    expect((await stored()).length).toBeLessThan(before);
  });
});

describe("many addresses together", () => {
  test("lock an email for unknown browsers, not for the one that signed in before", async () => {
    const admin = await makePerson();
    const own = await signedIn(admin);
    await flood(admin);
    expect(await attempt(admin)).toEqual(LOCKED);
    expect(await attempt(admin, {}, own)).toEqual(IN);
    shiftClock(6 * MINUTE_MS);
    expect(await attempt(admin)).toEqual(IN);
  });
});

describe("a known browser", () => {
  const cookieOf = (browser: Browser) => browser.jar.get("known-browser") ?? "";

  test("is an HttpOnly cookie for half a year, without data of the person", async () => {
    const admin = await makePerson();
    const browser = makeBrowser();
    const { email, password } = admin;
    const response = await browser.signIn({ email, password, totp: codeOf(admin) });
    const line = response.headers.getSetCookie().find((each) => each.startsWith("known-browser="));
    expect(line).toMatch(/; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/);
    expect(line).not.toContain(email);
  });

  test("does not share its place among the passwords that wait with unknown browsers", async () => {
    const admin = await makePerson();
    const own = await signedIn(admin);
    const places = async (browser: Browser) => {
      vi.mocked(verifyPassword).mockClear();
      await attempt(admin, {}, browser);
      return vi.mocked(verifyPassword).mock.calls.map(([, , options]) => options);
    };
    expect(await places(own)).toEqual([{ isStranger: false }]);
    expect(await places(makeBrowser())).toEqual([{ isStranger: true }]);
  });

  test("a known browser that guesses is locked on its own", async () => {
    const admin = await makePerson();
    const own = await signedIn(admin);
    await wrong(admin, 5, () => own);
    expect(await attempt(admin, {}, own)).toEqual(LOCKED);
    expect(await attempt(admin)).toEqual(IN);
  });

  test("is unknown after a password change", async () => {
    const admin = await makePerson();
    const own = await signedIn(admin);
    const body = { currentPassword: admin.password, newPassword: "correct horse battery" };
    expect((await own.call(changePassword, { method: "POST", body })).status).toBe(200);
    const changed = { ...admin, password: body.newPassword };
    await flood(changed);
    expect(await attempt(changed, {}, own)).toEqual(LOCKED);
  });

  test("is known only for its own people, and not by a forged cookie", async () => {
    const [one, other] = [await makePerson(), await makePerson()];
    const own = await signedIn(one);
    await flood(other);
    const of = (value: string) => {
      const browser = makeBrowser();
      browser.jar.set("known-browser", value);
      return browser;
    };
    expect(await attempt(other, {}, of(cookieOf(own)))).toEqual(LOCKED);
    const renamed = cookieOf(own).replace(one.personId, other.personId);
    for (const value of [renamed, `${renamed}~${renamed}`, "~~~", `${renamed}x`, ""])
      expect(await attempt(other, {}, of(value))).toEqual(LOCKED);
  });

  test("stays known for each of several people", async () => {
    const [one, other] = [await makePerson(), await makePerson()];
    const own = await signedIn(one);
    expect(await attempt(other, {}, own)).toEqual(IN);
    for (const person of [one, other]) await flood(person);
    expect(await attempt(one, {}, own)).toEqual(IN);
    expect(await attempt(other, {}, own)).toEqual(IN);
  });

  test("expires after half a year", async () => {
    const admin = await makePerson();
    const own = await signedIn(admin);
    shiftClock(181 * 24 * HOUR_MS);
    await flood(admin);
    expect(await attempt(admin, {}, own)).toEqual(LOCKED);
  });
});

describe("wrong codes after the right password", () => {
  test("are reported as such, and lock the person's codes for every address", async () => {
    const admin = await makePerson();
    const own = await signedIn(admin);
    for (let i = 0; i < 5; i++)
      expect(await attempt(admin, { totp: wrongCodeOf(admin) })).toEqual(CODE_WRONG);
    const locked = await attempt(admin);
    expect(locked).toEqual(LOCKED);
    // The lock began at the fifth code, and a slow machine asks later.
    expect(locked.retryAfterS).toBeGreaterThan(30);
    expect(locked.retryAfterS).toBeLessThanOrEqual(60);
    expect(await attempt(admin, { totp: "" })).toEqual(LOCKED);
    // Without the password the lock is not revealed.
    expect(await attempt(admin, { password: "wrong" })).toEqual(REFUSED);
    expect(await attempt(admin, {}, own)).toEqual(IN);
  });

  test("are not reset by a right password", async () => {
    const admin = await makePerson();
    const here = () => makeBrowser("192.0.2.40");
    for (let i = 0; i < 4; i++) {
      await attempt(admin, { totp: wrongCodeOf(admin) }, here());
      await attempt(admin, { totp: "" }, here());
    }
    await attempt(admin, { totp: wrongCodeOf(admin) }, here());
    expect(await attempt(admin, {}, here())).toEqual(LOCKED);
  });
});
