import "@/test/database";
import { afterAll, describe, expect, test, vi } from "vitest";
import { POST as changePassword } from "@/app/api/account/password/route";
import { GET as account } from "@/app/api/account/route";
import { HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";

/** Clocks that differ from that of the database by more than an hour. */
const CLOCKS: [string, number][] = [
  ["ahead", HOUR_MS + MINUTE_MS],
  ["behind", -HOUR_MS - MINUTE_MS],
];
const PASSWORD = "correct horse battery";

afterAll(endTests);

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
const isIn = async (one: Browser) => (await statusOf(one.call(account))) === 200;

describe.each(CLOCKS)("in a process whose clock is %s", (_, byMs) => {
  const elsewhere = <T>(run: () => Promise<T>) => withClockAhead(byMs, run);

  test("a new password ends every other session that is still accepted somewhere", async () => {
    const { partnerId } = await makePartner();
    const person = await makePerson({ partnerId });
    const [own, other] = [await signedIn(person), await elsewhere(() => signedIn(person))];
    await sql(
      `UPDATE sessions SET expires_at = now() + interval '30 minutes'
       WHERE id = (SELECT max(id) FROM sessions WHERE person_id = $1)`,
      [person.personId],
    );
    const body = { currentPassword: person.password, newPassword: PASSWORD };
    const changing = () => own.call(changePassword, { method: "POST", body });
    expect(await statusOf(elsewhere(changing))).toBe(200);
    const areIn = async () => [await isIn(own), await isIn(other)];
    expect(await areIn()).toEqual([true, false]);
    expect(await elsewhere(areIn)).toEqual([true, false]);
  });

  test("a session ends when it ends everywhere", async () => {
    const { partnerId } = await makePartner();
    const person = await makePerson({ partnerId });
    const one = await signedIn(person);
    const endIn = (minutes: number) =>
      sql(
        "UPDATE sessions SET expires_at = now() + $2 * interval '1 minute' WHERE person_id = $1",
        [person.personId, minutes],
      );
    await endIn(30);
    expect(await elsewhere(() => isIn(one))).toBe(true);
    await endIn(-30);
    expect(await elsewhere(() => isIn(one))).toBe(false);
  });
});

/** Runs where every reading of the clock is wrong, also those of libraries, which use no `Date.now()`. */
async function withDateAhead<T>(byMs: number, run: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ now: Date.now() + byMs, toFake: ["Date"] });
  try {
    return await run();
  } finally {
    vi.useRealTimers();
  }
}

test.each([
  ["ahead", 13 * HOUR_MS],
  ["behind", -13 * HOUR_MS],
])(
  "a session is accepted also where a clock is %s by more than a session lasts",
  async (_, byMs) => {
    const { partnerId } = await makePartner();
    const person = await makePerson({ partnerId });
    const begunElsewhere = await withDateAhead(byMs, () => signedIn(person));
    for (const one of [await signedIn(person), begunElsewhere]) {
      expect(await isIn(one)).toBe(true);
      expect(await withDateAhead(byMs, () => isIn(one))).toBe(true);
    }
  },
);
