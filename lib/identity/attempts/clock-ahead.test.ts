import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { now } from "@/lib/kernel/clock";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { later } from "@/test/fixtures/later";
import { endTests } from "@/test/fixtures/make";
import { codeOf, makeBrowser, makePerson } from "@/test/fixtures/people";
import { countAttempt, FAILURES_BEFORE_LOCK } from "./count-attempt";

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;

afterAll(endTests);

test("a lock that a process sets whose clock is ahead ends after its time at sign-ins", async () => {
  const person = await makePerson();
  const signIn = async (password: string) => {
    const browser = makeBrowser("192.0.2.90");
    const response = await browser.signIn({ email: person.email, password, totp: codeOf(person) });
    return response.status;
  };
  await withClockAhead(YEAR_MS, async () => {
    for (let n = 0; n < FAILURES_BEFORE_LOCK; n++) await signIn("wrong");
  });
  expect(await signIn(person.password)).toBe(429);
  expect(await later(MINUTE_MS + 1_000, () => signIn(person.password))).toBe(200);
});

test.each(["code", "password"] as const)(
  "and so does a lock of a session's attempts by %s",
  async (kind) => {
    const { personId } = await makePerson();
    const attempt = (succeeded: boolean) => countAttempt(personId, kind, succeeded, now());
    await withClockAhead(YEAR_MS, async () => {
      for (let n = 0; n < FAILURES_BEFORE_LOCK; n++) await attempt(false);
    });
    expect(await attempt(true)).toBe(false);
    expect(await later(MINUTE_MS + 1_000, () => attempt(true))).toBe(true);
  },
);
