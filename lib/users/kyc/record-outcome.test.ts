import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { KycOutcome } from "@/lib/contract/kyc-outcomes";
import { now } from "@/lib/kernel/clock";
import { eventsOf } from "@/test/fixtures/books";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { tokenOf, type UserClient, userClientOf } from "@/test/http/user-client";
import { sessionOfToken } from "./link";
import { recordOutcome } from "./record-outcome";

const LATER_MS = 60_000;

let partner: TestPartner;
let client: UserClient;
let serviceId: string;
let sessionId: string;

beforeEach(async () => {
  partner = await makePartner();
  client = userClientOf(partner);
  const made = await client.make();
  serviceId = made.serviceId;
  sessionId = sessionOfToken(tokenOf(made.verificationUrl)) ?? "";
});
afterAll(endTests);

const record = (status: KycOutcome, afterMs = 0, codes: string[] = []) =>
  recordOutcome({ sessionId, status, codes, decidedAt: new Date(now().getTime() + afterMs) });
const statusOf = async () => (await client.get(serviceId)).json.data.status;
const events = async () =>
  (await eventsOf(partner.partnerId, "user.kyc-event")).map(
    (event) => event.data.status as KycOutcome,
  );

describe("an outcome of a provider", () => {
  test("closes the session with it", async () => {
    expect(await record("approved")).toEqual({ serviceId, status: "approved", recorded: true });
    const [session] = await sql("SELECT * FROM kyc_sessions WHERE id = $1", [sessionId]);
    expect(session).toMatchObject({ outcome: "approved", completed_at: expect.any(Date) });
    const [user] = await sql("SELECT kyc_session_id, denial_reason FROM users WHERE id = $1", [
      serviceId,
    ]);
    expect(user).toEqual({ kyc_session_id: null, denial_reason: null });
  });

  test("reported a second time changes and sends nothing", async () => {
    await record("denied", 0, ["FORGERY"]);
    expect(await record("denied", LATER_MS, ["SPAM"])).toMatchObject({ recorded: false });
    expect(await events()).toEqual(["denied"]);
    const [user] = await sql("SELECT denial_reason FROM users WHERE id = $1", [serviceId]);
    expect(user.denial_reason).toBe("FORGERY");
  });

  test("reported 20 times concurrently is recorded once", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => record("needsVerification")),
    );
    expect(outcomes.filter((outcome) => outcome?.recorded)).toHaveLength(1);
    expect(await events()).toEqual(["needsVerification"]);
    expect(await sql("SELECT id FROM kyc_sessions WHERE user_id = $1", [serviceId])).toHaveLength(
      2,
    );
  });

  test("can be changed by a later one", async () => {
    await record("approved");
    await record("denied", LATER_MS, ["SANCTIONS"]);
    expect(await statusOf()).toBe("denied");
    expect(await events()).toEqual(["approved", "denied"]);
  });

  test("an outcome that is older than the current one is ignored", async () => {
    await record("approved", LATER_MS);
    expect(await record("denied")).toEqual({ serviceId, status: "approved", recorded: false });
    expect(await statusOf()).toBe("approved");
    expect(await events()).toEqual(["approved"]);
  });

  test("an outcome of a replaced session still counts, and closes the open one", async () => {
    await record("needsVerification");
    await record("approved", LATER_MS);
    const { data } = (await client.get(serviceId)).json;
    expect(data.status).toBe("approved");
    expect(data).not.toHaveProperty("verificationUrl");
  });

  test("an outcome of an unknown session or a deleted user is ignored", async () => {
    await client.remove(serviceId);
    expect(await record("approved")).toBeUndefined();
    sessionId = "kyc_00000000000000000000000000";
    expect(await record("approved")).toBeUndefined();
    expect(await events()).toEqual([]);
  });
});
