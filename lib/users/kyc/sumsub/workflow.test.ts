import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HOUR_MS } from "@/lib/kernel/durations";
import { forgetEnv } from "@/lib/kernel/env";
import { eventsOf } from "@/test/fixtures/books";
import { later } from "@/test/fixtures/later";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { collectOutcomes, tokenOf, type UserClient, userClientOf } from "@/test/http/user-client";
import { timeOf } from "@/test/providers/sumsub/applicants";
import { type AttachedSumsub, attachSumsub } from "@/test/providers/sumsub/configure";
import { openVerification } from "../open-verification";

const FIRST = "basic kyc level";
const GREEN = { reviewAnswer: "GREEN" };
const FINAL = { reviewAnswer: "RED", reviewRejectType: "FINAL", rejectLabels: ["SANCTIONS"] };

let sumsub: AttachedSumsub;
let partner: TestPartner;
let client: UserClient;

beforeAll(async () => {
  sumsub = await attachSumsub();
  process.env.SUMSUB_APPROVAL_LEVELS = "address level, enhanced level";
  forgetEnv();
});
beforeEach(async () => {
  await sql("UPDATE kyc_applicants SET poll_due_at = NULL, erase_due_at = NULL");
  partner = await makePartner();
  client = userClientOf(partner);
});
afterAll(async () => {
  delete process.env.SUMSUB_APPROVAL_LEVELS;
  await sumsub.stop();
  await endTests();
});

const statusOf = async (serviceId: string) => (await client.get(serviceId)).json.data.status;
const outcomes = async () =>
  (await eventsOf(partner.partnerId, "user.kyc-event")).map(({ data }) => data.status);
const poll = async () => (await collectOutcomes()).json.data.recorded;

/** A callback about a workflow that failed some time from now, with the approval of its last level. */
const failedAfter = (serviceId: string, ms: number) =>
  sumsub.callback("applicantWorkflowFailed", serviceId, {
    createdAtMs: timeOf(new Date(Date.now() + ms)),
  });

/** Creates a user who has opened the link and finished a level, of which Sumsub has sent no callback yet. */
async function reviewed(levelName: string, review: typeof GREEN) {
  const made = await client.make();
  const open = () => openVerification(tokenOf(made.verificationUrl), new Date());
  expect(await open()).toMatchObject({ kind: "redirect" });
  sumsub.decide(made.serviceId, review);
  Object.assign(sumsub.applicants.get(made.serviceId) ?? {}, { levelName });
  return { ...made, open };
}

describe("in a workflow of several levels", () => {
  test("an approval of the first level approves nobody: not its callback, a poll or a return", async () => {
    const { serviceId, open } = await reviewed(FIRST, GREEN);
    await sumsub.post(sumsub.callback("applicantReviewed", serviceId));
    expect(await later(2 * HOUR_MS, poll)).toBe(0);
    expect(await open()).toMatchObject({ kind: "redirect" });
    expect(await statusOf(serviceId)).toBe("pending_kyc");
    expect(await outcomes()).toEqual([]);
  });

  test.each(["applicantReviewed", "applicantWorkflowCompleted"])(
    "an approval of a last level is the whole check, by %s",
    async (type) => {
      const { serviceId } = await reviewed("enhanced level", GREEN);
      await sumsub.post(sumsub.callback(type, serviceId));
      expect(await statusOf(serviceId)).toBe("approved");
    },
  );

  test("a lost callback about the end is made up for by a poll", async () => {
    const { serviceId } = await reviewed("address level", GREEN);
    expect(await later(2 * HOUR_MS, poll)).toBe(1);
    expect(await statusOf(serviceId)).toBe("approved");
  });

  test("a workflow that failed after its last level denies, whatever Sumsub says of that level", async () => {
    const { serviceId, open } = await reviewed("enhanced level", GREEN);
    const createdAtMs = timeOf(new Date());
    const ofLevel = sumsub.callback("applicantReviewed", serviceId, { createdAtMs });
    await sumsub.post(failedAfter(serviceId, 5_000));
    expect(await statusOf(serviceId)).toBe("denied");
    await sumsub.post(ofLevel);
    expect(await later(2 * HOUR_MS, poll)).toBe(0);
    expect(await open()).toMatchObject({ kind: "closed", outcome: "denied" });
    expect(await statusOf(serviceId)).toBe("denied");
    expect(await outcomes()).toEqual(["denied"]);
  });

  test("a workflow that fails after the approval of its last level denies, and a later review approves", async () => {
    const { serviceId } = await reviewed("enhanced level", GREEN);
    await sumsub.post(sumsub.callback("applicantReviewed", serviceId));
    expect(await statusOf(serviceId)).toBe("approved");
    await sumsub.post(failedAfter(serviceId, 5_000));
    expect(await statusOf(serviceId)).toBe("denied");
    const createdAtMs = timeOf(new Date(Date.now() + HOUR_MS));
    await sumsub.post(sumsub.callback("applicantReviewed", serviceId, { createdAtMs }));
    expect(await outcomes()).toEqual(["approved", "denied", "approved"]);
  });

  test("a workflow that fails in the millisecond of the approval of its last level denies", async () => {
    const { serviceId } = await reviewed("enhanced level", GREEN);
    const at = { createdAtMs: timeOf(new Date()) };
    await sumsub.post(sumsub.callback("applicantReviewed", serviceId, at));
    await sumsub.post(sumsub.callback("applicantWorkflowFailed", serviceId, at));
    expect(await statusOf(serviceId)).toBe("denied");
    await sumsub.post(sumsub.callback("applicantReviewed", serviceId, at));
    expect(await outcomes()).toEqual(["approved", "denied"]);
  });

  test("a failed workflow without a time alerts the operators of a person who is approved", async () => {
    const { serviceId } = await reviewed("enhanced level", GREEN);
    await sumsub.post(sumsub.callback("applicantReviewed", serviceId));
    const withoutTime = { createdAtMs: undefined };
    await sumsub.post(sumsub.callback("applicantWorkflowFailed", serviceId, withoutTime));
    expect(await statusOf(serviceId)).toBe("approved");
    const alerts = "SELECT text FROM alerts WHERE kind = 'kyc_reset' AND subject = $1";
    expect(await sql(alerts, [serviceId])).toEqual([
      { text: `Sumsub reported applicantWorkflowFailed for ${serviceId}, who is approved.` },
    ]);
  });

  test("a failed workflow denies", async () => {
    const { serviceId } = await reviewed(FIRST, GREEN);
    const changes = { reviewResult: FINAL };
    await sumsub.post(sumsub.callback("applicantWorkflowFailed", serviceId, changes));
    expect(await statusOf(serviceId)).toBe("denied");
    expect(await outcomes()).toEqual(["denied"]);
  });
});
