import { ValidationError } from "@/lib/kernel/errors";
import { MAX_KEY_YEARS } from "./schema";

const refused = (rule: string, text: string) =>
  new ValidationError([{ property: "expiresAt", constraints: { [rule]: `expiresAt ${text}` } }]);

/**
 * Refuses an expiry of a new key that is not in the future, or later than MAX_KEY_YEARS from now.
 * @throws ValidationError
 */
export function refuseExpiry(expiresAt: Date | undefined, at: Date): void {
  if (expiresAt === undefined) return;
  if (expiresAt <= at) throw refused("isInFuture", "must be in the future");
  const latest = new Date(at);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_KEY_YEARS);
  if (expiresAt > latest)
    throw refused("isWithinYears", `must not be more than ${MAX_KEY_YEARS} years ahead`);
}
