import "@/test/database";
import { afterAll, expect, test } from "vitest";
import type { SignedInPerson } from "@/lib/contract/person";
import { now } from "@/lib/kernel/clock";
import { DAY_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { later } from "@/test/fixtures/later";
import { endTests, makePartner } from "@/test/fixtures/make";
import { codeOf, makeBrowser, makePerson } from "@/test/fixtures/people";
import { confirmPassword } from "../passwords/confirm-password";
import { countAttempt, FAILURES_BEFORE_LOCK } from "./count-attempt";

const YEAR_MS = 365 * DAY_MS;

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

test("a process whose clock is behind keeps nobody out after the end of a lock", async () => {
  const person = await makePerson();
  const browser = makeBrowser("192.0.2.91");
  const signIn = async (password: string) => {
    const response = await browser.signIn({ email: person.email, password, totp: codeOf(person) });
    return { status: response.status, retryAfterS: Number(response.headers.get("Retry-After")) };
  };
  await withClockAhead(-DAY_MS, async () => {
    for (let n = 0; n < FAILURES_BEFORE_LOCK; n++) await signIn("wrong");
    const locked = await signIn(person.password);
    expect(locked.status).toBe(429);
    expect(locked.retryAfterS).toBeLessThanOrEqual(60);
    const after = await later(MINUTE_MS + 1_000, () => signIn(person.password));
    expect(after.status).toBe(200);
  });
});

test("nor does it with a lock of passwords in a session", async () => {
  const partner = await makePartner();
  const person = await makePerson({ partnerId: partner.partnerId });
  const signedIn = { id: person.personId, partnerId: partner.partnerId } as SignedInPerson;
  const confirm = (password: string) => confirmPassword(signedIn, password, now());
  await withClockAhead(-DAY_MS, async () => {
    for (let n = 0; n < FAILURES_BEFORE_LOCK; n++)
      await expect(confirm("wrong")).rejects.toMatchObject({ code: "PASSWORD_INVALID" });
    await expect(confirm(person.password)).rejects.toMatchObject({ code: "PASSWORD_LOCKED" });
    expect(await later(MINUTE_MS + 1_000, () => confirm(person.password))).toMatch(/argon2/);
  });
});
