import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as eraseRoute } from "@/app/api/internal/kyc/erase/route";
import { now, shiftClock } from "@/lib/kernel/clock";
import { HOUR_S } from "@/lib/kernel/durations";
import { eventsOf } from "@/test/fixtures/books";
import { call, endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { collectOutcomes, tokenOf, type UserClient, userClientOf } from "@/test/http/user-client";
import {
  type AttachedStripeIdentity,
  attachStripeIdentity,
} from "@/test/providers/stripe-identity";
import { openVerification } from "../open-verification";

const CREATE = "POST /v1/identity/verification_sessions";
const READ = "GET /v1/identity/verification_sessions/{session}";
const PERSON = { firstName: "Tomás", lastName: "Okafor" };
const DOCUMENT = { first_name: "TOMAS JOSE", last_name: "OKAFOR" };

let stripe: AttachedStripeIdentity;
let partner: TestPartner;
let client: UserClient;

beforeAll(async () => {
  stripe = await attachStripeIdentity();
});
beforeEach(async () => {
  stripe.stopFailing();
  stripe.requests.length = 0;
  await sql("UPDATE kyc_applicants SET poll_due_at = NULL, erase_due_at = NULL");
  partner = await makePartner();
  client = userClientOf(partner);
});
afterAll(async () => {
  await stripe.stop();
  await endTests();
});

const user = async (serviceId: string) => (await client.get(serviceId)).json.data;
const events = async () =>
  (await eventsOf(partner.partnerId, "user.kyc-event")).map(({ data }) => data);
const open = (verificationUrl: string) => openVerification(tokenOf(verificationUrl), now());
const inS = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const operations = () => stripe.requests.map(({ operation }) => operation);

async function opened(changes: Record<string, unknown> = {}) {
  const made = await client.make({ ...PERSON, ...changes });
  expect(await open(made.verificationUrl)).toMatchObject({ kind: "redirect" });
  return made;
}

/** Opens the current link of a user. */
async function openAgain(serviceId: string) {
  return open((await user(serviceId)).verificationUrl);
}

async function reportFailure(serviceId: string, code: string, atS = inS(0)): Promise<string> {
  stripe.fail(serviceId, code, atS);
  const body = stripe.callback("requires_input", serviceId, { created: atS });
  expect((await stripe.post(body))?.status).toBe(200);
  return body;
}

async function reportVerified(serviceId: string, outputs: object | null, atS = inS(0)) {
  stripe.verify(serviceId, outputs && { ...outputs }, atS);
  return stripe.post(stripe.callback("verified", serviceId, { created: atS }));
}

describe("opening the link", () => {
  test("creates one session, whose link is fresh each time, and sends no personal data", async () => {
    const made = await client.make({ ...PERSON, redirectUrl: "https://shop.example/done" });
    const first = await open(made.verificationUrl);
    const second = await open(made.verificationUrl);
    expect([first?.kind, second?.kind]).toEqual(["redirect", "redirect"]);
    expect(first).not.toEqual(second);
    expect(operations()).toEqual([CREATE, READ]);
    const [created] = stripe.requests;
    expect(created?.body).toMatchObject({
      type: "document",
      return_url: `https://shop.example/done?referenceId=${made.serviceId}`,
      metadata: { user: made.serviceId, session: expect.stringMatching(/^kyc_/) },
    });
    expect(JSON.stringify(created?.body)).not.toMatch(/Tomás|Okafor|@example/);
    expect(created?.headers["idempotency-key"]).toContain(made.serviceId);
    expect(created?.headers["stripe-version"]).toBe("2026-10-28.endive");
    expect(created?.headers).not.toHaveProperty("x-stripe-client-telemetry");
  });

  test.each([
    ["a fault after the success", { kind: "fail after success", status: 500 }],
    ["a connection that is cut after the success", { kind: "cut", effect: "done" }],
    ["429", { kind: "refuse", status: 429 }],
  ] as const)("makes one session despite %s", async (_, failure) => {
    const made = await client.make(PERSON);
    stripe.failNext(failure, { operation: CREATE });
    await open(made.verificationUrl).catch(() => undefined);
    stripe.forgetKeys();
    expect((await open(made.verificationUrl))?.kind).toBe("redirect");
    const rows = await sql("SELECT ordinal FROM kyc_applicants WHERE user_id = $1", [
      made.serviceId,
    ]);
    expect(rows).toEqual([{ ordinal: 1 }]);
  });

  test("begins a check although Stripe keeps an error for the key of the first attempt", async () => {
    const made = await client.make(PERSON);
    stripe.failNext({ kind: "fail after success", status: 500 }, { operation: CREATE });
    await expect(open(made.verificationUrl)).rejects.toMatchObject({ name: "ProviderUnavailable" });
    expect(await open(made.verificationUrl)).toMatchObject({ kind: "redirect" });
  });

  test("concurrent openings make one session after an error that Stripe keeps, too", async () => {
    const made = await client.make(PERSON);
    stripe.failNext({ kind: "fail after success", status: 500 }, { operation: CREATE });
    await expect(open(made.verificationUrl)).rejects.toMatchObject({ name: "ProviderUnavailable" });
    const before = new Set(stripe.sessions.keys());
    stripe.failNext({ kind: "slow", delayMs: 1_000 }, { operation: CREATE, times: 20 });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await Promise.all(Array.from({ length: 5 }, () => open(made.verificationUrl)));
    vi.useRealTimers();
    expect([...stripe.sessions.keys()].filter((id) => !before.has(id))).toHaveLength(1);
  });

  test("10 times concurrently makes one session", async () => {
    const made = await client.make(PERSON);
    const views = await Promise.all(Array.from({ length: 10 }, () => open(made.verificationUrl)));
    expect(new Set(views.map((view) => view?.kind))).toEqual(new Set(["redirect"]));
    const own = [...stripe.sessions.values()].filter(
      ({ session }) => session.metadata.user === made.serviceId,
    );
    expect(own).toHaveLength(1);
  });

  test.each(["processing", "verified", "under_review"])(
    "shows that Stripe decides while the session is %s",
    async (status) => {
      const made = await opened();
      Object.assign(stripe.sessionOf(made.serviceId).session, { status, url: null });
      if (status === "under_review")
        stripe.failNext(
          { kind: "change answer", change: (body) => Object.assign(body, { status }) },
          { operation: READ },
        );
      Object.assign(
        stripe.sessionOf(made.serviceId).session,
        status === "under_review" ? { status: "processing" } : {},
      );
      expect(await open(made.verificationUrl)).toMatchObject({ kind: "pending" });
      expect((await user(made.serviceId)).status).toBe("pending_kyc");
    },
  );

  test("makes another session when the first one was canceled, or is gone", async () => {
    const made = await opened();
    Object.assign(stripe.sessionOf(made.serviceId).session, { status: "canceled", url: null });
    expect(await open(made.verificationUrl)).toMatchObject({ kind: "redirect" });
    const { id } = stripe.sessionOf(made.serviceId).session;
    stripe.sessions.delete(id);
    expect(await open(made.verificationUrl)).toMatchObject({ kind: "redirect" });
    expect(operations().filter((name) => name === CREATE)).toHaveLength(3);
  });
});

describe("a failed attempt", () => {
  test.each([
    ["country_not_supported", "denied", "WRONG_USER_REGION"],
    ["under_supported_age", "denied", "AGE_REQUIREMENT_MISMATCH"],
    ["selfie_manipulated", "denied", "FRAUDULENT_LIVENESS"],
    ["consent_declined", "denied", "CHECK_UNAVAILABLE"],
    ["document_expired", "needsVerification", "EXPIRATION_DATE"],
    ["document_type_not_supported", "needsVerification", "BAD_PROOF_OF_IDENTITY"],
    ["document_unverified_other", "needsVerification", "UNSATISFACTORY_PHOTOS"],
    ["selfie_document_missing_photo", "needsVerification", "BAD_SELFIE"],
    ["selfie_unverified_other", "needsVerification", "BAD_SELFIE"],
    ["selfie_face_mismatch", "needsVerification", "SELFIE_MISMATCH"],
    ["id_number_mismatch", "needsVerification", "INCORRECT_SOCIAL_NUMBER"],
    ["id_number_insufficient_document_data", "needsVerification", "DB_DATA_NOT_FOUND"],
    ["id_number_unverified_other", "needsVerification", "DB_DATA_MISMATCH"],
    ["abandoned", "needsVerification", "NOT_ALL_CHECKS_COMPLETED"],
    ["device_not_supported", "needsVerification", "NOT_ALL_CHECKS_COMPLETED"],
  ])("with %s: %s with %s", async (code, status, reason) => {
    const { serviceId } = await opened();
    const body = await reportFailure(serviceId, code);
    await stripe.post(body);
    expect((await events()).map((event) => event.status)).toEqual([status]);
    const [row] = await sql("SELECT denial_reason FROM users WHERE id = $1", [serviceId]);
    expect(row.denial_reason).toBe(reason);
  });

  test.each(["email_unverified_other", "phone_verification_declined", "a_code_of_the_future"])(
    "with %s, which the published document does not have, asks the person again",
    async (code) => {
      const { serviceId } = await opened();
      const lastError = { code, reason: "" };
      Object.assign(stripe.sessionOf(serviceId).session, { last_error: lastError });
      expect((await stripe.post(stripe.callback("requires_input", serviceId)))?.status).toBe(200);
      expect((await events()).map((event) => event.status)).toEqual(["needsVerification"]);
      Object.assign(stripe.sessionOf(serviceId).session, { last_error: null });
    },
  );

  test.each([
    ["document_unverified_other", 3],
    ["selfie_face_mismatch", 2],
  ])("with %s denies at attempt %i, and repeats do not count", async (code, deniedAt) => {
    const { serviceId } = await opened();
    for (let attempt = 1; attempt <= deniedAt; attempt++) {
      const body = await reportFailure(serviceId, code, inS(attempt * HOUR_S));
      await stripe.post(body);
      const status = attempt < deniedAt ? "pending_kyc" : "denied";
      expect([attempt, (await user(serviceId)).status]).toEqual([attempt, status]);
      if (attempt < deniedAt)
        expect(await openAgain(serviceId)).toMatchObject({ kind: "redirect" });
    }
    expect(await events()).toHaveLength(deniedAt);
    // The person cannot continue at Stripe.
    expect(stripe.sessionOf(serviceId).session.status).toBe("canceled");
    expect(operations().filter((name) => name === CREATE)).toHaveLength(1);
  });

  test("keeps the session for the next link of ours, and a later success approves", async () => {
    const { serviceId, verificationUrl } = await opened();
    await reportFailure(serviceId, "document_expired");
    const next = (await user(serviceId)).verificationUrl;
    expect(next).not.toBe(verificationUrl);
    expect(await open(next)).toMatchObject({ kind: "redirect" });
    await reportVerified(serviceId, DOCUMENT, inS(HOUR_S));
    expect((await user(serviceId)).status).toBe("approved");
    expect(operations().filter((name) => name === CREATE)).toHaveLength(1);
  });

  test("a failed attempt that arrives after a later success changes nothing", async () => {
    const { serviceId } = await opened();
    stripe.fail(serviceId, "document_expired", inS(-60));
    const early = stripe.callback("requires_input", serviceId, { created: inS(-60) });
    await reportVerified(serviceId, DOCUMENT);
    expect((await stripe.post(early))?.status).toBe(200);
    expect((await user(serviceId)).status).toBe("approved");
    expect(await events()).toHaveLength(1);
  });
});

describe("a verified document", () => {
  test("a verified document of the person approves, whatever accents, case and further names", async () => {
    const { serviceId } = await opened();
    expect((await reportVerified(serviceId, DOCUMENT))?.status).toBe(200);
    expect((await user(serviceId)).status).toBe("approved");
    expect(await events()).toEqual([expect.objectContaining({ serviceId, status: "approved" })]);
  });

  test("a verified document of a person with a long name approves", async () => {
    const firstName = "María del Carmen de la Santísima Trinidad";
    const lastName = "Fernández de la Vega y García";
    const { serviceId } = await opened({ firstName, lastName });
    await reportVerified(serviceId, { first_name: firstName, last_name: lastName });
    expect((await user(serviceId)).status).toBe("approved");
  });

  test.each([
    ["another name", { first_name: "NGOZI", last_name: "OKAFOR" }],
    ["no name", { first_name: null, last_name: null }],
    ["another country", { ...DOCUMENT, address: { country: "US" } }],
  ])("with %s asks once again in another session, then denies", async (_, outputs) => {
    const { serviceId } = await opened();
    await reportVerified(serviceId, outputs);
    expect((await user(serviceId)).status).toBe("pending_kyc");
    expect(await openAgain(serviceId)).toMatchObject({ kind: "redirect" });
    expect(operations().filter((name) => name === CREATE)).toHaveLength(2);
    await reportVerified(serviceId, outputs, inS(HOUR_S));
    expect((await user(serviceId)).status).toBe("denied");
    expect((await events()).at(-1)).toMatchObject({ reason: "PROBLEMATIC_APPLICANT_DATA" });
  });

  test.each([
    ["no address", null],
    ["an address without a country", { city: "Austin", country: null }],
  ])("with %s approves a resident with another country's passport", async (_, address) => {
    const { serviceId } = await opened();
    stripe.sessionOf(serviceId).issuingCountry = "US";
    await reportVerified(serviceId, { ...DOCUMENT, address });
    expect((await user(serviceId)).status).toBe("approved");
  });

  test("a verified document with the same country is the person's", async () => {
    const { serviceId } = await opened();
    await reportVerified(serviceId, { ...DOCUMENT, address: { country: "NG" } });
    expect((await user(serviceId)).status).toBe("approved");
  });

  test("a verified document that cannot be read now is answered so that Stripe sends it again", async () => {
    const { serviceId } = await opened();
    stripe.verify(serviceId, null);
    const body = stripe.callback("verified", serviceId);
    expect((await stripe.post(body))?.status).toBe(503);
    stripe.failNext({ kind: "refuse", status: 503 }, { operation: READ, times: 3 });
    expect((await stripe.post(body))?.status).toBe(503);
    expect((await user(serviceId)).status).toBe("pending_kyc");
    stripe.verify(serviceId, DOCUMENT);
    expect((await stripe.post(body))?.status).toBe(200);
    expect((await user(serviceId)).status).toBe("approved");
  });
});

describe("a callback", () => {
  test.each([
    ["of a new session", "created", {}],
    ["of processing", "processing", {}],
    ["of a type that is new", "appealed", {}],
  ])("%s changes nothing", async (_, type, changes) => {
    const { serviceId } = await opened();
    expect((await stripe.post(stripe.callback(type, serviceId, changes)))?.status).toBe(200);
    expect((await user(serviceId)).status).toBe("pending_kyc");
    expect(await events()).toEqual([]);
  });

  test("a callback of a cancellation lets the next opening make another session", async () => {
    const { serviceId, verificationUrl } = await opened();
    Object.assign(stripe.sessionOf(serviceId).session, { status: "canceled", url: null });
    await stripe.post(stripe.callback("canceled", serviceId));
    expect(await events()).toEqual([]);
    expect(await open(verificationUrl)).toMatchObject({ kind: "redirect" });
    expect(operations().filter((name) => name === CREATE)).toHaveLength(2);
  });

  test("about a deleted user, another service's session or another product is accepted", async () => {
    const { serviceId } = await opened();
    stripe.verify(serviceId, DOCUMENT);
    const body = stripe.callback("verified", serviceId);
    await client.remove(serviceId);
    const foreign = { ...JSON.parse(body) };
    foreign.data.object = { ...foreign.data.object, id: "vs_other", metadata: {} };
    const issuing = { ...JSON.parse(body), type: "issuing_card.created" };
    for (const payload of [body, JSON.stringify(foreign), JSON.stringify(issuing), "{}", "no JSON"])
      expect((await stripe.post(payload))?.status).toBe(200);
    expect(await events()).toEqual([]);
  });

  test("a callback of live mode is refused in staging", async () => {
    const { serviceId } = await opened();
    stripe.verify(serviceId, DOCUMENT);
    const body = stripe.callback("verified", serviceId, { livemode: true });
    expect((await stripe.post(body))?.status).toBe(401);
    expect((await user(serviceId)).status).toBe("pending_kyc");
  });
});

describe("a signature", () => {
  test("a signature with a secret that is being rotated out is accepted", async () => {
    expect((await stripe.post("{}", { secret: "whsec_former" }))?.status).toBe(200);
  });

  test.each([
    ["of another secret", { secret: "whsec_other" }],
    ["older than five minutes", { timestamp: inS(-301) }],
  ])("%s is refused", async (_, signing) => {
    const answer = await stripe.post("{}", signing);
    expect(answer?.status).toBe(401);
    expect(answer?.text).not.toMatch(/timestamp|tolerance|secret/i);
  });

  test.each(["", "t=1", "v1=00", "t=1,v1=", `t=${inS(0)},v1=${"0".repeat(64)}`])(
    "like %j is refused",
    async (header) => {
      expect((await stripe.postUnsigned("{}", header))?.status).toBe(401);
    },
  );
});

describe("a lost callback", () => {
  async function afterHours<T>(hours: number, run: () => Promise<T>): Promise<T> {
    shiftClock(hours * HOUR_S * 1_000);
    try {
      return await run();
    } finally {
      shiftClock(-hours * HOUR_S * 1_000);
    }
  }
  const poll = (hours: number) =>
    afterHours(hours, async () => (await collectOutcomes()).json.data.recorded);

  test("the lost callback of a success is made up for by a poll", async () => {
    const { serviceId } = await opened();
    stripe.verify(serviceId, DOCUMENT);
    expect(await poll(0)).toBe(0);
    expect(await poll(1)).toBe(1);
    expect((await user(serviceId)).status).toBe("approved");
  });

  test("the lost callback of a failure is made up for once, also when it arrives late after the next opening", async () => {
    const { serviceId } = await opened();
    stripe.fail(serviceId, "document_expired");
    expect(await poll(1)).toBe(1);
    expect(await openAgain(serviceId)).toMatchObject({ kind: "redirect" });
    expect(await poll(2)).toBe(0);
    await stripe.post(stripe.callback("requires_input", serviceId, { created: inS(5) }));
    expect(await events()).toHaveLength(1);
  });

  test("a lost callback of a person who completed no attempt is not waited for as a failure", async () => {
    await opened();
    expect(await poll(1)).toBe(0);
    expect(await events()).toEqual([]);
  });
});

describe("the deletion of a user", () => {
  const erase = async () => {
    const headers = { authorization: `Bearer ${process.env.CRON_SECRET}` };
    return (await call(eraseRoute, { method: "POST", headers })).json.data;
  };

  test("redacts every session", async () => {
    const { serviceId } = await opened();
    await reportVerified(serviceId, { first_name: "NGOZI", last_name: "OKAFOR" });
    await openAgain(serviceId);
    await client.remove(serviceId);
    expect(await erase()).toEqual({ erased: 2, failed: 0 });
    for (const { session } of stripe.sessions.values())
      if (session.metadata.user === serviceId) expect(session.redaction).not.toBeNull();
    expect(await erase()).toEqual({ erased: 0, failed: 0 });
  });

  test("waits while Stripe processes an attempt; canceled and unknown sessions have no data", async () => {
    const [processing, canceled, gone] = [await opened(), await opened(), await opened()];
    Object.assign(stripe.sessionOf(processing.serviceId).session, {
      status: "processing",
      url: null,
    });
    Object.assign(stripe.sessionOf(canceled.serviceId).session, { status: "canceled", url: null });
    stripe.sessions.delete(stripe.sessionOf(gone.serviceId).session.id);
    for (const { serviceId } of [processing, canceled, gone]) await client.remove(serviceId);
    expect(await erase()).toEqual({ erased: 2, failed: 1 });
    Object.assign(stripe.sessionOf(processing.serviceId).session, { status: "verified" });
    await sql(
      "UPDATE kyc_applicants SET erase_due_at = now() - interval '1 second' WHERE user_id = $1",
      [processing.serviceId],
    );
    expect(await erase()).toEqual({ erased: 1, failed: 0 });
  });
});
