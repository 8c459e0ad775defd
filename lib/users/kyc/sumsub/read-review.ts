import { z } from "zod";
import type { PersonOutcome } from "../port";

/** A review's result. Unknown values must not fail the parse: they are never an approval. */
export const reviewResult = z
  .object({
    reviewAnswer: z.string(),
    reviewRejectType: z.string().nullish(),
    rejectLabels: z.array(z.unknown()).nullish(),
  })
  .nullish();

type ReviewResult = z.output<typeof reviewResult>;
type Decision = Pick<PersonOutcome, "status" | "codes">;

/** Labels are joined by commas and shown, so anything else than a label is left out. */
const LABEL = /^[A-Z][A-Z0-9_]{0,63}$/;
const MAX_LABELS = 20;

function labelsOf(result: ReviewResult): string[] {
  const labels = (result?.rejectLabels ?? []).filter(
    (label): label is string => typeof label === "string" && LABEL.test(label),
  );
  return [...new Set(labels)].slice(0, MAX_LABELS);
}

/**
 * Returns the decision of a completed review; undefined for an answer that this version does not know. A rejection is
 * final only if Sumsub says so. Source: docs.sumsub.com, Receive and interpret results.
 */
export function readReview(result: ReviewResult): Decision | undefined {
  if (result?.reviewAnswer === "GREEN") return { status: "approved", codes: [] };
  if (result?.reviewAnswer !== "RED") return undefined;
  const status = result.reviewRejectType === "FINAL" ? "denied" : "needsVerification";
  return { status, codes: labelsOf(result) };
}

/**
 * Parses Sumsub's times: `2021-05-14 16:00:25.032` in UTC, or with an offset such as `+0000`. Undefined for other text.
 */
export function readTime(text: unknown): Date | undefined {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|([+-]\d\d):?(\d\d))?$/.exec(
    String(text ?? ""),
  );
  if (!match) return undefined;
  const [, day, time, hours, minutes] = match;
  const at = new Date(`${day}T${time}${hours === undefined ? "Z" : `${hours}:${minutes}`}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
