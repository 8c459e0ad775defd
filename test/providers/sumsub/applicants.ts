import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { Refused } from "../stand-in/answer";
import { type applicantBody, linkBody } from "./requests";

export interface Review {
  reviewAnswer: string;
  reviewRejectType?: string;
  rejectLabels?: unknown[];
  moderationComment?: string;
  clientComment?: string;
}

export interface StoredApplicant {
  id: string;
  externalUserId: string;
  levelName: string;
  fixedInfo: z.output<typeof applicantBody>["fixedInfo"];
  reviewStatus: string;
  reviewDate?: string;
  review?: Review;
  deleted: boolean;
  /** The fields of the document. */
  info?: { dob?: unknown };
}

/** `2021-05-14 16:00:25.032`, as callbacks have it. */
export const timeOf = (at: Date) => at.toISOString().replace("T", " ").replace("Z", "");

/** An applicant as the API returns it. */
export function present(applicant: StoredApplicant) {
  const { id, externalUserId, fixedInfo, levelName, reviewStatus, reviewDate, review } = applicant;
  return {
    id,
    externalUserId,
    clientId: "stand-in",
    inspectionId: `${id}-inspection`,
    deleted: applicant.deleted,
    fixedInfo,
    ...(applicant.info && { info: applicant.info }),
    review: {
      levelName,
      reviewStatus,
      attemptCnt: 0,
      ...(reviewDate && { reviewDate: `${reviewDate}+0000` }),
      ...(review && { reviewResult: review }),
    },
  };
}

/** The applicants of the stand-in, and the operations on them. */
export function applicantStore() {
  const applicants = new Map<string, StoredApplicant>();
  const find = (externalUserId: string): StoredApplicant => {
    const found = applicants.get(externalUserId);
    if (!found) throw new Refused(404, "Applicant not found", "applicant-not-found");
    return found;
  };
  const findById = (id: string): StoredApplicant => {
    const found = [...applicants.values()].find((each) => each.id === id);
    if (!found) throw new Refused(404, "Applicant not found", "applicant-not-found");
    return found;
  };
  const decide = (applicant: StoredApplicant, review: Review, at: Date): void => {
    const reviewDate = timeOf(at).slice(0, 19);
    Object.assign(applicant, { reviewStatus: "completed", review, reviewDate });
  };
  return {
    applicants,
    find,
    decide,
    /** Ends a check as the sandbox can. */
    complete(id: string, review: Review) {
      decide(findById(id), review, new Date());
      return { ok: 1 };
    },
    create(levelName: string, body: z.output<typeof applicantBody>) {
      const { externalUserId, fixedInfo } = body;
      if (applicants.has(externalUserId))
        throw new Refused(409, `Applicant '${externalUserId}' already exists`, "duplicate");
      const id = randomBytes(12).toString("hex");
      const made = { id, externalUserId, levelName, fixedInfo, reviewStatus: "init" };
      applicants.set(externalUserId, { ...made, deleted: false });
      return present(find(externalUserId));
    },
    makeLink(value: unknown, origin: string) {
      const { userId } = linkBody.parse(value);
      find(userId);
      return { url: `${origin}/websdk/p/${randomBytes(16).toString("hex")}` };
    },
    deactivate(id: string) {
      const found = findById(id);
      if (["pending", "queued", "prechecked"].includes(found.reviewStatus))
        throw new Refused(400, "The applicant is being checked", "applicant-in-review");
      found.deleted = true;
      return present(found);
    },
  };
}
