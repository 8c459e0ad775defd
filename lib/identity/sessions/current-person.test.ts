import "@/test/database";
import { encode } from "next-auth/jwt";
import { afterAll, describe, expect, test } from "vitest";
import { PAGE_READER_HEADER, type PageReader, pageReaderText } from "@/lib/contract/page-reader";
import { shiftClock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { withoutAuditLog } from "@/test/database/attack";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { type Browser, codeOf, makeBrowser, makePerson, signedIn } from "@/test/fixtures/people";
import { currentPerson } from "./current-person";

afterAll(endTests);

const SESSION_COOKIE = "next-auth.session-token";
const at = (cookie?: string) => ({ headers: new Headers(cookie === undefined ? {} : { cookie }) });
const cookieOf = ({ jar }: Browser) => `${SESSION_COOKIE}=${jar.get(SESSION_COOKIE)}`;
const holding = (token: string) => at(`${SESSION_COOKIE}=${token}`);

describe("the person of a request", () => {
  test("is the person who signed in, also with other cookies in the request", async () => {
    const admin = await makePerson();
    const cookie = cookieOf(await signedIn(admin));
    expect(await currentPerson(at(`a=1; ${cookie}; b="x=y"`))).toStrictEqual({
      id: admin.personId,
      partnerId: null,
      email: admin.email,
      name: "Test",
      role: "admin",
      sessionId: expect.stringMatching(/^ses_/),
      sessionExpiresAt: expect.any(Date),
      viewingPartnerId: null,
    });
  });

  test.each([undefined, "", "=", ";;;", "next-auth.session-token", `${SESSION_COOKIE}=`, "x=%"])(
    "is undefined with the cookies %j",
    async (cookie) => {
      expect(await currentPerson(at(cookie))).toBeUndefined();
    },
  );

  test("is undefined with a token that the service did not issue", async () => {
    const cookie = cookieOf(await signedIn(await makePerson()));
    const token = cookie.slice(cookie.indexOf("=") + 1);
    const [row] = await sql("SELECT id FROM sessions ORDER BY id DESC LIMIT 1");
    const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const foreign = await encode({ token: { sid: row.id }, secret: "x".repeat(44) });
    const late = await encode({
      token: { sid: row.id },
      secret: env().NEXTAUTH_SECRET,
      maxAge: -60,
    });
    const unknown = await encode({ token: { sid: newId("ses") }, secret: env().NEXTAUTH_SECRET });
    const odd = await encode({ token: { sid: "' OR 1=1 --" }, secret: env().NEXTAUTH_SECRET });
    const none = await encode({ token: {}, secret: env().NEXTAUTH_SECRET });
    const unsigned = `${base64({ alg: "none" })}.${base64({ sid: row.id })}.`;
    const changed = `${token.slice(0, -8)}AAAAAAAA`;
    for (const text of [foreign, late, unknown, odd, none, unsigned, changed, row.id])
      expect(await currentPerson(holding(text))).toBeUndefined();
    expect(await currentPerson(at(cookie))).toBeDefined();
  });

  test("is undefined for a page that was rendered for another person or partner", async () => {
    const { partnerId } = await makePartner();
    const owner = await makePerson({ role: "owner", partnerId });
    const admin = await makePerson();
    const readAs = async (cookie: string, reader: PageReader) => {
      const headers = { cookie, [PAGE_READER_HEADER]: pageReaderText(reader) };
      return (await currentPerson({ headers: new Headers(headers) }))?.id;
    };
    const owners = cookieOf(await signedIn(owner));
    expect(await readAs(owners, { personId: owner.personId, partnerId })).toBe(owner.personId);
    expect(await readAs(owners, { personId: admin.personId, partnerId })).toBeUndefined();
    expect(await readAs(owners, { personId: admin.personId, partnerId: null })).toBeUndefined();
    expect(
      await readAs(owners, { personId: owner.personId, partnerId: newId("ptn") }),
    ).toBeUndefined();

    // The console stays open while its person views a partner's dashboard in another tab.
    const admins = cookieOf(await signedIn(admin));
    const console = { personId: admin.personId, partnerId: null };
    const dashboard = { personId: admin.personId, partnerId };
    const view = (viewed: string | null) =>
      sql("UPDATE sessions SET viewing_partner_id = $1 WHERE person_id = $2", [
        viewed,
        admin.personId,
      ]);
    await view(partnerId);
    expect(await readAs(admins, console)).toBe(admin.personId);
    expect(await readAs(admins, dashboard)).toBe(admin.personId);
    await view((await makePartner()).partnerId);
    expect(await readAs(admins, console)).toBe(admin.personId);
    expect(await readAs(admins, dashboard)).toBeUndefined();
    // The view has ended: the routes refuse it with the reason.
    await view(null);
    expect(await readAs(admins, dashboard)).toBe(admin.personId);
  });

  test("is undefined after the session was revoked", async () => {
    const admin = await makePerson();
    const [one, other] = [await signedIn(admin), await signedIn(admin)];
    expect(await currentPerson(at(cookieOf(one)))).toBeDefined();
    const [{ id }] = await sql("SELECT id FROM sessions WHERE person_id = $1 ORDER BY id LIMIT 1", [
      admin.personId,
    ]);
    await sql("UPDATE sessions SET revoked_at = now() WHERE id = $1", [id]);
    expect(await currentPerson(at(cookieOf(one)))).toBeUndefined();
    expect(await currentPerson(at(cookieOf(other)))).toBeDefined();
  });

  test("is undefined after the person was disabled", async () => {
    const admin = await makePerson();
    const browser = await signedIn(admin);
    await sql("UPDATE people SET disabled_at = now() WHERE id = $1", [admin.personId]);
    expect(await currentPerson(at(cookieOf(browser)))).toBeUndefined();
  });

  test("is undefined after 12 hours, also if the session was used meanwhile", async () => {
    const browser = await signedIn(await makePerson());
    shiftClock(11.9 * 60 * 60_000);
    expect(await browser.session()).toHaveProperty("user");
    expect(await currentPerson(at(cookieOf(browser)))).toBeDefined();
    shiftClock(0.2 * 60 * 60_000);
    expect(await currentPerson(at(cookieOf(browser)))).toBeUndefined();
  });
});

describe("signing out", () => {
  test("revokes the session, also for a copy of its cookie", async () => {
    const browser = await signedIn(await makePerson());
    const copy = cookieOf(browser);
    expect((await browser.signOut()).status).toBe(200);
    expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
    expect(await currentPerson(at(copy))).toBeUndefined();
    expect(await browser.session()).toEqual({});
  });

  test("does not end the person's other sessions", async () => {
    const admin = await makePerson();
    const [one, other] = [await signedIn(admin), await signedIn(admin)];
    await one.signOut();
    expect(await other.session()).toHaveProperty("user");
  });

  test("requires the CSRF token, and is refused from another site", async () => {
    const browser = await signedIn(await makePerson());
    await browser.auth("POST", "signout", { csrfToken: "0".repeat(64) });
    expect(await browser.session()).toHaveProperty("user");
    const csrfToken = await browser.csrfToken();
    const foreign = { origin: "https://evil.example" };
    const response = await browser.auth("POST", "signout", { csrfToken }, foreign);
    expect(response.status).toBe(403);
    expect(await browser.session()).toHaveProperty("user");
  });

  test("has no effect without a session", async () => {
    const entries = () => sql("SELECT id FROM audit_entries");
    const before = await entries();
    expect((await makeBrowser().signOut()).status).toBe(200);
    expect(await entries()).toEqual(before);
  });

  test("writes one audit entry, for the operator's people and for a partner's", async () => {
    const { partnerId } = await makePartner();
    for (const person of [await makePerson(), await makePerson({ partnerId })]) {
      const { personId } = person;
      const browser = await signedIn(person);
      const [session] = await sql("SELECT id FROM sessions WHERE person_id = $1", [personId]);
      const copy = new Map(browser.jar);
      const answer = await browser.signOut();
      // A second sign-out with copied cookies.
      for (const [name, value] of copy) browser.jar.set(name, value);
      expect((await browser.signOut()).status).toBe(200);
      const [of] = await sql("SELECT partner_id FROM people WHERE id = $1", [personId]);
      const entries = await sql("SELECT * FROM audit_entries WHERE person_id = $1", [personId]);
      expect(entries).toMatchObject([
        {
          partner_id: of.partner_id,
          action: "signOut",
          target_id: session.id,
          ip_address: browser.address,
          request_id: answer.headers.get("x-request-id"),
        },
      ]);
    }
  });

  test("fails and does not end the session if the audit entry cannot be written", async () => {
    const browser = await signedIn(await makePerson());
    await withoutAuditLog(async () => {
      expect((await browser.signOut()).status).toBe(500);
    });
    expect(await browser.session()).toHaveProperty("user");
    await browser.signOut();
    expect(await browser.session()).toEqual({});
  });
});

test("the cookie of an ended session is deleted at the next request of the session", async () => {
  const admin = await makePerson();
  const browser = await signedIn(admin);
  await sql("UPDATE sessions SET revoked_at = now() WHERE person_id = $1", [admin.personId]);
  expect(await browser.session()).toEqual({});
  expect(browser.jar.has(SESSION_COOKIE)).toBe(false);
});

test("a failure of the database: 500, and no session is ended, refused or created because of it", async () => {
  const admin = await makePerson();
  const { email, password } = admin;
  const browser = await signedIn(admin);
  const csrfToken = await browser.csrfToken();
  await sql("ALTER TABLE sessions RENAME TO gone");
  try {
    const answers = [
      await browser.auth("GET", "session"),
      await browser.auth("POST", "signout", { csrfToken }),
      await makeBrowser().signIn({ email, password, totp: codeOf(admin) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
    for (const answer of answers) {
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await answer.text()).not.toMatch(/sessions|relation/);
    }
    expect(browser.jar.has(SESSION_COOKIE)).toBe(true);
  } finally {
    await sql("ALTER TABLE gone RENAME TO sessions");
  }
  expect(await browser.session()).toHaveProperty("user");
});
