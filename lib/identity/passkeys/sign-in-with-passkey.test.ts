import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";

// Set before any module reads the settings: browsers refuse passkeys for an IP address.
process.env.BASE_URL = "http://localhost:3000";
process.env.NEXTAUTH_URL = "http://localhost:3000";
const { GET: account } = await import("@/app/api/account/route");
const { GET: list } = await import("@/app/api/account/passkeys/route");
const { DELETE: remove } = await import("@/app/api/account/passkeys/[passkeyId]/route");
const { POST: start } = await import("@/app/api/passkey-sign-ins/route");
const { shiftClock } = await import("@/lib/kernel/clock");
const { withClockAhead } = await import("@/test/fixtures/clock-ahead");
const { whileLocked } = await import("@/test/database/while-locked");
const { endTests, sql } = await import("@/test/fixtures/make");
const { codeOf, makeBrowser } = await import("@/test/fixtures/people");
const { makeAuthenticator } = await import("@/test/fixtures/authenticator");
const { makeApprover } = await import("@/test/fixtures/passkeys");
type Browser = ReturnType<typeof makeBrowser>;
type Owner = Awaited<ReturnType<typeof makeApprover>>;
type Faults = Parameters<Owner["authenticator"]["get"]>[1];

let owner: Owner;
beforeEach(async () => {
  owner = await makeApprover();
});
afterAll(endTests);

async function challengeIn(browser: Browser): Promise<string> {
  const begun = await browser.call(start, { method: "POST" });
  expect(begun.json.data?.options, JSON.stringify(begun.json)).toMatchObject({
    rpId: "localhost",
    userVerification: "required",
  });
  return begun.json.data.options.challenge;
}

const send = async (browser: Browser, assertion: string) =>
  browser.auth("POST", "callback/passkey", {
    csrfToken: await browser.csrfToken(),
    json: "true",
    assertion,
  });

/** Signs in with an authenticator in a new browser; returns the status and the browser. */
async function signIn(authenticator = owner.authenticator, faults: Faults = {}) {
  const browser = makeBrowser();
  const signed = authenticator.get(await challengeIn(browser), faults);
  const { status } = await send(browser, JSON.stringify(signed));
  return { status, browser, signed };
}

const isIn = async (browser: Browser) => (await browser.call(account)).status === 200;

test("a passkey signs its person in, without email, password and code", async () => {
  const { status, browser } = await signIn();
  expect(status).toBe(200);
  expect((await browser.call(account)).json.data.email).toBe(owner.person.email);
  const [row] = await sql("SELECT counter, last_used_at FROM passkeys WHERE person_id = $1", [
    owner.person.personId,
  ]);
  expect([Number(row.counter), row.last_used_at]).toEqual([1, expect.any(Date)]);
  const sessions = await sql("SELECT ip_address FROM sessions WHERE person_id = $1 ORDER BY id", [
    owner.person.personId,
  ]);
  expect(sessions.map(({ ip_address }) => ip_address)).toContain(browser.address);
});

test("a challenge is used once, and ends after five minutes", async () => {
  const { signed } = await signIn();
  const again = makeBrowser();
  expect((await send(again, JSON.stringify(signed))).status).toBe(401);
  const late = makeBrowser();
  const challenge = await challengeIn(late);
  shiftClock(5 * 60_000 + 1);
  expect((await send(late, JSON.stringify(owner.authenticator.get(challenge)))).status).toBe(401);
  for (const invented of ["AAAA", "\u0000"]) {
    const made = JSON.stringify(owner.authenticator.get(invented));
    expect((await send(makeBrowser(), made)).status).toBe(401);
  }
  expect(await isIn(again)).toBe(false);
});

test.each([3_600_000, -3_600_000])(
  "a challenge is signed in time through two processes, of which one has a clock %i ms ahead",
  async (byMs) => {
    const elsewhere = <T>(run: () => Promise<T>) => withClockAhead(byMs, run);
    const [browser, other] = [makeBrowser(), makeBrowser()];
    const signed = async (challenge: Promise<string>) =>
      JSON.stringify(owner.authenticator.get(await challenge));
    const first = await signed(elsewhere(() => challengeIn(browser)));
    expect((await send(browser, first)).status).toBe(200);
    const second = await signed(challengeIn(other));
    expect((await elsewhere(() => send(other, second))).status).toBe(200);
  },
);

test.each<[string, Faults]>([
  ["of another website", { origin: "https://evil.example" }],
  ["for another host name", { rpId: "evil.example" }],
  ["of an authenticator that did not verify the person", { isVerified: false }],
])("a response %s is refused", async (_, faults) => {
  const { status, browser } = await signIn(owner.authenticator, faults);
  expect([status, await isIn(browser)]).toEqual([401, false]);
});

test("an unknown passkey, a removed person and nonsense are refused", async () => {
  expect((await signIn(makeAuthenticator())).status).toBe(401);
  for (const text of ["", "{}", "nonsense", "[1]"])
    expect((await send(makeBrowser(), text)).status).toBe(401);
  await sql("UPDATE people SET disabled_at = now() WHERE id = $1", [owner.person.personId]);
  expect((await signIn()).status).toBe(401);
});

test("a passkey whose counter does not rise is refused, because it was copied", async () => {
  expect((await signIn()).status).toBe(200);
  await sql("UPDATE passkeys SET counter = 100 WHERE person_id = $1", [owner.person.personId]);
  expect((await signIn()).status).toBe(401);
});

test("the removal of a passkey ends the sessions that it began", async () => {
  const { browser } = await signIn();
  const { json } = await owner.browser.call(list);
  const [{ passkeyId }] = json.data.passkeys;
  const body = { password: owner.person.password, code: codeOf(owner.person) };
  const removal = { method: "DELETE", params: { passkeyId }, body };
  expect((await owner.browser.call(remove, removal)).status).toBe(200);
  expect([await isIn(browser), await isIn(owner.browser)]).toEqual([false, true]);
});

test("a sign-in during the removal of its passkey is refused, and begins no session", async () => {
  const own = [owner.person.personId];
  const lock = "SELECT FROM people WHERE id = $1 FOR NO KEY UPDATE";
  const removal = "DELETE FROM passkeys WHERE person_id = $1";
  const { status, browser } = await whileLocked([lock, own], () => signIn(), [removal, own]);
  expect([status, await isIn(browser)]).toEqual([401, false]);
  const open =
    "SELECT count(*)::int AS n FROM sessions WHERE person_id = $1 AND revoked_at IS NULL";
  expect(await sql(open, own)).toEqual([{ n: 1 }]);
});

test("refusals count and lock like wrong codes, and the lock ends", async () => {
  const browser = makeBrowser();
  const attempt = async (faults: Faults) => {
    const signed = owner.authenticator.get(await challengeIn(browser), faults);
    return (await send(browser, JSON.stringify(signed))).status;
  };
  for (let failures = 0; failures < 5; failures += 1)
    expect(await attempt({ isVerified: false })).toBe(401);
  expect(await attempt({})).toBe(429);
  expect(await isIn(browser)).toBe(false);
  shiftClock(60_001);
  expect(await attempt({})).toBe(200);
});
