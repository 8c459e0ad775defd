import { ServiceError } from "@/lib/kernel/errors";
import type { InvitationOutcome } from "./sql-store";

/** The limits are those of `invite_person`. */
const MADE =
  "100 invitations were made within 24 hours, which is the limit. Try again later, or ask support.";

/**
 * @throws ServiceError PERSON_EXISTS; INVITATION_LIMIT when the partner has too many open invitations or made too many
 * within 24 hours; or ROLE_NOT_ALLOWED when the inviter lost their role meanwhile.
 */
export function refuseUninvited(outcome: InvitationOutcome): void {
  if (outcome === "exists") throw new ServiceError("PERSON_EXISTS");
  if (outcome === "too_many_open") throw new ServiceError("INVITATION_LIMIT");
  if (outcome === "too_many_made") throw new ServiceError("INVITATION_LIMIT", { text: MADE });
  if (outcome === "not_allowed") throw new ServiceError("ROLE_NOT_ALLOWED");
}
