import { errorCodeOf } from "@/lib/kernel/error-code";

const SECOND_ADMINISTRATOR = "PW028";

/** Returns whether the database refused a change because a second administrator must confirm it. */
export function isSecondNeeded(error: unknown): boolean {
  return errorCodeOf(error) === SECOND_ADMINISTRATOR;
}
