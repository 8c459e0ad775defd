import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as eraseRoute } from "@/app/api/internal/kyc/erase/route";
import { now, shiftClock } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { eventsOf } from "@/test/fixtures/books";
import { call, endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { collectOutcomes, tokenOf, type UserClient, userClientOf } from "@/test/http/user-client";
import { type AttachedSumsub, attachSumsub } from "@/test/providers/sumsub/configure";
import { digestOf } from "@/test/providers/sumsub/requests";
import { openVerification } from "../open-verification";

const CREATE = "POST /resources/applicants";
const LINK = "POST /resources/sdkIntegrations/levels/-/websdkLink";
const FIND = "GET /resources/applicants/-;externalUserId";
const GREEN = { reviewAnswer: "GREEN" };
const RETRY = {
  reviewAnswer: "RED",
  reviewRejectType: "RETRY",
  rejectLabels: ["UNSATISFACTORY_PHOTOS", "SCREENSHOTS"],
  clientComment: "A private finding",
};
const FINAL = { reviewAnswer: "RED", reviewRejectType: "FINAL", rejectLabels: ["FORGERY"] };

let sumsub: AttachedSumsub;
let partner: TestPartner;
let client: UserClient;

beforeAll(async () => {
  sumsub = await attachSumsub();
});
beforeEach(async () => {
  sumsub.stopFailing();
  sumsub.requests.length = 0;
  await sql("UPDATE kyc_applicants SET poll_due_at = NULL, erase_due_at = NULL");
  partner = await makePartner();
  client = userClientOf(partner);
});
afterAll(async () => {
  await sumsub.stop();
  await endTests();
});

const user = async (serviceId: string) => (await client.get(serviceId)).json.data;
const events = async () =>
  (await eventsOf(partner.partnerId, "user.kyc-event")).map(({ data }) => data);
const open = (verificationUrl: string) => openVerification(tokenOf(verificationUrl), now());
const later = (ms: number) => new Date(Date.now() + ms);

/** Creates a user who has opened the link. */
async function opened(changes: Record<string, unknown> = {}) {
  const made = await client.make(changes);
  expect(await open(made.verificationUrl)).toMatchObject({ kind: "redirect" });
  return made;
}

/** Decides at Sumsub and sends the callback. Returns its body, to send it again. */
async function report(userId: string, review: object, changes: object = {}): Promise<string> {
  sumsub.decide(userId, review as typeof RETRY);
  const body = sumsub.callback("applicantReviewed", userId, changes);
  expect((await sumsub.post(body))?.status).toBe(200);
  return body;
}

describe("opening the link", () => {
  test("creates one applicant with the person's data and leads to a fresh link each time", async () => {
    const made = await client.make({
      firstName: "Ngozi",
      redirectUrl: "https://shop.example/done",
    });
    expect(sumsub.operations()).toEqual([]);
    const first = await open(made.verificationUrl);
    const second = await open(made.verificationUrl);
    expect([first?.kind, second?.kind]).toEqual(["redirect", "redirect"]);
    expect(first).not.toEqual(second);
    expect(sumsub.operations()).toEqual([CREATE, LINK, FIND, LINK]);
    expect(sumsub.requests[0]?.body).toMatchObject({
      externalUserId: made.serviceId,
      fixedInfo: { firstName: "Ngozi", country: "NGA", addresses: [{ country: "NGA" }] },
    });
    const back = `https://shop.example/done?referenceId=${made.serviceId}`;
    expect(sumsub.requests[1]?.body).toMatchObject({
      userId: made.serviceId,
      redirect: { successUrl: back, rejectUrl: back },
    });
    expect((await user(made.serviceId)).status).toBe("pending_kyc");
  });

  test("leads back to our own page without a redirect URL", async () => {
    const made = await opened();
    expect(sumsub.requests[1]?.body).toMatchObject({
      redirect: { successUrl: made.verificationUrl },
    });
  });

  test("stores no link", async () => {
    const made = await client.make();
    const view = await open(made.verificationUrl);
    const url = view?.kind === "redirect" ? view.url : "";
    const tables = ["kyc_applicants", "kyc_sessions", "users", "webhook_events"];
    for (const table of tables) {
      const [row] = await sql(`SELECT string_agg(t::text, '') AS text FROM ${table} t`);
      expect(row.text ?? "").not.toContain(url);
    }
  });

  test.each([
    [
      "the creation succeeded and its answer was a fault",
      { kind: "fail after success", status: 500 },
    ],
    ["the connection was cut after the creation", { kind: "cut", effect: "done" }],
  ] as const)("finds the applicant when %s", async (_, failure) => {
    const made = await client.make();
    sumsub.failNext(failure, { operation: CREATE });
    await expect(open(made.verificationUrl)).rejects.toThrow("sumsub was unavailable");
    expect(await open(made.verificationUrl)).toMatchObject({ kind: "redirect" });
    expect(sumsub.operations()).toEqual([CREATE, CREATE, FIND, LINK]);
    const rows = await sql("SELECT provider_id FROM kyc_applicants WHERE user_id = $1", [
      made.serviceId,
    ]);
    expect(rows).toEqual([{ provider_id: sumsub.applicants.get(made.serviceId)?.id }]);
  });

  test.each([
    ["429", { kind: "refuse", status: 429 }],
    ["503", { kind: "refuse", status: 503 }],
    ["a cut connection", { kind: "cut", effect: "none" }],
    [
      "a link that is none",
      {
        kind: "change answer",
        change: (body: Record<string, unknown>) => (body.url = "javascript:1"),
      },
    ],
  ] as const)("fails without a change of the user's check after %s", async (_, failure) => {
    const made = await client.make();
    sumsub.failNext(failure, { operation: LINK });
    await expect(open(made.verificationUrl)).rejects.toThrow("sumsub was unavailable");
    expect(await open(made.verificationUrl)).toMatchObject({ kind: "redirect" });
  });

  test("is given up after seconds when Sumsub is slow", async () => {
    const made = await client.make();
    sumsub.failNext({ kind: "slow", delayMs: 60_000 }, { operation: LINK });
    await expect(open(made.verificationUrl)).rejects.toThrow("sumsub was unavailable for makeLink");
  });

  test("10 times concurrently makes one applicant", async () => {
    const made = await client.make();
    const views = await Promise.all(Array.from({ length: 10 }, () => open(made.verificationUrl)));
    expect(new Set(views.map((view) => view?.kind))).toEqual(new Set(["redirect"]));
    expect(
      await sql("SELECT ordinal FROM kyc_applicants WHERE user_id = $1", [made.serviceId]),
    ).toEqual([{ ordinal: 1 }]);
  });
});

describe("a callback", () => {
  test.each([
    ["GREEN", GREEN, "approved", { status: "approved" }],
    ["RED and FINAL", FINAL, "denied", { status: "denied", reason: "FORGERY" }],
    [
      "RED and FINAL without labels",
      { reviewAnswer: "RED", reviewRejectType: "FINAL", rejectLabels: [] },
      "denied",
      { reason: "REGULATIONS_VIOLATIONS" },
    ],
    ["RED and RETRY", RETRY, "pending_kyc", { status: "needsVerification" }],
    [
      "RED with an unknown type",
      { reviewAnswer: "RED", reviewRejectType: "LATER" },
      "pending_kyc",
      { status: "needsVerification" },
    ],
    [
      "a label that is new",
      { ...FINAL, rejectLabels: ["BAD_PHOTO", 7, "a,b"] },
      "denied",
      { reason: "BAD_PHOTO" },
    ],
  ])("%s is recorded with one event", async (_, review, status, event) => {
    const { serviceId } = await opened();
    const body = await report(serviceId, review);
    expect((await user(serviceId)).status).toBe(status);
    expect(await events()).toEqual([expect.objectContaining({ serviceId, ...event })]);
    expect(JSON.stringify(await events())).not.toContain("private finding");
    await sumsub.post(body);
    expect(await events()).toHaveLength(1);
  });

  test.each([
    ["an unknown answer", "applicantReviewed", { reviewResult: { reviewAnswer: "BLUE" } }],
    ["a yellow answer", "applicantReviewed", { reviewResult: { reviewAnswer: "YELLOW" } }],
    ["no result", "applicantReviewed", { reviewResult: null }],
    ["an unknown type", "applicantInvented", { reviewResult: GREEN }],
    ["a hold", "applicantOnHold", {}],
    ["a start of the review", "applicantPending", {}],
    ["another level", "applicantReviewed", { reviewResult: GREEN, levelName: "questionnaire" }],
    ["no level", "applicantReviewed", { reviewResult: GREEN, levelName: null }],
    [
      "a user of another service",
      "applicantReviewed",
      { reviewResult: GREEN, externalUserId: "42" },
    ],
    ["a wrong shape", "applicantReviewed", { reviewResult: "GREEN" }],
  ])("with %s is accepted and changes nothing", async (_, type, changes) => {
    const { serviceId } = await opened();
    const answer = await sumsub.post(sumsub.callback(type, serviceId, changes));
    expect(answer?.status).toBe(200);
    expect((await user(serviceId)).status).toBe("pending_kyc");
    expect(await events()).toEqual([]);
  });

  test("a callback of a completed workflow counts whatever its level", async () => {
    const { serviceId } = await opened();
    const changes = { reviewResult: GREEN, levelName: "workflow" };
    await sumsub.post(sumsub.callback("applicantWorkflowCompleted", serviceId, changes));
    expect((await user(serviceId)).status).toBe("approved");
  });

  test("about an unknown or a deleted user is accepted", async () => {
    const { serviceId } = await opened();
    const body = sumsub.callback("applicantReviewed", serviceId, { reviewResult: GREEN });
    await client.remove(serviceId);
    expect((await sumsub.post(body))?.status).toBe(200);
    const other = body.replace(serviceId, "usr_00000000000000000000000000");
    expect((await sumsub.post(other))?.status).toBe(200);
    expect(await events()).toEqual([]);
  });

  test("a callback that the database cannot record is answered so that it is sent again", async () => {
    const { serviceId } = await opened();
    await sql("ALTER TABLE users ADD CONSTRAINT broken CHECK (status <> 'approved') NOT VALID");
    sumsub.decide(serviceId, GREEN);
    const body = sumsub.callback("applicantReviewed", serviceId);
    const failed = await sumsub.post(body);
    await sql("ALTER TABLE users DROP CONSTRAINT broken");
    expect(failed?.status).toBe(500);
    expect(failed?.text).not.toContain(serviceId);
    expect((await sumsub.post(body))?.status).toBe(200);
    expect((await user(serviceId)).status).toBe("approved");
  });
});

describe("the birth date of the document", () => {
  const birthDateOf = async (serviceId: string) =>
    (await sql("SELECT birth_date::text AS at FROM users WHERE id = $1", [serviceId]))[0].at;

  test.each([
    ["1990-04-05", "1990-04-05"],
    ["1990-02-31", null],
    ["05.04.1990", null],
    [undefined, null],
  ])("%s is stored with an approval as %s", async (dob, stored) => {
    const { serviceId } = await opened();
    Object.assign(sumsub.applicants.get(serviceId) ?? {}, { info: { dob } });
    await report(serviceId, GREEN);
    expect(await birthDateOf(serviceId)).toBe(stored);
  });

  test("is not stored with a denial, and an approval does not wait for it", async () => {
    const denied = await opened();
    const approved = await opened();
    for (const { serviceId } of [denied, approved])
      Object.assign(sumsub.applicants.get(serviceId) ?? {}, { info: { dob: "1990-04-05" } });
    await report(denied.serviceId, FINAL);
    sumsub.failNext({ kind: "refuse", status: 503 }, { operation: FIND });
    await report(approved.serviceId, GREEN);
    expect((await user(approved.serviceId)).status).toBe("approved");
    for (const { serviceId } of [denied, approved]) expect(await birthDateOf(serviceId)).toBeNull();
  });
});

describe("a signature", () => {
  const body = () => '{"type":"applicantReviewed"}';
  const sha512 = (secret: string) => ({
    "X-Payload-Digest": digestOf(body(), secret, "sha512"),
    "X-Payload-Digest-Alg": "HMAC_SHA512_HEX",
  });

  test("a signature under SHA-512, or with a secret that is being rotated out, is accepted", async () => {
    expect((await sumsub.post(body(), sha512(sumsub.webhook.secret)))?.status).toBe(200);
    const former = { "X-Payload-Digest": digestOf(body(), "former") };
    expect((await sumsub.post(body(), former))?.status).toBe(200);
  });

  test.each<[string, () => Record<string, string>]>([
    ["of another secret", () => ({ "X-Payload-Digest": digestOf(body(), "other") })],
    ["of another body", () => ({ "X-Payload-Digest": digestOf("{}", sumsub.webhook.secret) })],
    ["that is missing", () => ({ "X-Payload-Digest": "" })],
    [
      "that is cut",
      () => ({ "X-Payload-Digest": digestOf(body(), sumsub.webhook.secret).slice(1) }),
    ],
    [
      "under SHA-1",
      () => ({
        "X-Payload-Digest": digestOf(body(), sumsub.webhook.secret, "sha1"),
        "X-Payload-Digest-Alg": "HMAC_SHA1_HEX",
      }),
    ],
    ["without an algorithm", () => ({ "X-Payload-Digest-Alg": "" })],
    ["under an inherited name", () => ({ "X-Payload-Digest-Alg": "constructor" })],
  ])("%s is refused without details", async (_, headers) => {
    const answer = await sumsub.post(body(), headers());
    expect(answer?.status).toBe(401);
    expect(JSON.parse(answer?.text ?? "")).toEqual({
      status: "error",
      message: "UNAUTHORIZED",
      data: { error: "The signature is missing or not valid." },
    });
  });

  test("does not help a callback of Sumsub's production in staging", async () => {
    const { serviceId } = await opened();
    const changes = { reviewResult: GREEN, sandboxMode: false };
    const answer = await sumsub.post(sumsub.callback("applicantReviewed", serviceId, changes));
    expect(answer?.status).toBe(401);
    expect((await user(serviceId)).status).toBe("pending_kyc");
  });

  test("is not looked for in a body beyond 64 KiB", async () => {
    expect((await sumsub.post(`{"a":"${"x".repeat(66_000)}"}`))?.status).toBe(413);
  });
});

describe("later decisions", () => {
  test("change an approval days later, and repeats of the first one change nothing", async () => {
    const { serviceId } = await opened();
    const first = await report(serviceId, GREEN);
    await report(serviceId, FINAL, { createdAtMs: sumsubTime(later(72 * HOUR_MS)) });
    expect((await user(serviceId)).status).toBe("denied");
    await sumsub.post(first);
    expect((await user(serviceId)).status).toBe("denied");
    expect((await events()).map(({ status }) => status)).toEqual(["approved", "denied"]);
  });

  test("decisions that arrive in reverse order leave the newest", async () => {
    const { serviceId } = await opened();
    const early = sumsub.callback("applicantReviewed", serviceId, { reviewResult: RETRY });
    await report(serviceId, GREEN, { createdAtMs: sumsubTime(later(60_000)) });
    await sumsub.post(early);
    expect((await user(serviceId)).status).toBe("approved");
    expect(await events()).toHaveLength(1);
  });

  test("a reset of an approved user alerts the operators and keeps the status", async () => {
    const { serviceId } = await opened();
    await sumsub.post(sumsub.callback("applicantReset", serviceId));
    expect(await sql("SELECT id FROM alerts WHERE subject = $1", [serviceId])).toEqual([]);
    await report(serviceId, GREEN);
    await sumsub.post(sumsub.callback("applicantReset", serviceId));
    await sumsub.post(sumsub.callback("applicantReset", serviceId));
    expect(await sql("SELECT kind FROM alerts WHERE subject = $1", [serviceId])).toEqual([
      { kind: "kyc_reset" },
    ]);
    expect((await user(serviceId)).status).toBe("approved");
  });
});

const sumsubTime = (at: Date) => at.toISOString().replace("T", " ").replace("Z", "");

describe("a repeated verification", () => {
  test("has a new link of ours and the same applicant", async () => {
    const { serviceId, verificationUrl } = await opened();
    await report(serviceId, RETRY);
    const next = (await user(serviceId)).verificationUrl;
    expect(next).not.toBe(verificationUrl);
    expect(await open(verificationUrl)).toMatchObject({ kind: "closed", nextUrl: next });
    expect(await open(next)).toMatchObject({ kind: "redirect" });
    await report(serviceId, GREEN, { createdAtMs: sumsubTime(later(600_000)) });
    expect((await user(serviceId)).status).toBe("approved");
    expect(sumsub.operations().filter((name) => name === CREATE)).toHaveLength(1);
  });

  test("keeps the applicant when our link has expired", async () => {
    const { serviceId } = await opened();
    await sql(
      "UPDATE kyc_sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1",
      [serviceId],
    );
    const { verificationUrl } = await user(serviceId);
    expect(await open(verificationUrl)).toMatchObject({ kind: "redirect" });
    await report(serviceId, GREEN);
    expect((await user(serviceId)).status).toBe("approved");
    // The last one is of the birth date.
    expect(sumsub.operations()).toEqual([CREATE, LINK, FIND, LINK, FIND]);
  });
});

describe("a lost callback", () => {
  async function afterMs<T>(ms: number, run: () => Promise<T>): Promise<T> {
    shiftClock(ms);
    try {
      return await run();
    } finally {
      shiftClock(-ms);
    }
  }

  test("is made up for by a poll after an hour; the late callback changes nothing", async () => {
    const { serviceId } = await opened();
    sumsub.decide(serviceId, RETRY);
    expect((await collectOutcomes()).json.data).toEqual({ recorded: 0 });
    expect(await afterMs(HOUR_MS, async () => (await collectOutcomes()).json.data)).toEqual({
      recorded: 1,
    });
    expect((await user(serviceId)).status).toBe("pending_kyc");
    await sumsub.post(sumsub.callback("applicantReviewed", serviceId));
    expect((await events()).map(({ status }) => status)).toEqual(["needsVerification"]);
  });

  test("is polled less often each time, and not after the decision", async () => {
    const { serviceId } = await opened();
    const poll = (hours: number) => afterMs(hours * HOUR_MS, () => collectOutcomes());
    const polls = () => sumsub.operations().filter((name) => name === FIND).length;
    await poll(1);
    await poll(1.5);
    expect(polls()).toBe(1);
    await poll(2);
    await poll(3.5);
    expect(polls()).toBe(2);
    sumsub.failNext({ kind: "refuse", status: 503 }, { operation: FIND });
    await poll(4);
    await report(serviceId, GREEN);
    await poll(100);
    // The last one is of the birth date.
    expect(polls()).toBe(4);
  });
});

describe("the deletion of a user", () => {
  const erase = async () => {
    const headers = { authorization: `Bearer ${process.env.CRON_SECRET}` };
    return (await call(eraseRoute, { method: "POST", headers })).json.data;
  };
  const isErased = async (userId: string) =>
    (await sql("SELECT erased_at FROM kyc_applicants WHERE user_id = $1", [userId]))[0].erased_at;

  test("deactivates the applicant, once", async () => {
    const { serviceId } = await opened();
    expect(await erase()).toEqual({ erased: 0, failed: 0 });
    await client.remove(serviceId);
    expect(sumsub.applicants.get(serviceId)?.deleted).toBe(false);
    expect(await erase()).toEqual({ erased: 1, failed: 0 });
    expect(sumsub.applicants.get(serviceId)?.deleted).toBe(true);
    expect(await erase()).toEqual({ erased: 0, failed: 0 });
    expect(await isErased(serviceId)).toBeInstanceOf(Date);
  });

  test("finds an applicant whose id was never stored, and needs none", async () => {
    const known = await opened();
    await sql("UPDATE kyc_applicants SET provider_id = NULL WHERE user_id = $1", [known.serviceId]);
    const unknown = await opened();
    await sql("UPDATE kyc_applicants SET provider_id = NULL WHERE user_id = $1", [
      unknown.serviceId,
    ]);
    sumsub.applicants.delete(unknown.serviceId);
    for (const { serviceId } of [known, unknown]) await client.remove(serviceId);
    expect(await erase()).toEqual({ erased: 2, failed: 0 });
    expect(sumsub.applicants.get(known.serviceId)?.deleted).toBe(true);
  });

  test("is retried while Sumsub refuses it, with an alert that closes at the end", async () => {
    const { serviceId } = await opened();
    const applicant = sumsub.applicants.get(serviceId);
    Object.assign(applicant ?? {}, { reviewStatus: "pending" });
    await client.remove(serviceId);
    const due = () =>
      sql(
        "UPDATE kyc_applicants SET erase_due_at = now() - interval '1 second' WHERE user_id = $1",
        [serviceId],
      );
    expect(await erase()).toEqual({ erased: 0, failed: 1 });
    expect(await erase()).toEqual({ erased: 0, failed: 0 });
    const subject = `${serviceId}:sumsub`;
    const alerts = () => sql("SELECT kind, closed_at FROM alerts WHERE subject = $1", [subject]);
    for (let attempt = 2; attempt <= 6; attempt++) {
      expect(await alerts()).toEqual([]);
      await due();
      await erase();
    }
    expect(await alerts()).toEqual([{ kind: "kyc_erasure_failed", closed_at: null }]);
    Object.assign(applicant ?? {}, { reviewStatus: "init" });
    await due();
    expect(await erase()).toEqual({ erased: 1, failed: 0 });
    expect((await alerts())[0].closed_at).toBeInstanceOf(Date);
  });

  test("leaves no applicant behind that is opened at the same moment", async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => client.make()));
    await Promise.all(
      users.flatMap(({ serviceId, verificationUrl }) => [
        open(verificationUrl).catch(() => undefined),
        client.remove(serviceId),
      ]),
    );
    await erase();
    for (const { serviceId } of users)
      expect(sumsub.applicants.get(serviceId)?.deleted ?? true).toBe(true);
  });
});
