import { env } from "@/lib/kernel/env";
import { learnBirthDate, readBirthDate } from "../birth-date";
import type { PersonOutcome } from "../port";
import type { SumsubApplicant } from "./applicant-calls";
import { SUMSUB } from "./call-sumsub";
import { readReview, readTime } from "./read-review";

/** Statuses in which the person can do nothing. Source: docs.sumsub.com, Applicant statuses. */
const IN_REVIEW = new Set(["pending", "queued", "prechecked", "onHold", "awaitingService"]);

export const isInReview = ({ review }: SumsubApplicant): boolean =>
  IN_REVIEW.has(review?.reviewStatus ?? "");

/**
 * True if an approval is of a level that is not the whole check, such as the first one of a workflow. One that names no level
 * can be of any.
 */
export function isOfOtherLevel(levelName: string | null | undefined): boolean {
  const { SUMSUB_LEVEL_NAME, SUMSUB_APPROVAL_LEVELS = [SUMSUB_LEVEL_NAME] } = env();
  return typeof levelName !== "string" || !SUMSUB_APPROVAL_LEVELS.includes(levelName);
}

/** Returns Sumsub's decision about an applicant; undefined while there is none. */
export function decisionOfApplicant(
  { review }: SumsubApplicant,
  userId: string,
): PersonOutcome | undefined {
  if (review?.reviewStatus !== "completed") return undefined;
  const decision = readReview(review.reviewResult);
  const decidedAt = readTime(review.reviewDate);
  if (!decision || !decidedAt) return undefined;
  if (decision.status === "approved" && isOfOtherLevel(review.levelName)) return undefined;
  return { userId, decidedAt, ...decision };
}

/** Stores the birth date of an approved applicant's document. `read` finds the applicant. */
export function learnBirthDateOf(
  userId: string,
  read: () => Promise<SumsubApplicant | undefined>,
): Promise<void> {
  const birthDate = async () => readBirthDate((await read())?.info?.dob);
  return learnBirthDate({ provider: SUMSUB, userId, read: birthDate });
}
