import { ServiceError } from "@/lib/errors";
import type { OperatorChange } from "./store";

/** @throws ServiceError PERSON_NOT_FOUND, LAST_ADMIN when somebody was not changed. */
export function refuseUnchanged(change: OperatorChange): void {
  if (change === "unknown") throw new ServiceError("PERSON_NOT_FOUND");
  if (change === "last_owner") throw new ServiceError("LAST_ADMIN");
}
