import { ServiceError } from "@/lib/kernel/errors";
import type { PersonChange } from "./sql-store";

/**
 * Throws the error of a change that did not succeed.
 * @throws ServiceError PERSON_NOT_FOUND, LAST_OWNER, LAST_BREAK_GLASS_OWNER, or ROLE_NOT_ALLOWED when the actor lost their role meanwhile.
 */
export function refuseUnchangedPerson(result: PersonChange): void {
  if (result === "unknown") throw new ServiceError("PERSON_NOT_FOUND");
  if (result === "last_owner") throw new ServiceError("LAST_OWNER");
  if (result === "last_break_glass") throw new ServiceError("LAST_BREAK_GLASS_OWNER");
  if (result === "not_allowed") throw new ServiceError("ROLE_NOT_ALLOWED");
}
