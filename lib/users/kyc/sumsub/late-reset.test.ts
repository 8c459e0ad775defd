import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { now } from "@/lib/kernel/clock";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { tokenOf, type UserClient, userClientOf } from "@/test/http/user-client";
import { timeOf } from "@/test/providers/sumsub/applicants";
import { type AttachedSumsub, attachSumsub } from "@/test/providers/sumsub/configure";
import { openVerification } from "../open-verification";

const GREEN = { reviewAnswer: "GREEN" };
const FINAL = { reviewAnswer: "RED", reviewRejectType: "FINAL", rejectLabels: ["SANCTIONS"] };

let sumsub: AttachedSumsub;
let client: UserClient;

beforeAll(async () => {
  sumsub = await attachSumsub();
});
beforeEach(async () => {
  client = userClientOf(await makePartner());
});
afterAll(async () => {
  await sumsub.stop();
  await endTests();
});

/** A user whose applicant exists at Sumsub. */
async function opened(): Promise<string> {
  const { serviceId, verificationUrl } = await client.make({});
  await openVerification(tokenOf(verificationUrl), now());
  return serviceId;
}

const secondsAgo = (s: number) => timeOf(new Date(Date.now() - s * 1_000));

/** Delivers a callback. Returns its body. */
async function deliver(body: string): Promise<string> {
  expect((await sumsub.post(body))?.status).toBe(200);
  return body;
}

const decide = (userId: string, reviewResult: object, agoS: number) =>
  deliver(
    sumsub.callback("applicantReviewed", userId, { createdAtMs: secondsAgo(agoS), reviewResult }),
  );
const reset = (userId: string, agoS: number) =>
  deliver(sumsub.callback("applicantReset", userId, { createdAtMs: secondsAgo(agoS) }));

const statusOf = async (userId: string) => (await client.get(userId)).json.data.status;
/** For each alert about the reset of a user, whether it is open. */
const alertsOf = async (userId: string): Promise<boolean[]> => {
  const rows = await sql(
    "SELECT closed_at IS NULL AS is_open FROM alerts WHERE kind = 'kyc_reset' AND subject = $1 ORDER BY id",
    [userId],
  );
  return rows.map(({ is_open }) => is_open);
};

describe("a reset of an approved user that arrives late", () => {
  test.each([
    ["approval", GREEN, "approved"],
    ["denial", FINAL, "denied"],
  ])("needs nobody once a later %s arrives late too", async (_, decision, status) => {
    const userId = await opened();
    await decide(userId, GREEN, 60);
    await reset(userId, 40);
    expect(await alertsOf(userId)).toEqual([true]);
    await decide(userId, decision, 20);
    expect(await statusOf(userId)).toBe(status);
    expect(await alertsOf(userId)).toEqual([false]);
  });

  test("needs nobody when it arrives at the same time as the later approval", async () => {
    for (let round = 0; round < 8; round++) {
      const userId = await opened();
      await decide(userId, GREEN, 60);
      await Promise.all([reset(userId, 40), decide(userId, GREEN, 20)]);
      expect(await alertsOf(userId)).not.toContain(true);
    }
  });

  test("counts with its own time after a second reset, whichever arrives first", async () => {
    const userId = await opened();
    await decide(userId, GREEN, 60);
    await reset(userId, 20);
    await reset(userId, 40);
    await decide(userId, GREEN, 30);
    expect(await alertsOf(userId)).toEqual([true]);
    await decide(userId, GREEN, 10);
    expect(await alertsOf(userId)).toEqual([false]);
  });

  test("opens no further alert when it is delivered again after the end of its alert", async () => {
    const userId = await opened();
    await decide(userId, GREEN, 60);
    const body = await reset(userId, 40);
    await sql("UPDATE alerts SET closed_at = now() WHERE subject = $1", [userId]);
    await deliver(body);
    expect(await alertsOf(userId)).toEqual([false]);
  });
});

test("an approval that arrives after its reset opens the alert, and the next one closes it", async () => {
  const userId = await opened();
  await reset(userId, 20);
  expect(await alertsOf(userId)).toEqual([]);
  await decide(userId, GREEN, 40);
  expect(await statusOf(userId)).toBe("approved");
  expect(await alertsOf(userId)).toEqual([true]);
  await decide(userId, GREEN, 10);
  expect(await alertsOf(userId)).toEqual([false]);
});

test("a denial that arrives after its reset needs nobody", async () => {
  const userId = await opened();
  await decide(userId, GREEN, 60);
  await reset(userId, 20);
  await decide(userId, FINAL, 40);
  expect(await statusOf(userId)).toBe("denied");
  expect(await alertsOf(userId)).toEqual([false]);
});
