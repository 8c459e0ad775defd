import { ServiceError } from "@/lib/kernel/errors";
import type { InvitationOutcome } from "./store";

/** @throws ServiceError PERSON_EXISTS, or ROLE_NOT_ALLOWED for who lost the role meanwhile, when nobody was invited. */
export function refuseUninvited(outcome: InvitationOutcome): void {
  if (outcome === "exists") throw new ServiceError("PERSON_EXISTS");
  if (outcome === "not_allowed") throw new ServiceError("ROLE_NOT_ALLOWED");
}
