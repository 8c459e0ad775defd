import "@/test/database";
import { afterAll, expect, test } from "vitest";

// Set before any module reads the settings.
process.env.SERVICE_ENVIRONMENT = "production";
process.env.BASE_URL = "https://cards.example.com";
process.env.NEXTAUTH_URL = "https://cards.example.com";
const { endTests, sql } = await import("@/test/fixtures/make");
const { codeOf, makeBrowser, makePerson } = await import("@/test/fixtures/people");

afterAll(endTests);

test("in production a code begins one session, also with concurrent sign-ins, and confirms within it", async () => {
  const admin = await makePerson();
  const { email, password } = admin;
  const signIn = async (totp: string) => {
    const answer = await makeBrowser().signIn({ email, password, totp });
    const { url } = (await answer.json()) as { url: string };
    return [answer.status, new URL(url).searchParams.get("error")];
  };
  const IN = [200, null];
  const USED = [401, "SecondFactorInvalid"];
  const [code, next] = [codeOf(admin), codeOf(admin, 1)];
  const answers = await Promise.all([signIn(code), signIn(code), signIn(code)]);
  expect(answers.sort()).toEqual([IN, USED, USED]);
  expect(await signIn(code)).toEqual(USED);
  // No failure was counted.
  for (let i = 0; i < 5; i++) expect(await signIn(code)).toEqual(USED);
  expect(await signIn(next)).toEqual(IN);
  const sessions = await sql("SELECT totp_step FROM sessions WHERE person_id = $1", [
    admin.personId,
  ]);
  expect(new Set(sessions.map(({ totp_step }) => totp_step)).size).toBe(2);
});
