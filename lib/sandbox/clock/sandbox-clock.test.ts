import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashKey } from "@/lib/identity/api-keys/authenticate-key";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { HOUR_S } from "@/lib/kernel/durations";
import { MAX_CLOCK_ADVANCE_S } from "@/lib/partners/partner-time";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { atOnce, type Client, clientOf } from "@/test/http/client";
import { expectSuccess, invalidFields, TIMESTAMP } from "@/test/http/expect-answer";

let partner: TestPartner;
let client: Client;

beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  client = clientOf(partner);
});
beforeAll(() => callerCache().forget());
afterAll(endTests);

const advance = (advanceSeconds: unknown) => client.advanceClock({ advanceSeconds });
const totalS = async (of = client) => (await of.clock()).json.data.advancedSeconds;

/** How far the clock in a response is ahead, in seconds. */
const aheadS = ({ time, realTime }: { time: string; realTime: string }) =>
  (Date.parse(time) - Date.parse(realTime)) / 1_000;

test("a clock that was never advanced shows the real time", async () => {
  const answer = await client.clock();
  expectSuccess(answer, { time: TIMESTAMP, realTime: TIMESTAMP, advancedSeconds: 0 });
  const { data } = answer.json;
  expect(aheadS(data)).toBe(0);
  expect(Math.abs(Date.parse(data.realTime) - Date.now())).toBeLessThan(60_000);
});

test("advances add up, and both operations return the clock", async () => {
  const first = await advance(HOUR_S);
  expectSuccess(first, { time: TIMESTAMP, realTime: TIMESTAMP, advancedSeconds: HOUR_S });
  expect(aheadS(first.json.data)).toBe(HOUR_S);
  expectSuccess(await advance(1), {
    time: TIMESTAMP,
    realTime: TIMESTAMP,
    advancedSeconds: HOUR_S + 1,
  });
  const { data } = (await client.clock()).json;
  expect([data.advancedSeconds, aheadS(data)]).toEqual([HOUR_S + 1, HOUR_S + 1]);
});

test("the clock of another partner stays", async () => {
  const other = clientOf(await makePartner({ balanceUsd: 0 }));
  await advance(HOUR_S);
  expect(await totalS(other)).toBe(0);
});

test("advances at the same time add up", async () => {
  const answers = await atOnce(8, () => advance(60));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const totals = answers.map(({ json }) => json.data.advancedSeconds).sort((a, b) => a - b);
  expect(totals).toEqual([60, 120, 180, 240, 300, 360, 420, 480]);
  expect(await totalS()).toBe(480);
  const steps = await sql(
    "SELECT offset_s FROM partner_clock_advances WHERE partner_id = $1 ORDER BY advanced_at",
    [partner.partnerId],
  );
  expect(steps.map(({ offset_s }) => offset_s)).toEqual(totals);
});

describe("refuses", () => {
  test.each([
    [{}, ["advanceSeconds: isNotEmpty"]],
    [{ advanceSeconds: null }, ["advanceSeconds: isNumber"]],
    [{ advanceSeconds: 0 }, ["advanceSeconds: min"]],
    [{ advanceSeconds: -60 }, ["advanceSeconds: min"]],
    [{ advanceSeconds: 1.5 }, ["advanceSeconds: isInt"]],
    [{ advanceSeconds: "60" }, ["advanceSeconds: isNumber"]],
    [{ advanceSeconds: MAX_CLOCK_ADVANCE_S + 1 }, ["advanceSeconds: max"]],
    [{ advanceSeconds: 1e300 }, ["advanceSeconds: max"]],
  ])("%j", async (body, faults) => {
    expect(invalidFields(await client.advanceClock(body))).toEqual(faults);
    expect(await totalS()).toBe(0);
  });

  test("an advance that takes the clock further than 10 years in total", async () => {
    expect((await advance(MAX_CLOCK_ADVANCE_S - 10)).status).toBe(200);
    const answer = await advance(11);
    expect(invalidFields(answer)).toEqual(["advanceSeconds: max"]);
    expect(answer.json.data.error[0].constraints.max).toContain("10 years");
    expect(await totalS()).toBe(MAX_CLOCK_ADVANCE_S - 10);
    expect((await advance(10)).json.data.advancedSeconds).toBe(MAX_CLOCK_ADVANCE_S);
    expect(invalidFields(await advance(1))).toEqual(["advanceSeconds: max"]);
  });
});

test("the advance of another process is seen at once, and a restart keeps it", async () => {
  expect(await totalS()).toBe(0);
  await sql("SELECT advance_partner_clock($1, 60, $2, now())", [
    partner.partnerId,
    MAX_CLOCK_ADVANCE_S,
  ]);
  await expect.poll(() => callerCache().get(hashKey(partner.apiKey))).toBeUndefined();
  expect(await totalS()).toBe(60);
  await callerCache().close();
  expect(await totalS()).toBe(60);
});

test("the database refuses to set a clock back, and to advance one in production", async () => {
  await advance(60);
  const { partnerId } = partner;
  const setTo = (offset: number) =>
    sql("UPDATE partners SET clock_offset_s = $2 WHERE id = $1", [partnerId, offset]);
  await expect(setTo(59)).rejects.toMatchObject({ code: "PW003" });
  await expect(setTo(MAX_CLOCK_ADVANCE_S + 1)).rejects.toThrow("partners_clock_offset");
  await sql("INSERT INTO service_environment (environment) VALUES ('production')");
  try {
    const { status } = await advance(60);
    expect(status).toBe(500);
  } finally {
    await sql("DELETE FROM service_environment");
  }
  expect(await totalS()).toBe(60);
});
