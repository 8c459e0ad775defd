import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

// Set before any module reads the settings: browsers refuse passkeys for an IP address.
process.env.BASE_URL = "http://localhost:3000";
process.env.NEXTAUTH_URL = "http://localhost:3000";
const { GET: list, POST: register } = await import("@/app/api/account/passkeys/route");
const { POST: start } = await import("@/app/api/account/passkeys/options/route");
const { PATCH: rename, DELETE: remove } = await import(
  "@/app/api/account/passkeys/[passkeyId]/route"
);
const { POST: changePassword } = await import("@/app/api/account/password/route");
const { POST: startFactor } = await import("@/app/api/account/second-factor/route");
const { POST: confirmFactor } = await import("@/app/api/account/second-factor/confirm/route");
const { shiftClock } = await import("@/lib/kernel/clock");
const { withClockAhead } = await import("@/test/fixtures/clock-ahead");
const { endTests, makePartner, sql } = await import("@/test/fixtures/make");
const { codeOf, makePerson, signedIn } = await import("@/test/fixtures/people");
const { makeAuthenticator } = await import("@/test/fixtures/authenticator");
const { expectRefusal, expectSuccess, invalidFields, TIMESTAMP, anId } = await import(
  "@/test/http/expect-answer"
);
type Person = Awaited<ReturnType<typeof makePerson>>;
type Browser = Awaited<ReturnType<typeof signedIn>>;

let admin: Person;
let browser: Browser;
beforeEach(async () => {
  admin = await makePerson();
  browser = await signedIn(admin);
});
afterAll(endTests);

const post = (body: unknown) => ({ method: "POST", body });
const stepUp = (person: Person = admin) => ({ password: person.password, code: codeOf(person) });

async function challengeFor(one: Browser, person: Person): Promise<string> {
  const { status, json } = await one.call(start, post(stepUp(person)));
  expect(status, JSON.stringify(json)).toBe(200);
  return json.data.options.challenge;
}

async function changePasswordOf(one: Browser, { password }: Person): Promise<void> {
  const body = { currentPassword: password, newPassword: "another horse battery" };
  expect((await one.call(changePassword, post(body))).status).toBe(200);
}

async function newFactorOf(one: Browser, { password }: Person): Promise<void> {
  const { secret } = (await one.call(startFactor, post({ password }))).json.data;
  const totp = codeOf({ totpSecret: secret });
  expect((await one.call(confirmFactor, post({ totp }))).status).toBe(200);
}

const passkeysOf = async (one: Browser) => (await one.call(list)).json.data.passkeys;

describe("registering a passkey", () => {
  test("takes the password and a code, and stores its public key", async () => {
    const authenticator = makeAuthenticator();
    const begun = await browser.call(start, post(stepUp()));
    expect(begun.json.data.options).toMatchObject({
      rp: { id: "localhost" },
      user: { id: Buffer.from(admin.personId).toString("base64url"), name: admin.email },
      authenticatorSelection: { userVerification: "required" },
    });
    const credential = authenticator.create(begun.json.data.options.challenge);
    const made = await browser.call(register, post({ name: "Laptop", credential }));
    const passkey = {
      passkeyId: anId("psk"),
      name: "Laptop",
      fingerprint: authenticator.fingerprint,
      isBackedUp: true,
      createdAt: TIMESTAMP,
    };
    expectSuccess(made, passkey, 201);
    expect(await passkeysOf(browser)).toEqual([made.json.data]);
    const [row] = await sql("SELECT * FROM passkeys WHERE person_id = $1", [admin.personId]);
    expect([row.public_key, row.credential_id, row.transports]).toEqual([
      ...[authenticator.publicKey, authenticator.credentialId],
      ["internal"],
    ]);
    const notices = await sql(
      "SELECT data FROM mail_outbox WHERE person_id = $1 AND kind = 'second_factor_changed'",
      [admin.personId],
    );
    expect(notices).toEqual([{ data: { change: "passkey_added", name: "Laptop" } }]);
    const [entry] = await sql(
      "SELECT after FROM audit_entries WHERE person_id = $1 AND action = 'registerPasskey'",
      [admin.personId],
    );
    expect(entry.after).toEqual({ name: "Laptop", fingerprint: authenticator.fingerprint });
  });

  test.each([3_600_000, -3_600_000])(
    "is possible through two processes, of which the second has a clock %i ms ahead",
    async (byMs) => {
      const credential = makeAuthenticator().create(await challengeFor(browser, admin));
      const registered = () => browser.call(register, post({ name: "Laptop", credential }));
      const made = await withClockAhead(byMs, registered);
      expect(made.status).toBe(201);
      expect(Math.abs(Date.parse(made.json.data.createdAt) - Date.now())).toBeLessThan(60_000);
    },
  );

  test("is refused with a wrong password, and without a code", async () => {
    const wrong = await browser.call(start, post({ ...stepUp(), password: "not the password" }));
    expectRefusal(wrong, 401, "PASSWORD_INVALID");
    const uncoded = await browser.call(start, post({ password: admin.password }));
    expect(invalidFields(uncoded)).toEqual(["code: isNotEmpty"]);
    expect(
      await sql("SELECT 1 FROM passkey_challenges WHERE person_id = $1", [admin.personId]),
    ).toEqual([]);
  });

  test.each([
    ["another website", { origin: "https://evil.example" }],
    ["another host name", { rpId: "evil.example" }],
    ["an authenticator that did not verify the person", { isVerified: false }],
  ])("is refused for a response of %s", async (_, faults) => {
    const credential = makeAuthenticator().create(await challengeFor(browser, admin), faults);
    const refused = await browser.call(register, post({ name: "Laptop", credential }));
    expectRefusal(refused, 400, "PASSKEY_INVALID");
    expect(await passkeysOf(browser)).toEqual([]);
  });

  test("is refused for a challenge that cannot be stored", async () => {
    const credential = makeAuthenticator().create("\u0000");
    const refused = await browser.call(register, post({ name: "Laptop", credential }));
    expectRefusal(refused, 400, "PASSKEY_INVALID");
  });

  test.each(["packed", "android-key"])(
    "does not verify a statement about the authenticator's maker: %s",
    async (statement) => {
      const challenge = await challengeFor(browser, admin);
      const credential = makeAuthenticator().create(challenge, { statement });
      const made = await browser.call(register, post({ name: "Laptop", credential }));
      expect(made.status, JSON.stringify(made.json)).toBe(201);
    },
  );

  test("uses a challenge once, within five minutes, by the same person", async () => {
    const body = (challenge: string) =>
      post({ name: "Laptop", credential: makeAuthenticator().create(challenge) });
    const challenge = await challengeFor(browser, admin);
    const other = await makePerson();
    const theirs = await signedIn(other);
    expectRefusal(await theirs.call(register, body(challenge)), 400, "PASSKEY_INVALID");
    expect((await browser.call(register, body(challenge))).status).toBe(201);
    expectRefusal(await browser.call(register, body(challenge)), 400, "PASSKEY_INVALID");
    const late = await challengeFor(browser, admin);
    shiftClock(5 * 60_000 + 1);
    expectRefusal(await browser.call(register, body(late)), 400, "PASSKEY_INVALID");
    expectRefusal(await browser.call(register, body("AAAA")), 400, "PASSKEY_INVALID");
  });

  test.each([
    ["password", changePasswordOf],
    ["second factor", newFactorOf],
  ])("is refused when it was begun before a change of the %s", async (_, change) => {
    const { partnerId } = await makePartner();
    const person = await makePerson({ partnerId });
    const own = await signedIn(person);
    const { json } = await own.call(start, post({ password: person.password }));
    const credential = makeAuthenticator().create(json.data.options.challenge);
    await change(own, person);
    const refused = await own.call(register, post({ name: "Laptop", credential }));
    expectRefusal(refused, 400, "PASSKEY_INVALID");
    expect(await passkeysOf(own)).toEqual([]);
  });

  test("is refused for a passkey that is registered already, and for the eleventh", async () => {
    const authenticator = makeAuthenticator();
    const create = async (one = makeAuthenticator()) =>
      browser.call(
        register,
        post({ name: "Key", credential: one.create(await challengeFor(browser, admin)) }),
      );
    expect((await create(authenticator)).status).toBe(201);
    expectRefusal(await create(authenticator), 400, "PASSKEY_INVALID");
    const last = await challengeFor(browser, admin);
    for (let more = 0; more < 9; more += 1) expect((await create()).status).toBe(201);
    expectRefusal(await browser.call(start, post(stepUp())), 409, "PASSKEY_LIMIT");
    const credential = makeAuthenticator().create(last);
    expectRefusal(
      await browser.call(register, post({ name: "Key", credential })),
      409,
      "PASSKEY_LIMIT",
    );
    expect(await passkeysOf(browser)).toHaveLength(10);
  });
});

describe("a person of a partner without a second factor", () => {
  test("registers, renames and removes a passkey; another person cannot", async () => {
    const { partnerId } = await makePartner();
    const owner = await makePerson({ partnerId });
    const theirs = await signedIn(owner);
    const { password } = owner;
    const begun = await theirs.call(start, post({ password }));
    const credential = makeAuthenticator().create(begun.json.data.options.challenge);
    const made = await theirs.call(register, post({ name: "Phone", credential }));
    const params = { passkeyId: made.json.data.passkeyId };
    const patch = { method: "PATCH", params, body: { name: "Tablet" } };
    expectRefusal(await browser.call(rename, patch), 404, "PASSKEY_NOT_FOUND");
    expect((await theirs.call(rename, patch)).json.data.name).toBe("Tablet");
    const removal = { method: "DELETE", params };
    const byOther = await browser.call(remove, { ...removal, body: stepUp() });
    expectRefusal(byOther, 404, "PASSKEY_NOT_FOUND");
    const wrong = await theirs.call(remove, { ...removal, body: { password: "wrong" } });
    expectRefusal(wrong, 401, "PASSWORD_INVALID");
    expectSuccess(await theirs.call(remove, { ...removal, body: { password } }), { removed: true });
    expect(await passkeysOf(theirs)).toEqual([]);
    const notices = await sql(
      "SELECT data ->> 'change' AS change FROM mail_outbox WHERE person_id = $1 AND kind = 'second_factor_changed'",
      [owner.personId],
    );
    expect(notices.map(({ change }) => change).sort()).toEqual([
      "passkey_added",
      "passkey_removed",
    ]);
  });
});
