import { z } from "zod";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { isId } from "@/lib/kernel/ids";
import { payloadDigestFault } from "@/lib/kernel/signatures/payload-digest";
import { resumePolls } from "../applicants/store";
import type { Callback, CallbackReceiver, CallbackResult } from "../callback";
import { parseCallback } from "../parse-callback";
import type { PersonOutcome } from "../port";
import { recordPersonOutcome } from "../record-person-outcome";
import { recordWithdrawal } from "../record-withdrawal";
import { findPerson } from "../store";
import { findApplicant } from "./applicant-calls";
import { SUMSUB } from "./call-sumsub";
import { decisionOfApplicant, isOfOtherLevel, learnBirthDateOf } from "./decision-of-applicant";
import { readReview, readTime, reviewResult } from "./read-review";

const event = z.object({
  type: z.string(),
  externalUserId: z.string().nullish(),
  levelName: z.string().nullish(),
  createdAtMs: z.unknown().optional(),
  createdAt: z.unknown().optional(),
  sandboxMode: z.boolean().nullish(),
  reviewResult,
});
type SumsubEvent = z.output<typeof event>;

/** Sumsub waits 5 s for the response to a callback. */
const READ_TIMEOUT_MS = 3_000;

/** Types after which an approval may no longer hold, without a decision. */
const WITHDRAWN = new Set([
  "applicantReset",
  "applicantDeleted",
  "applicantDeactivated",
  "applicantOnHold",
]);

/** Types that report a decision: about a level, or about a whole workflow, which ends in one of two ways. */
const DECIDED = new Set([
  "applicantReviewed",
  "applicantWorkflowCompleted",
  "applicantWorkflowFailed",
]);

/** Test persons must not be approved in production, and no real ones in staging. */
function isOfOtherEnvironment({ sandboxMode }: SumsubEvent): boolean {
  if (typeof sandboxMode !== "boolean") return false;
  return sandboxMode === (env().SERVICE_ENVIRONMENT === "production");
}

/** A completed workflow has passed all of its levels, so it has no other level. */
const isOtherLevel = ({ type, levelName, reviewResult: result }: SumsubEvent): boolean =>
  type === "applicantReviewed" && result?.reviewAnswer === "GREEN" && isOfOtherLevel(levelName);

const readApplicant = (userId: string) => findApplicant(userId, { timeoutMs: READ_TIMEOUT_MS });

type Step = Pick<CallbackResult, "outcome" | "reason">;

/** When Sumsub created a callback. */
const createdAtOf = ({ createdAtMs, createdAt }: SumsubEvent) =>
  readTime(createdAtMs) ?? readTime(createdAt);

/**
 * Returns the decision of a callback. One without a time cannot be put in order, and could be an old one that is sent
 * again, so Sumsub is asked.
 */
async function decisionOf(
  received: SumsubEvent,
  userId: string,
): Promise<PersonOutcome | undefined> {
  const decision = readReview(received.reviewResult);
  const decidedAt = createdAtOf(received);
  if (decision && decidedAt) return { userId, decidedAt, ...decision };
  const applicant = decision && (await readApplicant(userId));
  return applicant && decisionOfApplicant(applicant, userId);
}

async function recordDecision(received: SumsubEvent, userId: string): Promise<Step> {
  if (isOtherLevel(received)) return { outcome: "ignored", reason: "another level" };
  const decision = await decisionOf(received, userId);
  if (!decision) return { outcome: "ignored", reason: "unknown review answer" };
  const isApproval = decision.status === "approved";
  // Comes first: after a stop in between, Sumsub repeats the callback, and the approval is known then.
  if (isApproval) await resumePolls(SUMSUB, userId);
  const reason = await recordPersonOutcome(decision);
  if (reason === "recorded" && isApproval)
    await learnBirthDateOf(userId, () => readApplicant(userId));
  return { outcome: reason === "unknown" ? "ignored" : "processed", reason };
}

/** The data of an approved person changed: the birth date may be another one. */
async function recordChange(userId: string): Promise<Step> {
  const person = await findPerson(userId);
  if (person?.status !== "approved") return { outcome: "ignored", reason: "nothing to record" };
  await learnBirthDateOf(userId, () => readApplicant(userId));
  return { outcome: "processed", reason: "changed" };
}

/** An approval that may no longer hold needs a person: the user keeps the status until the next decision. */
async function reportWithdrawal(received: SumsubEvent, userId: string): Promise<Step> {
  const status = await recordWithdrawal({
    userId,
    withdrawnAt: createdAtOf(received) ?? now(),
    text: `Sumsub reported ${received.type} for ${userId}, who is approved.`,
  });
  if (status === undefined) return { outcome: "ignored", reason: "unknown" };
  return { outcome: "processed", reason: status };
}

/** A workflow can fail by a rule of its own after its last level was passed. The review, if any, is that of the level. */
const hasFailedAfterAll = ({ type, reviewResult: result }: SumsubEvent): boolean =>
  type === "applicantWorkflowFailed" &&
  [undefined, "approved"].includes(readReview(result)?.status);

/**
 * Records a workflow that failed after its last level as a denial. The level stays approved at Sumsub: without a newer
 * decision here, a poll, the person's return or a late callback about the level would approve the person.
 */
async function recordFailure(received: SumsubEvent, userId: string): Promise<Step> {
  const createdAt = createdAtOf(received);
  // A failure that cannot be put in order could be an old one that is sent again.
  if (!createdAt) return reportWithdrawal(received, userId);
  // It follows the approval of its last level, also in the same millisecond, and the later decision counts.
  const decidedAt = new Date(createdAt.getTime() + 1);
  const reason = await recordPersonOutcome({ userId, decidedAt, status: "denied", codes: [] });
  return { outcome: reason === "unknown" ? "ignored" : "processed", reason };
}

async function process(received: SumsubEvent): Promise<Step> {
  const { type, externalUserId } = received;
  const userId = externalUserId ?? "";
  if (!isId("usr", userId)) return { outcome: "ignored", reason: "not our user" };
  if (WITHDRAWN.has(type)) return reportWithdrawal(received, userId);
  if (hasFailedAfterAll(received)) return recordFailure(received, userId);
  if (DECIDED.has(type)) return recordDecision(received, userId);
  if (type === "applicantPersonalInfoChanged") return recordChange(userId);
  return { outcome: "ignored", reason: "nothing to record" };
}

/** The text of a field for the log: only our own ids and plain names of types. */
const plain = (text: string | null | undefined) =>
  /^\w{1,64}$/.test(text ?? "") ? { text: text ?? "" } : undefined;

async function receive({ body }: Callback): Promise<CallbackResult> {
  const received = parseCallback(event, body);
  if (!received) return { outcome: "ignored", reason: "malformed" };
  if (isOfOtherEnvironment(received)) return { outcome: "refused", reason: "sandboxMode" };
  const step = await process(received);
  const type = plain(received.type);
  const userId = plain(received.externalUserId);
  const createdAt = readTime(received.createdAtMs);
  return {
    ...step,
    ...(type && { type: type.text }),
    ...(userId && { userId: userId.text }),
    ...(createdAt && { createdAt }),
  };
}

/** Sumsub's callbacks. Source: docs.sumsub.com, Webhooks. */
export const sumsubCallbacks: CallbackReceiver = {
  provider: SUMSUB,
  isConfigured: () => env().SUMSUB_WEBHOOK_SECRET !== undefined,
  signatureFault: (message) => payloadDigestFault(env().SUMSUB_WEBHOOK_SECRET ?? [], message),
  receive,
};
