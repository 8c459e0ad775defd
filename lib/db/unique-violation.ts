import { errorCodeOf } from "@/lib/kernel/error-code";

const UNIQUE_VIOLATION = "23505";

/** Returns whether the database refused a row because a unique index already has its key. */
export function isUniqueViolation(error: unknown): boolean {
  return errorCodeOf(error) === UNIQUE_VIOLATION;
}
