import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as eraseRoute } from "@/app/api/internal/kyc/erase/route";
import { now } from "@/lib/kernel/clock";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/durations";
import { eventsOf } from "@/test/fixtures/books";
import { later } from "@/test/fixtures/later";
import { call, endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { collectOutcomes, tokenOf, type UserClient, userClientOf } from "@/test/http/user-client";
import { timeOf } from "@/test/providers/sumsub/applicants";
import { type AttachedSumsub, attachSumsub } from "@/test/providers/sumsub/configure";
import { resumePolls } from "../applicants/store";
import { openVerification } from "../open-verification";
import { endPauses } from "../poll-applicants";

vi.mock("../applicants/store", { spy: true });

const CREATE = "POST /resources/applicants";
const FIND = "GET /resources/applicants/-;externalUserId";
const GREEN = { reviewAnswer: "GREEN" };
const RETRY = {
  reviewAnswer: "RED",
  reviewRejectType: "RETRY",
  rejectLabels: ["EXPIRATION_DATE"],
};
const FINAL = { reviewAnswer: "RED", reviewRejectType: "FINAL", rejectLabels: ["SANCTIONS"] };

let sumsub: AttachedSumsub;
let partner: TestPartner;
let client: UserClient;

beforeAll(async () => {
  sumsub = await attachSumsub();
});
beforeEach(async () => {
  sumsub.stopFailing();
  sumsub.requests.length = 0;
  endPauses();
  await sql("UPDATE kyc_applicants SET poll_due_at = NULL, erase_due_at = NULL");
  partner = await makePartner();
  client = userClientOf(partner);
});
afterAll(async () => {
  await sumsub.stop();
  await endTests();
});

const user = async (serviceId: string) => (await client.get(serviceId)).json.data;
const statuses = async () =>
  (await eventsOf(partner.partnerId, "user.kyc-event")).map(({ data }) => data.status);
const open = (verificationUrl: string) => openVerification(tokenOf(verificationUrl), now());
const inMs = (ms: number) => new Date(Date.now() + ms);
const alertsOf = (subject: string) =>
  sql("SELECT kind, text FROM alerts WHERE subject = $1 ORDER BY kind", [subject]);
const count = (operation: string) =>
  sumsub.operations().filter((name) => name === operation).length;

async function opened(changes: Record<string, unknown> = {}) {
  const made = await client.make(changes);
  expect(await open(made.verificationUrl)).toMatchObject({ kind: "redirect" });
  return made;
}

/** Decides at Sumsub and sends the callback, both with one time. Returns the body. */
async function report(userId: string, review: object, at = new Date()): Promise<string> {
  sumsub.decide(userId, review as typeof RETRY, at);
  const body = sumsub.callback("applicantReviewed", userId, { createdAtMs: timeOf(at) });
  expect((await sumsub.post(body))?.status).toBe(200);
  return body;
}

const poll = async () => (await collectOutcomes()).json.data.recorded;

describe("a person who returns from Sumsub before its callback", () => {
  test.each(["pending", "queued", "prechecked", "onHold", "awaitingService"])(
    "waits while the review is %s, and is not sent to Sumsub again",
    async (reviewStatus) => {
      const { serviceId, verificationUrl } = await opened();
      Object.assign(sumsub.applicants.get(serviceId) ?? {}, { reviewStatus });
      expect(await open(verificationUrl)).toMatchObject({ kind: "pending" });
      expect((await user(serviceId)).status).toBe("pending_kyc");
    },
  );

  test.each([
    ["GREEN", GREEN, "approved", "approved"],
    ["RED and FINAL", FINAL, "denied", "denied"],
    ["RED and RETRY", RETRY, "needsVerification", "pending_kyc"],
  ])("sees %s, which is recorded once", async (_, review, outcome, status) => {
    const { serviceId, verificationUrl } = await opened();
    sumsub.decide(serviceId, review);
    expect(await open(verificationUrl)).toMatchObject({ kind: "closed", outcome });
    expect((await user(serviceId)).status).toBe(status);
    await sumsub.post(sumsub.callback("applicantReviewed", serviceId));
    expect(await poll()).toBe(0);
    expect(await statuses()).toEqual([outcome]);
  });

  test("can continue at once when Sumsub asks for more", async () => {
    const { serviceId, verificationUrl } = await opened();
    sumsub.decide(serviceId, RETRY);
    const closed = await open(verificationUrl);
    const nextUrl = closed?.kind === "closed" ? (closed.nextUrl ?? "") : "";
    expect(await open(nextUrl)).toMatchObject({ kind: "redirect" });
    expect(await statuses()).toEqual(["needsVerification"]);
  });

  test("continues at Sumsub after an approval of another level", async () => {
    const { serviceId, verificationUrl } = await opened();
    sumsub.decide(serviceId, GREEN);
    Object.assign(sumsub.applicants.get(serviceId) ?? {}, { levelName: "questionnaire" });
    expect(await open(verificationUrl)).toMatchObject({ kind: "redirect" });
    expect(await later(2 * HOUR_MS, poll)).toBe(0);
    expect(await statuses()).toEqual([]);
  });
});

describe("a callback without a time", () => {
  const withoutTime = (body: string) => {
    const { createdAtMs: _, ...event } = JSON.parse(body);
    return JSON.stringify(event);
  };

  test("counts with the decision that Sumsub has now", async () => {
    const { serviceId } = await opened();
    sumsub.decide(serviceId, GREEN);
    const body = withoutTime(sumsub.callback("applicantReviewed", serviceId));
    expect((await sumsub.post(body))?.status).toBe(200);
    expect((await user(serviceId)).status).toBe("approved");
  });

  test("an approval without a time does not undo a denial when it is sent again", async () => {
    const { serviceId } = await opened();
    const approval = withoutTime(await report(serviceId, GREEN));
    await report(serviceId, FINAL, inMs(DAY_MS));
    expect((await sumsub.post(approval))?.status).toBe(200);
    expect((await user(serviceId)).status).toBe("denied");
  });

  test("is sent again by Sumsub while Sumsub cannot be asked", async () => {
    const { serviceId } = await opened();
    sumsub.decide(serviceId, GREEN);
    const body = withoutTime(sumsub.callback("applicantReviewed", serviceId));
    sumsub.failNext({ kind: "refuse", status: 503 }, { operation: FIND });
    expect((await sumsub.post(body))?.status).toBe(503);
    expect((await sumsub.post(body))?.status).toBe(200);
    expect(await statuses()).toEqual(["approved"]);
  });
});

test("a late callback about a known request for more opens no further check", async () => {
  const { serviceId } = await opened();
  sumsub.decide(serviceId, RETRY);
  expect(await later(HOUR_MS, poll)).toBe(1);
  const { verificationUrl } = await user(serviceId);
  await later(DAY_MS, () => open(verificationUrl));
  const createdAtMs = timeOf(inMs(3_000));
  await sumsub.post(sumsub.callback("applicantReviewed", serviceId, { createdAtMs }));
  expect(await statuses()).toEqual(["needsVerification"]);
  expect((await user(serviceId)).verificationUrl).toBe(verificationUrl);
});

test.each([
  ["denial", FINAL, GREEN, "denied"],
  ["approval", GREEN, FINAL, "approved"],
])(
  "a repeated %s outdates an opposite decision from before it that arrives later",
  async (_, review, opposite, status) => {
    const { serviceId } = await opened();
    await report(serviceId, review);
    sumsub.decide(serviceId, opposite, inMs(DAY_MS));
    const delayed = sumsub.callback("applicantReviewed", serviceId, {
      createdAtMs: timeOf(inMs(DAY_MS)),
    });
    await report(serviceId, review, inMs(2 * DAY_MS));
    expect((await sumsub.post(delayed))?.status).toBe(200);
    expect((await user(serviceId)).status).toBe(status);
    expect(await statuses()).toEqual([status]);
  },
);

test("the same person at two partners is two applicants, and a decision reaches one of them", async () => {
  const other = await makePartner();
  const person = { email: "twice@example.com", firstName: "Amara" };
  const here = await opened(person);
  const there = await userClientOf(other).make(person);
  await open(there.verificationUrl);
  await report(here.serviceId, GREEN);
  expect((await user(here.serviceId)).status).toBe("approved");
  expect((await userClientOf(other).get(there.serviceId)).json.data.status).toBe("pending_kyc");
  expect(await eventsOf(other.partnerId, "user.kyc-event")).toEqual([]);
  expect(sumsub.applicants.get(here.serviceId)?.id).not.toBe(
    sumsub.applicants.get(there.serviceId)?.id,
  );
});

describe("an approved person", () => {
  test.each(["applicantOnHold", "applicantDeactivated", "applicantDeleted"])(
    "alerts the operators with %s, and not when it is from before the approval",
    async (type) => {
      const { serviceId } = await opened();
      const early = sumsub.callback(type, serviceId, { createdAtMs: timeOf(inMs(-60_000)) });
      await report(serviceId, GREEN);
      await sumsub.post(early);
      expect(await alertsOf(serviceId)).toEqual([]);
      await sumsub.post(sumsub.callback(type, serviceId, { createdAtMs: timeOf(inMs(60_000)) }));
      expect(await alertsOf(serviceId)).toMatchObject([{ kind: "kyc_reset" }]);
      expect((await user(serviceId)).status).toBe("approved");
    },
  );

  test.each([
    ["approved again", GREEN, "approved"],
    ["denied", FINAL, "denied"],
  ])("who is %s after a reset needs nobody any more", async (_, decision, status) => {
    const { serviceId } = await opened();
    await report(serviceId, GREEN, inMs(-5_000));
    await sumsub.post(sumsub.callback("applicantReset", serviceId));
    const isOpen = async () => {
      const rows = await sql(
        "SELECT closed_at IS NULL AS is_open FROM alerts WHERE kind = 'kyc_reset' AND subject = $1",
        [serviceId],
      );
      return rows.map(({ is_open }) => is_open);
    };
    // The approval from before the reset, which a poll reports with a later time.
    await report(serviceId, GREEN, inMs(-2_000));
    expect(await isOpen()).toEqual([true]);
    await report(serviceId, decision, inMs(60_000));
    expect((await user(serviceId)).status).toBe(status);
    expect(await isOpen()).toEqual([false]);
  });

  test("an approved person whose document is read again has the new birth date", async () => {
    const { serviceId } = await opened();
    await report(serviceId, GREEN);
    Object.assign(sumsub.applicants.get(serviceId) ?? {}, { info: { dob: "1990-04-05" } });
    await sumsub.post(sumsub.callback("applicantPersonalInfoChanged", serviceId));
    const [row] = await sql("SELECT birth_date::text AS at FROM users WHERE id = $1", [serviceId]);
    expect(row.at).toBe("1990-04-05");
  });

  test("an approved person with cards who is denied later alerts the operators once, and keeps the cards", async () => {
    const [withCard, without] = [await opened(), await opened()];
    for (const { serviceId } of [withCard, without]) await report(serviceId, GREEN);
    const cardId = await makeCard(partner, { userId: withCard.serviceId });
    for (const { serviceId } of [withCard, without]) {
      const body = await report(serviceId, FINAL, inMs(DAY_MS));
      await sumsub.post(body);
    }
    expect(await alertsOf(withCard.serviceId)).toEqual([
      { kind: "kyc_approval_lost", text: expect.stringContaining("is now denied (sumsub)") },
    ]);
    expect(await alertsOf(without.serviceId)).toEqual([]);
    const [card] = await sql("SELECT status FROM cards WHERE id = $1", [cardId]);
    expect(card.status).toBe("active");
  });

  test("an approved person with cards who is denied and approved again later leaves no open alert", async () => {
    const { serviceId } = await opened();
    await report(serviceId, GREEN);
    await makeCard(partner, { userId: serviceId });
    const open = async () =>
      (
        await sql("SELECT kind FROM alerts WHERE subject = $1 AND closed_at IS NULL", [serviceId])
      ).map(({ kind }) => kind);
    await report(serviceId, FINAL, inMs(DAY_MS));
    expect(await open()).toEqual(["kyc_approval_lost"]);
    await report(serviceId, GREEN, inMs(2 * DAY_MS));
    expect(await open()).toEqual([]);
    await report(serviceId, FINAL, inMs(3 * DAY_MS));
    expect(await open()).toEqual(["kyc_approval_lost"]);
  });
});

describe("an applicant that was deleted at Sumsub", () => {
  test("is created again at the next opening, and that one is erased with the user", async () => {
    const { serviceId, verificationUrl } = await opened();
    sumsub.applicants.delete(serviceId);
    expect(await open(verificationUrl)).toMatchObject({ kind: "redirect" });
    expect(count(CREATE)).toBe(2);
    await client.remove(serviceId);
    const headers = { authorization: `Bearer ${process.env.CRON_SECRET}` };
    const erased = await call(eraseRoute, { method: "POST", headers });
    expect(erased.json.data).toEqual({ erased: 1, failed: 0 });
    expect(sumsub.applicants.get(serviceId)?.deleted).toBe(true);
  });
});

describe("polls", () => {
  test("stop while Sumsub refuses them, for as long as it asks, and then lose nothing", async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => opened()));
    for (const { serviceId } of users) sumsub.decide(serviceId, GREEN);
    sumsub.requests.length = 0;
    sumsub.failNext(
      { kind: "refuse", status: 429, retryAfterS: 600 },
      { operation: FIND, times: 8 },
    );
    expect(await later(HOUR_MS, poll)).toBe(0);
    expect(await later(HOUR_MS + 500_000, poll)).toBe(0);
    expect(count(FIND)).toBe(8);
    expect(await later(HOUR_MS + 601_000, poll)).toBe(12);
    expect(count(FIND)).toBe(20);
    expect(await later(HOUR_MS + 700_000, poll)).toBe(0);
  });

  test("are not put off by a person who reloads the page", async () => {
    const { serviceId, verificationUrl } = await opened();
    await later(50 * 60_000, () => open(verificationUrl));
    sumsub.decide(serviceId, GREEN);
    expect(await later(HOUR_MS + 1_000, poll)).toBe(1);
  });

  test("find a decision weeks after the link has ended", async () => {
    const { serviceId } = await opened();
    for (const days of [1, 12]) await later(days * DAY_MS, poll);
    sumsub.decide(serviceId, GREEN, inMs(15 * DAY_MS));
    expect(await later(18 * DAY_MS, poll)).toBe(0);
    expect(await later(20 * DAY_MS, poll)).toBe(1);
    expect((await user(serviceId)).status).toBe("approved");
  });

  test("find a revoked approval also of a person who was denied before", async () => {
    const { serviceId } = await opened();
    await report(serviceId, FINAL);
    expect(await later(2 * HOUR_MS, poll)).toBe(0);
    await report(serviceId, GREEN, inMs(DAY_MS));
    expect((await user(serviceId)).status).toBe("approved");
    sumsub.decide(serviceId, FINAL, inMs(3 * DAY_MS));
    expect(await later(9 * DAY_MS, poll)).toBe(1);
    expect((await user(serviceId)).status).toBe("denied");
  });

  test("find it also when the process of the approval stopped before its callback was answered", async () => {
    const { serviceId } = await opened();
    await report(serviceId, FINAL);
    expect(await later(2 * HOUR_MS, poll)).toBe(0);
    vi.mocked(resumePolls).mockRejectedValueOnce(new Error("the database is away"));
    await expect(report(serviceId, GREEN, inMs(DAY_MS))).rejects.toThrow();
    await report(serviceId, GREEN, inMs(DAY_MS));
    expect((await user(serviceId)).status).toBe("approved");
    sumsub.decide(serviceId, FINAL, inMs(3 * DAY_MS));
    expect(await later(9 * DAY_MS, poll)).toBe(1);
    expect((await user(serviceId)).status).toBe("denied");
  });

  test("find an approval that was revoked, once a week", async () => {
    const { serviceId } = await opened();
    await report(serviceId, GREEN);
    sumsub.requests.length = 0;
    for (const days of [1, 5, 8.5]) await later(days * DAY_MS, poll);
    expect(count(FIND)).toBe(1);
    expect(await statuses()).toEqual(["approved"]);
    sumsub.decide(serviceId, FINAL, inMs(9 * DAY_MS));
    expect(await later(16 * DAY_MS, poll)).toBe(1);
    expect((await user(serviceId)).status).toBe("denied");
    expect(await later(60 * DAY_MS, poll)).toBe(0);
    expect(count(FIND)).toBe(2);
  });
});
