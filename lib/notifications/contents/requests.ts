import { z } from "zod";
import { ADMIN_REQUEST_KINDS, type AdminRequestKind } from "@/lib/people/admin-requests/schema";
import { instantText, mailKind, pageUrl } from "./content";
import { isRequestOpen } from "./store";

const CHANGES: Readonly<Record<AdminRequestKind, string>> = {
  second_approval: "Amount above which two approve",
  partner_settings: "Fees and limits of a partner",
  payout_policy: "Payout policy of a partner",
  operator_invitation: "Invitation of an operator",
  operator_role: "Role of an operator",
};

/** Messages to administrators about requests that a second administrator must confirm. */
export const REQUEST_KINDS = {
  second_administrator: mailKind(
    z.object({
      requestId: z.string(),
      kind: z.enum(ADMIN_REQUEST_KINDS),
      targetName: z.string().nullable(),
      requestedBy: z.string(),
      expiresAt: z.coerce.date(),
    }),
    async ({ requestId, kind, targetName, requestedBy, expiresAt }) => {
      if (!(await isRequestOpen(requestId))) return undefined;
      const title = "A change needs a second administrator";
      return {
        ...{ subject: title, heading: title },
        paragraphs: [
          `${requestedBy} requested a change that takes effect only after you or another administrator confirmed it.`,
          `Verify the request with ${requestedBy} in person or by phone before you confirm.`,
        ],
        facts: [
          ["Change", CHANGES[kind]],
          ["For", targetName ?? "unknown"],
          ["Expires", instantText(expiresAt)],
        ],
        action: { label: "Review the request", url: pageUrl("/admin") },
        afterwards: [
          "This e-mail is about the security of the service, so it cannot be switched off.",
        ],
      };
    },
  ),
};
