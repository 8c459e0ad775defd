import { ServiceError } from "@/lib/kernel/errors";
import type { PersonChange } from "./store";

/**
 * @throws ServiceError PERSON_NOT_FOUND, LAST_OWNER, or ROLE_NOT_ALLOWED for who lost the role meanwhile, when nobody was
 * changed.
 */
export function refuseUnchangedPerson(result: PersonChange): void {
  if (result === "unknown") throw new ServiceError("PERSON_NOT_FOUND");
  if (result === "last_owner") throw new ServiceError("LAST_OWNER");
  if (result === "not_allowed") throw new ServiceError("ROLE_NOT_ALLOWED");
}
