import { ServiceError } from "@/lib/kernel/errors";
import type { InvitationOutcome } from "./sql-store";

/** @throws ServiceError PERSON_EXISTS, or ROLE_NOT_ALLOWED when the inviter lost their role meanwhile. */
export function refuseUninvited(outcome: InvitationOutcome): void {
  if (outcome === "exists") throw new ServiceError("PERSON_EXISTS");
  if (outcome === "not_allowed") throw new ServiceError("ROLE_NOT_ALLOWED");
}
