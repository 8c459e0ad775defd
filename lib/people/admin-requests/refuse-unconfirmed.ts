import { ServiceError } from "@/lib/kernel/errors";
import type { ConfirmOutcome } from "./store";

/** The messages for an administrator who does not count as the second one. */
export const NOT_SECOND = {
  own: "You requested this. Another administrator must confirm it.",
  same_line:
    "You and the requester count as one: one of you invited the other, or the same person invited both. An independent administrator must confirm it.",
  too_new:
    "You became an administrator too recently to confirm this. By default, confirmations count from 24 hours after the role was granted, and only for later requests. Another administrator must confirm it.",
  requester_new:
    "The requester became an administrator too recently. By default, a request can be confirmed from 24 hours after the requester's role was granted or recovered. Confirm it then, or let another administrator request it.",
  own_account: "This is about your own account. Another administrator must confirm it.",
} as const;

/**
 * Throws the error of a confirmation that did not succeed.
 * @throws ServiceError ADMIN_REQUEST_NOT_FOUND, ADMIN_REQUEST_STALE, PERSON_EXISTS, ROLE_NOT_ALLOWED, or
 * SECOND_ADMINISTRATOR_NEEDED with the reason.
 */
export function refuseUnconfirmed(outcome: ConfirmOutcome): void {
  switch (outcome) {
    case "done":
      return;
    case "unknown":
      throw new ServiceError("ADMIN_REQUEST_NOT_FOUND");
    case "stale":
      throw new ServiceError("ADMIN_REQUEST_STALE");
    case "exists":
      throw new ServiceError("PERSON_EXISTS");
    case "not_allowed":
      throw new ServiceError("ROLE_NOT_ALLOWED");
    default:
      throw new ServiceError("SECOND_ADMINISTRATOR_NEEDED", { text: NOT_SECOND[outcome] });
  }
}
