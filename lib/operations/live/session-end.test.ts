import "@/test/database";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as follow } from "@/app/api/v1/partner/live/route";
import { HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { later } from "@/test/fixtures/later";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { hub } from "./hub";

const BEAT_MS = 20_000;

/** Does now what the hub does every 20 seconds. */
let beat: () => Promise<void>;
beforeAll(() => {
  const timers = vi.spyOn(globalThis, "setInterval");
  hub();
  const [run] = timers.mock.calls.find(([, everyMs]) => everyMs === BEAT_MS) ?? [];
  if (run === undefined) throw new Error("the hub has no beat");
  beat = async () => void (await Promise.resolve(run()));
  timers.mockRestore();
});
afterEach(() => expect.poll(() => hub().size).toBe(0));
afterAll(async () => {
  hub().close();
  await endTests();
});

/** Opens a stream of a session that ends in half an hour. */
async function openStream(): Promise<Response> {
  const { partnerId } = await makePartner();
  const person = await makePerson({ partnerId });
  const browser = await signedIn(person);
  await sql("UPDATE sessions SET expires_at = now() + interval '30 minutes' WHERE person_id = $1", [
    person.personId,
  ]);
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const request = new Request("http://127.0.0.1:3000/under-test", { headers: { cookie } });
  return follow(request, { params: Promise.resolve({}) });
}

describe.each([
  ["right", 0],
  ["an hour ahead", HOUR_MS],
  ["an hour behind", -HOUR_MS],
])("in a process whose clock is %s", (_, byMs) => {
  const elsewhere = <T>(run: () => Promise<T>) => withClockAhead(byMs, run);

  test("a stream ends with its session, and not before", async () => {
    const response = await openStream();
    expect(response.status).toBe(200);
    await elsewhere(beat);
    expect(hub().size).toBe(1);
    await later(29 * MINUTE_MS, () => elsewhere(beat));
    expect(hub().size).toBe(1);
    await later(31 * MINUTE_MS, () => elsewhere(beat));
    expect(hub().size).toBe(0);
  });
});
