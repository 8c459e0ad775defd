import "@/test/database";
import { afterAll, describe, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { endTests } from "@/test/fixtures/make";
import { codeOf, makeBrowser, makePerson } from "@/test/fixtures/people";

/** Clocks that differ from that of the database by more than an hour. */
const CLOCKS: [string, number][] = [
  ["ahead", HOUR_MS + MINUTE_MS],
  ["behind", -HOUR_MS - MINUTE_MS],
];

afterAll(endTests);

describe.each(CLOCKS)("in a process whose clock is %s", (_, byMs) => {
  test("the present code signs in, and one that was valid by that clock does not", async () => {
    const person = await makePerson();
    const fields = { email: person.email, password: person.password };
    const [totp, other] = [codeOf(person), codeOf(person, byMs / 30_000)];
    const signIn = (code: string) =>
      withClockAhead(byMs, async () => {
        return (await makeBrowser().signIn({ ...fields, totp: code })).status;
      });
    expect(await signIn(other)).toBe(401);
    expect(await signIn(totp)).toBe(200);
  });
});
