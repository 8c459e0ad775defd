import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { now } from "@/lib/kernel/clock";
import { collectKycOutcomesJob } from "@/lib/operations/scheduler/jobs";
import { startScheduler } from "@/lib/operations/scheduler/start-scheduler";
import { eventually } from "@/test/eventually";
import { eventsOf } from "@/test/fixtures/books";
import { later } from "@/test/fixtures/later";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { expectRefusal, expectSuccess } from "@/test/http/expect-answer";
import {
  collectOutcomes,
  submitCheck,
  tokenOf,
  type UserClient,
  userClientOf,
} from "@/test/http/user-client";
import { sessionOfToken } from "./link";
import { kycProvider } from "./provider";
import { recordOutcome } from "./record-outcome";
import { sandboxProvider } from "./sandbox";

const DUE_MS = 2_000;
const LEASE_MS = 30_000;

let partner: TestPartner;
let client: UserClient;

beforeEach(async () => {
  partner = await makePartner();
  client = userClientOf(partner);
  await sql("DELETE FROM sandbox_kyc_outcomes");
});
afterAll(endTests);

const statusOf = async (serviceId: string) => (await client.get(serviceId)).json.data.status;
const events = () => eventsOf(partner.partnerId, "user.kyc-event");
const planned = () => sql("SELECT * FROM sandbox_kyc_outcomes");

describe("a keyword at the end of the last name", () => {
  test.each([
    ["OkaforApproved", "approved"],
    ["OkaforDenied", "denied"],
    ["OkaforneedsVerification", "pending_kyc"],
    ["Approved", "approved"],
    ["DeniedApproved", "approved"],
  ])("decides: %s", async (lastName, status) => {
    const { serviceId } = await client.make({ lastName });
    expect(await statusOf(serviceId)).toBe("pending");
    expectSuccess(await later(DUE_MS, () => collectOutcomes()), { recorded: 1 });
    expect(await statusOf(serviceId)).toBe(status);
    expect(await planned()).toEqual([]);
    expect(await events()).toHaveLength(1);
  });

  test.each([
    "Okafor",
    "Okaforapproved",
    "OkaforAPPROVED",
    "ApprovedOkafor",
    "OkaforNeedsVerification",
    "OkaforApproved.",
  ])("and nothing else: %s", async (lastName) => {
    await client.make({ lastName });
    expect(await planned()).toEqual([]);
  });

  test("decides after its delay, and once", async () => {
    const { serviceId } = await client.make({ lastName: "OkaforApproved" });
    expectSuccess(await collectOutcomes(), { recorded: 0 });
    expect(await statusOf(serviceId)).toBe("pending");
    await later(DUE_MS, () => collectOutcomes());
    expectSuccess(await later(DUE_MS * 2, () => collectOutcomes()), { recorded: 0 });
    expect(await events()).toHaveLength(1);
  });

  test("has a reason only when it denies, and a link only when it needs more", async () => {
    await client.make({ lastName: "OkaforDenied" });
    await client.make({ lastName: "OkaforneedsVerification" });
    await later(DUE_MS, () => collectOutcomes());
    const data = (await events()).map((event) => event.data);
    const denied = data.find(({ status }) => status === "denied");
    expect(denied.reason).toBe("REGULATIONS_VIOLATIONS");
    expect(denied).not.toHaveProperty("verificationLink");
    // The check has a code here too, which only the verification page shows.
    const needing = data.find(({ status }) => status === "needsVerification");
    expect(needing.verificationLink).toContain("/verify/");
    expect(needing).not.toHaveProperty("reason");
  });

  test("the keyword for further verification leaves the user open with the new link", async () => {
    const { serviceId } = await client.make({ lastName: "OkaforneedsVerification" });
    await later(DUE_MS, () => collectOutcomes());
    await later(DUE_MS * 10, () => collectOutcomes());
    expect(await events()).toHaveLength(1);
    const { verificationUrl } = (await client.get(serviceId)).json.data;
    await submitCheck(tokenOf(verificationUrl));
    expect(await statusOf(serviceId)).toBe("approved");
  });

  test("does not override a concurrent decision", async () => {
    const simulated = await client.make({ lastName: "OkaforApproved" });
    await client.simulate(simulated.serviceId, { status: "denied" });
    const gone = await client.make({ lastName: "OkaforApproved" });
    await client.remove(gone.serviceId);
    expectSuccess(await later(DUE_MS, () => collectOutcomes()), { recorded: 0 });
    expect(await statusOf(simulated.serviceId)).toBe("denied");
    expect(await planned()).toEqual([]);
  });

  test("is ignored in production, where the sandbox has no users", () => {
    const user = { id: "usr_1", sessionId: "kyc_1", lastName: "OkaforApproved", at: new Date() };
    const { rowsWithNewUser } = sandboxProvider({ isStaging: false });
    expect(() => rowsWithNewUser(user)).toThrow("SERVICE_UNAVAILABLE");
  });
});

describe("automatic outcomes", () => {
  test("arrive while the scheduler runs", async () => {
    const scheduler = startScheduler([collectKycOutcomesJob]);
    try {
      const { serviceId } = await client.make({ lastName: "OkaforApproved" });
      await eventually(async () => expect(await statusOf(serviceId)).toBe("approved"));
    } finally {
      await scheduler.stop();
    }
  });

  test("are recorded once by 10 concurrent collectors", async () => {
    const users = await Promise.all(
      Array.from({ length: 40 }, () => client.make({ lastName: "OkaforApproved" })),
    );
    const answers = await later(DUE_MS, () =>
      Promise.all(Array.from({ length: 10 }, () => collectOutcomes())),
    );
    for (const { status } of answers) expect(status).toBe(200);
    expect(await events()).toHaveLength(40);
    for (const { serviceId } of users) expect(await statusOf(serviceId)).toBe("approved");
  });

  test("leased by a crashed process are collected again after the lease", async () => {
    const { serviceId } = await client.make({ lastName: "OkaforApproved" });
    await later(DUE_MS, async () => {
      expect(await kycProvider().takeOutcomes(now())).toHaveLength(1);
      expect(await kycProvider().takeOutcomes(now())).toEqual([]);
      expectSuccess(await collectOutcomes(), { recorded: 0 });
    });
    expectSuccess(await later(DUE_MS + LEASE_MS, () => collectOutcomes()), { recorded: 1 });
    expect(await statusOf(serviceId)).toBe("approved");
    expect(await planned()).toEqual([]);
  });

  test("recorded by a process that crashed before settling are not recorded again", async () => {
    const { serviceId, verificationUrl } = await client.make({ lastName: "OkaforDenied" });
    const sessionId = sessionOfToken(tokenOf(verificationUrl)) ?? "";
    await recordOutcome({ sessionId, status: "denied", codes: [], decidedAt: new Date() });
    expect(await planned()).toHaveLength(1);
    expectSuccess(await later(DUE_MS + LEASE_MS, () => collectOutcomes()), { recorded: 0 });
    expect(await statusOf(serviceId)).toBe("denied");
    expect(await events()).toHaveLength(1);
    expect(await planned()).toEqual([]);
  });
});

describe("the background route", () => {
  test.each(["GET", "POST"])("accepts the secret: %s", async (method) => {
    expectSuccess(await collectOutcomes(undefined, method), { recorded: 0 });
  });

  test.each([
    "",
    "Bearer",
    "Bearer wrong",
    "Basic abc",
    `Bearer ${process.env.CRON_SECRET}x`,
    `${process.env.CRON_SECRET}`,
  ])("refuses any other secret: %s", async (authorization) => {
    await client.make({ lastName: "OkaforApproved" });
    for (const method of ["GET", "POST"]) {
      const answer = await later(DUE_MS, () => collectOutcomes(authorization, method));
      expectRefusal(answer, 401, "UNAUTHORIZED");
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
    expect(await planned()).toHaveLength(1);
  });

  test("refuses a partner's key", async () => {
    expectRefusal(await collectOutcomes(`Bearer ${partner.apiKey}`), 401, "UNAUTHORIZED");
  });
});
