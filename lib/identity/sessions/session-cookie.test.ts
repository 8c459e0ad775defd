import "@/test/database";
import { afterAll, expect, test } from "vitest";

// Set before any module reads the settings.
process.env.BASE_URL = "https://cards.example.com";
process.env.NEXTAUTH_URL = "https://cards.example.com";
const { endTests } = await import("@/test/fixtures/make");
const { codeOf, makeBrowser, makePerson } = await import("@/test/fixtures/people");
const { currentPerson } = await import("./current-person");

afterAll(endTests);

test("cookies are Secure if the base URL is HTTPS", async () => {
  const admin = await makePerson();
  const { email, password } = admin;
  const browser = makeBrowser();
  const first = await browser.auth("GET", "csrf");
  const second = await browser.signIn({ email, password, totp: codeOf(admin) });
  const lines = [first, second].flatMap(({ headers }) => headers.getSetCookie());
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).toMatch(/HttpOnly; Secure; SameSite=Lax$/);
  const name = "__Host-next-auth.session-token";
  expect([...browser.jar.keys()]).toContain(name);
  expect([...browser.jar.keys()]).toContain("__Host-next-auth.csrf-token");

  const cookie = `${name}=${browser.jar.get(name)}`;
  expect(await currentPerson({ headers: new Headers({ cookie }) })).toMatchObject({ email });
  const plain = cookie.replace("__Host-", "");
  expect(await currentPerson({ headers: new Headers({ cookie: plain }) })).toBeUndefined();
});
