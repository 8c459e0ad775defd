import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { POST as changeName } from "@/app/api/account/name/route";
import { POST as changePassword } from "@/app/api/account/password/route";
import { GET as account } from "@/app/api/account/route";
import { POST as confirm } from "@/app/api/account/second-factor/confirm/route";
import { DELETE as removeFactor, POST as startFactor } from "@/app/api/account/second-factor/route";
import { DELETE as endOne } from "@/app/api/account/sessions/[sessionId]/route";
import { DELETE as endOthers, GET as list } from "@/app/api/account/sessions/route";
import { POST as reveal } from "@/app/api/v1/partner/card/[serviceCardId]/reveal/route";
import { GET as getCard } from "@/app/api/v1/partner/card/[serviceCardId]/route";
import { shiftClock } from "@/lib/kernel/clock";
import { MINUTE_MS } from "@/lib/kernel/durations";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makeBrowser,
  makePerson,
  signedIn,
  type TestPerson,
  wrongCodeOf,
} from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import {
  anId,
  expectRefusal,
  expectSuccess,
  invalidFields,
  TIMESTAMP,
} from "@/test/http/expect-answer";
import { browserName } from "./browser-name";

const NEW_PASSWORD = "correct horse battery";

let partner: TestPartner;
let person: TestPerson;
let browser: Browser;
beforeEach(async () => {
  partner = await makePartner();
  person = await makePerson({ partnerId: partner.partnerId, role: "developer" });
  browser = await signedIn(person);
});
afterAll(endTests);

const post = (body: unknown) => ({ method: "POST", body });
const isIn = async (one: Browser) => (await one.call(account)).status === 200;
const signIn = async (password: string, totp = "") =>
  (await makeBrowser().signIn({ email: person.email, password, totp })).status === 200;

test("the account has the signed-in person and the partner", async () => {
  expectSuccess(await browser.call(account), {
    personId: person.personId,
    name: "Test",
    email: person.email,
    role: "developer",
    partnerId: partner.partnerId,
    partnerName: "Test partner",
    hasSecondFactor: false,
    recoveryCodesLeft: 0,
    sessionExpiresAt: TIMESTAMP,
    environment: "staging",
  });
});

test("the operator's people have an account too, without a partner", async () => {
  const operator = await makePerson({ role: "auditor" });
  const { data } = (await (await signedIn(operator)).call(account)).json;
  expect(data).toMatchObject({ email: operator.email, role: "auditor", hasSecondFactor: true });
  expect(data.partnerId).toBeUndefined();
});

test("an account needs a session, the right origin, and no API key", async () => {
  expectRefusal(await makeBrowser().call(account), 401, "SESSION_REQUIRED");
  const headers = { authorization: `Bearer ${partner.apiKey}` };
  expectRefusal(await makeBrowser().call(account, { headers }), 401, "SESSION_REQUIRED");
  const elsewhere = { ...post({ password: "x" }), headers: { origin: "https://evil.example" } };
  expectRefusal(await browser.call(startFactor, elsewhere), 403, "ORIGIN_NOT_ALLOWED");
});

test.each(["owner", "developer", "viewer", "admin", "approver", "auditor"] as const)(
  "each change by the %s has one audit entry without secrets",
  async (role) => {
    const isOperators = ["admin", "approver", "auditor"].includes(role);
    const side = isOperators ? {} : { partnerId: partner.partnerId };
    const one = await makePerson({ role, ...side });
    const theirs = await signedIn(one);
    const other = await signedIn(one);
    const [{ sessionId }] = (await theirs.call(list)).json.data.sessions.filter(
      ({ isCurrent }: { isCurrent: boolean }) => !isCurrent,
    );
    await theirs.call(endOne, { method: "DELETE", params: { sessionId } });
    expect(await isIn(other)).toBe(false);
    await theirs.call(endOthers, { method: "DELETE" });
    const currentPassword = one.password;
    await theirs.call(changePassword, post({ currentPassword, newPassword: NEW_PASSWORD }));
    const code = isOperators ? { code: codeOf(one) } : {};
    const begun = await theirs.call(startFactor, post({ password: NEW_PASSWORD, ...code }));
    const { secret } = begun.json.data;
    const totp = codeOf({ totpSecret: secret });
    const { recoveryCodes } = (await theirs.call(confirm, post({ totp }))).json.data;
    const entries = await sql("SELECT * FROM audit_entries WHERE person_id = $1 ORDER BY id", [
      one.personId,
    ]);
    expect(entries.map(({ action }) => action)).toEqual([
      "revokeSession",
      "revokeOtherSessions",
      "changePassword",
      "startSecondFactor",
      "confirmSecondFactor",
    ]);
    for (const { partner_id, ip_address } of entries)
      expect([partner_id, ip_address]).toEqual([
        isOperators ? null : partner.partnerId,
        theirs.address,
      ]);
    const written = JSON.stringify(entries);
    for (const hidden of [one.password, NEW_PASSWORD, secret, totp, recoveryCodes[0]])
      expect(written).not.toContain(hidden);
  },
);

describe("the own name", () => {
  const rename = (name: unknown) => browser.call(changeName, { method: "POST", body: { name } });

  test("is changed at once, also for a session that is open elsewhere", async () => {
    const elsewhere = await signedIn(person);
    expect((await rename("Zoë Quist")).json.data).toEqual({ name: "Zoë Quist" });
    expect((await elsewhere.call(account)).json.data.name).toBe("Zoë Quist");
  });

  test.each([[""], ["  "], ["x".repeat(101)], ["a\u202eb"], [null]])(
    "%j is refused",
    async (name) => {
      expect(invalidFields(await rename(name))).toEqual([
        expect.stringMatching(/^name: (is|maxLength)/),
      ]);
      expect((await browser.call(account)).json.data.name).toBe("Test");
    },
  );
});

describe("sessions", () => {
  const sessions = async () => (await browser.call(list)).json.data.sessions;
  const end = (sessionId: string, by = browser) =>
    by.call(endOne, { method: "DELETE", params: { sessionId } });

  test("are listed newest first with their place, and the current one is marked", async () => {
    const other = await signedIn(person);
    expect(await sessions()).toEqual([
      {
        sessionId: anId("ses"),
        browser: "Unknown browser",
        ipAddress: other.address,
        isCurrent: false,
        createdAt: TIMESTAMP,
        expiresAt: TIMESTAMP,
      },
      expect.objectContaining({ ipAddress: browser.address, isCurrent: true }),
    ]);
  });

  test("are listed up to a hundred, with the current one", async () => {
    await sql(
      `INSERT INTO sessions (id, person_id, created_at, expires_at)
       SELECT 'ses_' || lpad(n::text, 26, 'z'), $1, now(), now() + interval '1 hour' FROM generate_series(1, 150) n`,
      [person.personId],
    );
    const listed = await sessions();
    expect(listed).toHaveLength(100);
    expect(listed.at(-1)).toMatchObject({ isCurrent: true });
    expectSuccess(await browser.call(endOthers, { method: "DELETE" }), { ended: 150 });
  });

  test("are ended one by one, immediately", async () => {
    const [second, third] = [await signedIn(person), await signedIn(person)];
    const [newest] = await sessions();
    expectSuccess(await end(newest.sessionId), { ended: 1 });
    expect([await isIn(browser), await isIn(second), await isIn(third)]).toEqual([
      true,
      true,
      false,
    ]);
    expectRefusal(await end(newest.sessionId), 404, "SESSION_NOT_FOUND");
  });

  test("are all ended except the current one", async () => {
    const others = [await signedIn(person), await signedIn(person)];
    const answer = await browser.call(endOthers, { method: "DELETE" });
    expectSuccess(answer, { ended: 2 });
    for (const other of others) expect(await isIn(other)).toBe(false);
    expect(await sessions()).toHaveLength(1);
  });

  test("the sessions of other people, also of the same partner, are not found", async () => {
    const colleague = await makePerson({ partnerId: partner.partnerId });
    const theirs = await signedIn(colleague);
    const [{ id }] = await sql("SELECT id FROM sessions WHERE person_id = $1", [
      colleague.personId,
    ]);
    expectRefusal(await end(id), 404, "SESSION_NOT_FOUND");
    await browser.call(endOthers, { method: "DELETE" });
    expect(await isIn(theirs)).toBe(true);
  });

  test("the current one can be ended too, as a sign-out", async () => {
    const [{ sessionId }] = await sessions();
    expectSuccess(await end(sessionId), { ended: 1 });
    expect(await isIn(browser)).toBe(false);
  });
});

describe("the password", () => {
  const change = (currentPassword: string, newPassword = NEW_PASSWORD, by = browser) =>
    by.call(changePassword, post({ currentPassword, newPassword }));

  test("is changed with the current password, and ends the other sessions", async () => {
    const other = await signedIn(person);
    expectSuccess(await change(person.password), { endedSessions: 1 });
    expect([await isIn(browser), await isIn(other)]).toEqual([true, false]);
    expect([await signIn(person.password), await signIn(NEW_PASSWORD)]).toEqual([false, true]);
  });

  test("is not changed without the current password, or to a short one", async () => {
    expectRefusal(await change("wrong"), 401, "PASSWORD_INVALID");
    expect(invalidFields(await change(person.password, "short"))).toEqual([
      "newPassword: minLength",
    ]);
    expect(await signIn(person.password)).toBe(true);
  });

  test("cannot be guessed: after five wrong ones the right one is refused for a minute", async () => {
    for (let i = 0; i < 5; i++) expectRefusal(await change("wrong"), 401, "PASSWORD_INVALID");
    const locked = await change(person.password);
    expectRefusal(locked, 429, "PASSWORD_LOCKED");
    // The lock began at the last wrong one, and a slow machine asks later.
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(30);
    // Who is locked here can still sign in: those attempts are counted apart.
    expect(await signIn(person.password)).toBe(true);
    shiftClock(1.1 * MINUTE_MS);
    try {
      expect((await change(person.password)).status).toBe(200);
    } finally {
      shiftClock(-1.1 * MINUTE_MS);
    }
  });

  test("is checked at most five times in parallel", async () => {
    const guesses = await Promise.all(Array.from({ length: 20 }, () => change("wrong")));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
  });
});

describe("the second factor", () => {
  const start = (password = person.password, code?: string) =>
    browser.call(startFactor, post({ password, ...(code !== undefined && { code }) }));
  const withSecret = (totpSecret: string) => ({ ...person, totpSecret });
  const confirmed = (totp: string) => browser.call(confirm, post({ totp }));
  const remove = (code: string, password = person.password) =>
    browser.call(removeFactor, { method: "DELETE", body: { password, code } });
  /** An authenticator that stands. */
  const setUp = async () => {
    const { secret } = (await start()).json.data;
    const { recoveryCodes } = (await confirmed(codeOf(withSecret(secret)))).json.data;
    return { secret, recoveryCodes } as { secret: string; recoveryCodes: string[] };
  };

  test("is started with the password and applies from its confirmation", async () => {
    const { secret, otpauthUrl } = (await start()).json.data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(otpauthUrl);
    expect([url.protocol, url.host, url.searchParams.get("secret")]).toEqual([
      "otpauth:",
      "totp",
      secret,
    ]);
    expect(decodeURIComponent(url.pathname)).toBe(`/Partner wallet:${person.email}`);
    expect(await signIn(person.password)).toBe(true);
    expectSuccess(await confirmed(codeOf(withSecret(secret))), {
      hasSecondFactor: true,
      recoveryCodes: expect.arrayContaining([expect.stringMatching(/^[2-9a-z]{5}-[2-9a-z]{5}$/)]),
      endedSessions: 1,
    });
    expect(await signIn(person.password)).toBe(false);
    expect(await signIn(person.password, codeOf(withSecret(secret)))).toBe(true);
    expect((await browser.call(account)).json.data.hasSecondFactor).toBe(true);
  });

  test("is not started without the password, and not confirmed by a wrong code or before the start", async () => {
    expectRefusal(await start("wrong"), 401, "PASSWORD_INVALID");
    expectRefusal(await confirmed("000000"), 400, "SECOND_FACTOR_NOT_STARTED");
    const { secret } = (await start()).json.data;
    const wrong = wrongCodeOf(withSecret(secret));
    expectRefusal(await confirmed(wrong), 401, "SECOND_FACTOR_INVALID");
    expect(await signIn(person.password)).toBe(true);
  });

  test("a second start leaves the first in use until it is confirmed", async () => {
    const { secret: first } = await setUp();
    const second = (await start(person.password, codeOf(withSecret(first)))).json.data.secret;
    expect(await signIn(person.password, codeOf(withSecret(first)))).toBe(true);
    expectRefusal(await confirmed(codeOf(withSecret(first))), 401, "SECOND_FACTOR_INVALID");
    await confirmed(codeOf(withSecret(second)));
    expect(await signIn(person.password, codeOf(withSecret(first)))).toBe(false);
    expect(await signIn(person.password, codeOf(withSecret(second)))).toBe(true);
  });

  test("is removed with the password and a code of it, or a recovery code", async () => {
    const { secret } = await setUp();
    const code = codeOf(withSecret(secret));
    expectRefusal(await remove(code, "wrong"), 401, "PASSWORD_INVALID");
    expectRefusal(await remove(wrongCodeOf(withSecret(secret))), 401, "SECOND_FACTOR_INVALID");
    const body = { password: person.password };
    const without = await browser.call(removeFactor, { method: "DELETE", body });
    expect(invalidFields(without)).toEqual(["code: isNotEmpty"]);
    expect(await signIn(person.password)).toBe(false);
    expectSuccess(await remove(code), { hasSecondFactor: false });
    expect(await signIn(person.password)).toBe(true);
    const { recoveryCodes } = await setUp();
    expectSuccess(await remove(recoveryCodes[0] ?? ""), { hasSecondFactor: false });
  });

  test("is replaced only with one of its codes, never with a session and the password", async () => {
    const { secret } = await setUp();
    expect(invalidFields(await start())).toEqual(["code: isNotEmpty"]);
    expect(invalidFields(await start(person.password, ""))).toEqual(["code: isNotEmpty"]);
    const wrong = wrongCodeOf(withSecret(secret));
    expectRefusal(await start(person.password, wrong), 401, "SECOND_FACTOR_INVALID");
    const unknown = await start(person.password, "aaaaa-aaaaa");
    expectRefusal(unknown, 401, "SECOND_FACTOR_INVALID");
    expectRefusal(await confirmed(codeOf(withSecret(secret))), 400, "SECOND_FACTOR_NOT_STARTED");
    expect((await start(person.password, codeOf(withSecret(secret)))).status).toBe(200);
  });

  test("is replaced by a recovery code, which then counts in this session alone", async () => {
    const { secret, recoveryCodes } = await setUp();
    const [code = ""] = recoveryCodes;
    expect((await start(person.password, code)).status).toBe(200);
    // The response was lost.
    expect((await start(person.password, code)).status).toBe(200);
    expect(await signIn(person.password, code)).toBe(false);
    const body = { password: person.password, code };
    const others = await Promise.all([1, 2, 3].map(() => signedIn(withSecret(secret))));
    for (const other of others)
      expectRefusal(await other.call(startFactor, post(body)), 401, "SECOND_FACTOR_INVALID");
    const second = { ...body, code: recoveryCodes[1] };
    const tries = await Promise.all(others.map((other) => other.call(startFactor, post(second))));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await browser.call(account)).json.data.recoveryCodesLeft).toBe(8);
  });

  test("a lost second factor is replaced in the session that the last recovery code began, and in no other", async () => {
    const { secret, recoveryCodes } = await setUp();
    const [code = ""] = recoveryCodes;
    const lost = makeBrowser();
    await lost.signIn({ email: person.email, password: person.password, totp: code });
    const body = { password: person.password, code };
    expectRefusal(await start(person.password, code), 401, "SECOND_FACTOR_INVALID");
    expect((await lost.call(startFactor, post(body))).status).toBe(200);
    // The page was loaded again before the secret was read.
    const begun = (await lost.call(startFactor, post(body))).json.data;
    const totp = codeOf(withSecret(begun.secret));
    expect((await lost.call(confirm, post({ totp }))).status).toBe(200);
    expect(await signIn(person.password, codeOf(withSecret(secret)))).toBe(false);
    expectRefusal(await lost.call(startFactor, post(body)), 401, "SECOND_FACTOR_INVALID");
  });

  test("ends all earlier sessions once it is confirmed", async () => {
    const other = await signedIn(person);
    const { secret } = await setUp();
    expect([await isIn(browser), await isIn(other)]).toEqual([true, false]);
    const later = await signedIn(withSecret(secret));
    const begun = (await start(person.password, codeOf(withSecret(secret)))).json.data;
    expect(await isIn(later)).toBe(true);
    expectSuccess(await confirmed(codeOf(withSecret(begun.secret))), {
      hasSecondFactor: true,
      recoveryCodes: expect.any(Array),
      endedSessions: 1,
    });
    expect([await isIn(browser), await isIn(later)]).toEqual([true, false]);
  });

  test("cannot be guessed: a right password does not reset the count of wrong codes", async () => {
    const { secret } = await setUp();
    const wrong = wrongCodeOf(withSecret(secret));
    for (let i = 0; i < 5; i++) {
      expectRefusal(await start(person.password, wrong), 401, "SECOND_FACTOR_INVALID");
      expect(invalidFields(await start())).toEqual(["code: isNotEmpty"]);
    }
    const locked = await start(person.password, codeOf(withSecret(secret)));
    expectRefusal(locked, 429, "SECOND_FACTOR_LOCKED");
    // The lock began at the last wrong one, and a slow machine asks later.
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(30);
  });

  test("a second factor that was started under a password ends with that password", async () => {
    const { secret } = (await start()).json.data;
    const body = { currentPassword: person.password, newPassword: NEW_PASSWORD };
    expect((await browser.call(changePassword, post(body))).status).toBe(200);
    const late = await confirmed(codeOf(withSecret(secret)));
    expectRefusal(late, 400, "SECOND_FACTOR_NOT_STARTED");
  });

  test("each recovery code of a lost second factor signs in once, however it is typed, and none before the password", async () => {
    const { secret } = (await start()).json.data;
    const { recoveryCodes } = (await confirmed(codeOf(withSecret(secret)))).json.data;
    const [first = "", second = ""]: string[] = recoveryCodes;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await signIn("wrong", first)).toBe(false);
    expect(await signIn(person.password, first)).toBe(true);
    expect(await signIn(person.password, first)).toBe(false);
    expect(await signIn(person.password, ` ${second.replace("-", " ").toUpperCase()} `)).toBe(true);
    expect((await browser.call(account)).json.data.recoveryCodesLeft).toBe(8);
    const [row] = await sql("SELECT string_agg(code_hash, ' ') AS text FROM recovery_codes");
    expect(row.text).not.toContain(first.replace("-", ""));
  });

  test("a recovery code that is used twice at the same moment signs in once", async () => {
    const { secret } = (await start()).json.data;
    const { recoveryCodes } = (await confirmed(codeOf(withSecret(secret)))).json.data;
    const tries = await Promise.all(
      Array.from({ length: 4 }, () => signIn(person.password, recoveryCodes[0])),
    );
    expect(tries.filter(Boolean)).toHaveLength(1);
  });

  test("a recovery code is kept by a sign-in that fails before its session is stored", async () => {
    const { recoveryCodes } = await setUp();
    await sql(`CREATE FUNCTION fail_session() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.person_id = TG_ARGV[0] THEN RAISE EXCEPTION 'ended' USING ERRCODE = '57P01'; END IF; RETURN NEW; END $$`);
    try {
      await sql(`CREATE TRIGGER fail_session BEFORE INSERT ON sessions
        FOR EACH ROW EXECUTE FUNCTION fail_session('${person.personId}')`);
      expect(await signIn(person.password, recoveryCodes[0])).toBe(false);
    } finally {
      await sql("DROP FUNCTION fail_session() CASCADE");
    }
    expect((await browser.call(account)).json.data.recoveryCodesLeft).toBe(10);
    expect(await signIn(person.password, recoveryCodes[0])).toBe(true);
  });

  test("a second factor that is set up again has new recovery codes, and a removed one has none", async () => {
    const { secret: first, recoveryCodes } = await setUp();
    const second = (await start(person.password, codeOf(withSecret(first)))).json.data.secret;
    await confirmed(codeOf(withSecret(second)));
    expect(await signIn(person.password, recoveryCodes[0])).toBe(false);
    await remove(codeOf(withSecret(second)));
    expect((await browser.call(account)).json.data.recoveryCodesLeft).toBe(0);
  });

  test("the second factor of the operator's people is never removed, only set up again", async () => {
    const operator = await makePerson();
    const theirs = await signedIn(operator);
    const body = { password: operator.password };
    expectRefusal(
      await theirs.call(removeFactor, { method: "DELETE", body }),
      403,
      "SECOND_FACTOR_REQUIRED",
    );
    expect(invalidFields(await theirs.call(startFactor, post(body)))).toEqual(["code: isNotEmpty"]);
    const withCode = post({ ...body, code: codeOf(operator) });
    const { secret } = (await theirs.call(startFactor, withCode)).json.data;
    const totp = codeOf({ totpSecret: secret });
    expect((await theirs.call(confirm, post({ totp }))).status).toBe(200);
    const { email, password } = operator;
    expect((await makeBrowser().signIn({ email, password, totp })).status).toBe(200);
  });

  test("the secret of a second factor is sealed in the database", async () => {
    const { secret } = (await start()).json.data;
    const [row] = await sql("SELECT to_jsonb(p)::text AS text FROM people p WHERE id = $1", [
      person.personId,
    ]);
    expect(row.text).not.toContain(secret);
  });
});

describe("a card in a session", () => {
  const seen = (serviceCardId: string) => browser.call(getCard, { params: { serviceCardId } });
  const revealed = (serviceCardId: string, password = person.password) =>
    browser.call(reveal, { ...post({ password }), params: { serviceCardId } });

  test("is shown without its number and CVV, and with them after the password", async () => {
    const card = await makeCard(partner);
    const byKey = (await clientOf(partner).getCard(card)).json.data;
    const { cardNumber, cardCvv, cardExpiry, ...rest } = byKey;
    const answer = await seen(card);
    expectSuccess(answer, {
      ...rest,
      cardNumber: `${byKey.first6}••••••${byKey.last4}`,
      cardCvv: "•••",
      cardExpiry,
    });
    expect(JSON.stringify(answer.json)).not.toContain(cardNumber);
    expectSuccess(await revealed(card), { cardNumber, cardCvv, cardExpiry });
    const entries = await sql("SELECT * FROM audit_entries WHERE person_id = $1", [
      person.personId,
    ]);
    expect(entries).toMatchObject([{ action: "revealCard", target_id: card, after: {} }]);
  });

  test("is not revealed for a wrong password, and while locked not for the right one", async () => {
    const card = await makeCard(partner);
    for (let i = 0; i < 5; i++)
      expectRefusal(await revealed(card, "wrong"), 401, "PASSWORD_INVALID");
    expectRefusal(await revealed(card), 429, "PASSWORD_LOCKED");
    expect(await sql("SELECT id FROM audit_entries WHERE target_id = $1", [card])).toEqual([]);
  });
});

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
  ["curl/8.5.0", "curl"],
  ["<script>alert(1)</script>", "Unknown browser"],
  [null, "Unknown browser"],
])("the browser of %j is %s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
