import { ServiceError } from "@/lib/kernel/errors";
import type { PersonChange } from "@/lib/people/team/store";

/**
 * @throws ServiceError PERSON_NOT_FOUND, LAST_ADMIN, or ROLE_NOT_ALLOWED for who lost the role meanwhile, when nobody was
 * changed.
 */
export function refuseUnchangedOperator(change: PersonChange): void {
  if (change === "unknown") throw new ServiceError("PERSON_NOT_FOUND");
  if (change === "last_owner") throw new ServiceError("LAST_ADMIN");
  if (change === "not_allowed") throw new ServiceError("ROLE_NOT_ALLOWED");
}
