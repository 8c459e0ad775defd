import { ServiceError } from "@/lib/errors";
import type { PersonChange } from "./store";

/** @throws ServiceError PERSON_NOT_FOUND or LAST_OWNER when nobody was changed. */
export function refuseUnchanged(result: PersonChange): void {
  if (result === "unknown") throw new ServiceError("PERSON_NOT_FOUND");
  if (result === "last_owner") throw new ServiceError("LAST_OWNER");
}
