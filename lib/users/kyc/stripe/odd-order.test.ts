import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { now, shiftClock } from "@/lib/kernel/clock";
import { HOUR_S } from "@/lib/kernel/durations";
import { readProviders } from "@/lib/operations/health/state/store";
import { eventsOf } from "@/test/fixtures/books";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { collectOutcomes, tokenOf, type UserClient, userClientOf } from "@/test/http/user-client";
import {
  type AttachedStripeIdentity,
  attachStripeIdentity,
} from "@/test/providers/stripe-identity";
import { eraseDeleted } from "../erase-deleted";
import { openVerification } from "../open-verification";
import { endPauses } from "../poll-applicants";

const CREATE = "POST /v1/identity/verification_sessions";
const CANCEL = "POST /v1/identity/verification_sessions/{session}/cancel";
const READ = "GET /v1/identity/verification_sessions/{session}";
const PERSON = { firstName: "Tomás", lastName: "Okafor" };
const DOCUMENT = { first_name: "TOMAS", last_name: "OKAFOR" };
const OTHER = { first_name: "NGOZI", last_name: "OKAFOR" };
const DOB = { day: 5, month: 4, year: 1990 };

let stripe: AttachedStripeIdentity;
let partner: TestPartner;
let client: UserClient;

beforeAll(async () => {
  stripe = await attachStripeIdentity();
});
beforeEach(async () => {
  stripe.stopFailing();
  stripe.requests.length = 0;
  stripe.rights.birthDates = false;
  endPauses();
  await sql("UPDATE kyc_applicants SET poll_due_at = NULL, erase_due_at = NULL");
  partner = await makePartner();
  client = userClientOf(partner);
});
afterAll(async () => {
  await stripe.stop();
  await endTests();
});

const user = async (serviceId: string) => (await client.get(serviceId)).json.data;
const statuses = async () =>
  (await eventsOf(partner.partnerId, "user.kyc-event")).map(({ data }) => data.status);
const open = (verificationUrl: string) => openVerification(tokenOf(verificationUrl), now());
const inS = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const count = (name: string) =>
  stripe.requests.filter(({ operation }) => operation === name).length;

async function opened() {
  const made = await client.make(PERSON);
  expect(await open(made.verificationUrl)).toMatchObject({ kind: "redirect" });
  return made;
}

const report = (serviceId: string, type: string, created = inS(0)) =>
  stripe.post(stripe.callback(type, serviceId, { created }));

async function pollAfter(hours: number): Promise<number> {
  shiftClock(hours * HOUR_S * 1_000);
  try {
    return (await collectOutcomes()).json.data.recorded;
  } finally {
    shiftClock(-hours * HOUR_S * 1_000);
  }
}

describe("a person who returns from Stripe before its callback", () => {
  test("sees the approval, which is recorded once", async () => {
    const { serviceId, verificationUrl } = await opened();
    stripe.verify(serviceId, DOCUMENT);
    expect(await open(verificationUrl)).toMatchObject({ kind: "closed", outcome: "approved" });
    await report(serviceId, "verified");
    expect(await statuses()).toEqual(["approved"]);
  });

  test("sees what was wrong, and continues in the same session", async () => {
    const { serviceId, verificationUrl } = await opened();
    stripe.fail(serviceId, "document_expired");
    const closed = await open(verificationUrl);
    expect(closed).toMatchObject({ kind: "closed", outcome: "needsVerification" });
    await report(serviceId, "requires_input", inS(3));
    expect(await open((await user(serviceId)).verificationUrl)).toMatchObject({ kind: "redirect" });
    expect(await statuses()).toEqual(["needsVerification"]);
    expect(count(CREATE)).toBe(1);
  });

  test("waits while the document cannot be read", async () => {
    const { serviceId, verificationUrl } = await opened();
    stripe.verify(serviceId, null);
    expect(await open(verificationUrl)).toMatchObject({ kind: "pending" });
    expect(await statuses()).toEqual([]);
  });
});

describe("a denied person", () => {
  test("a denied person who completes an attempt that had begun stays denied", async () => {
    const { serviceId } = await opened();
    stripe.failNext({ kind: "refuse", status: 400 }, { operation: CANCEL });
    stripe.fail(serviceId, "selfie_manipulated");
    await report(serviceId, "requires_input");
    expect((await user(serviceId)).status).toBe("denied");
    stripe.verify(serviceId, DOCUMENT, inS(60));
    expect((await report(serviceId, "verified", inS(60)))?.status).toBe(200);
    expect((await user(serviceId)).status).toBe("denied");
    expect(await pollAfter(50)).toBe(0);
    expect(await statuses()).toEqual(["denied"]);
  });

  test("cannot continue at Stripe, also when the first cancellation failed", async () => {
    const { serviceId } = await opened();
    stripe.fail(serviceId, "under_supported_age");
    const body = stripe.callback("requires_input", serviceId);
    stripe.failNext({ kind: "refuse", status: 503 }, { operation: CANCEL, times: 3 });
    expect((await stripe.post(body))?.status).toBe(503);
    expect((await stripe.post(body))?.status).toBe(200);
    expect(stripe.sessionOf(serviceId).session.status).toBe("canceled");
    expect(await statuses()).toEqual(["denied"]);
  });

  test("a denied and an approved person are erased when they are deleted", async () => {
    const [denied, approved] = [await opened(), await opened()];
    stripe.fail(denied.serviceId, "selfie_manipulated");
    await report(denied.serviceId, "requires_input");
    stripe.verify(approved.serviceId, DOCUMENT);
    await report(approved.serviceId, "verified");
    for (const { serviceId } of [denied, approved]) await client.remove(serviceId);
    expect(await eraseDeleted()).toEqual({ erased: 2, failed: 0 });
    expect(stripe.sessionOf(approved.serviceId).session.redaction).not.toBeNull();
  });

  test("cannot continue when only a poll brought the denial", async () => {
    const { serviceId } = await opened();
    stripe.fail(serviceId, "selfie_manipulated");
    expect(await pollAfter(1)).toBe(1);
    expect(stripe.sessionOf(serviceId).session.status).toBe("canceled");
  });
});

test("a document of another person that only a poll reported leads to another session", async () => {
  const { serviceId } = await opened();
  stripe.verify(serviceId, OTHER);
  expect(await pollAfter(1)).toBe(1);
  const { verificationUrl } = await user(serviceId);
  expect(await open(verificationUrl)).toMatchObject({ kind: "redirect" });
  expect(count(CREATE)).toBe(2);
});

test("a session that could not be ended is not shown again", async () => {
  const { serviceId } = await opened();
  stripe.verify(serviceId, OTHER);
  await report(serviceId, "verified");
  await sql("UPDATE kyc_applicants SET closed_at = NULL WHERE user_id = $1", [serviceId]);
  const { verificationUrl } = await user(serviceId);
  expect(await open(verificationUrl)).toMatchObject({ kind: "redirect" });
  expect(count(CREATE)).toBe(2);
});

describe("the birth date of the document", () => {
  const birthDateOf = async (serviceId: string) =>
    (await sql("SELECT birth_date::text AS at FROM users WHERE id = $1", [serviceId]))[0].at;

  test("is stored with an approval when the key may read it", async () => {
    stripe.rights.birthDates = true;
    const { serviceId } = await opened();
    stripe.verify(serviceId, { ...DOCUMENT, dob: DOB });
    await report(serviceId, "verified");
    expect((await user(serviceId)).status).toBe("approved");
    expect(await birthDateOf(serviceId)).toBe("1990-04-05");
  });

  test("is stored when a poll or the person's return brought the approval", async () => {
    stripe.rights.birthDates = true;
    const [polled, returned] = [await opened(), await opened()];
    for (const { serviceId } of [polled, returned])
      stripe.verify(serviceId, { ...DOCUMENT, dob: DOB });
    await open(returned.verificationUrl);
    expect(await pollAfter(1)).toBe(1);
    for (const { serviceId } of [polled, returned])
      expect(await birthDateOf(serviceId)).toBe("1990-04-05");
  });

  test.each([
    ["no right to it", false, DOB],
    ["none on the document", true, undefined],
    ["a part of it", true, { day: null, month: 4, year: 1990 }],
    ["no day of a calendar", true, { day: 31, month: 2, year: 1990 }],
  ])("is left out with %s, and the approval counts", async (_, isAllowed, dob) => {
    stripe.rights.birthDates = isAllowed;
    const { serviceId } = await opened();
    stripe.verify(serviceId, { ...DOCUMENT, ...(dob && { dob }) });
    expect((await report(serviceId, "verified"))?.status).toBe(200);
    expect((await user(serviceId)).status).toBe("approved");
    expect(await birthDateOf(serviceId)).toBeNull();
    expect((await readProviders()).filter(({ failingSince }) => failingSince)).toEqual([]);
  });

  test("is not asked of a person who is not approved", async () => {
    stripe.rights.birthDates = true;
    const { serviceId } = await opened();
    stripe.verify(serviceId, { ...OTHER, dob: DOB });
    stripe.requests.length = 0;
    await report(serviceId, "verified");
    expect(count(READ)).toBe(1);
    expect(await birthDateOf(serviceId)).toBeNull();
  });
});

test.each(["NGA", "ng"])("the country %s is the one of the registration", async (country) => {
  const { serviceId } = await opened();
  stripe.verify(serviceId, { ...DOCUMENT, address: { country } });
  await report(serviceId, "verified");
  expect((await user(serviceId)).status).toBe("approved");
});
