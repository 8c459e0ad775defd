import { ServiceError } from "@/lib/kernel/errors";
import type { PersonChange } from "@/lib/people/team/sql-store";

/**
 * Throws the error of a change that did not succeed.
 * @throws ServiceError PERSON_NOT_FOUND, LAST_ADMIN, or ROLE_NOT_ALLOWED when the actor lost their role meanwhile.
 */
export function refuseUnchangedOperator(change: PersonChange): void {
  if (change === "unknown") throw new ServiceError("PERSON_NOT_FOUND");
  if (change === "last_owner") throw new ServiceError("LAST_ADMIN");
  if (change === "not_allowed") throw new ServiceError("ROLE_NOT_ALLOWED");
}
