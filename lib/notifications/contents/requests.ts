import { z } from "zod";
import { ADMIN_REQUEST_KINDS, type AdminRequestKind } from "@/lib/people/admin-requests/schema";
import { instantText, mailKind, pageUrl } from "./content";
import { isRequestOpen } from "./store";

const CHANGES: Readonly<Record<AdminRequestKind, string>> = {
  second_approval: "Amount above which two approve",
  partner_settings: "Fees and limits of a partner",
  payout_policy: "Payout policy of a partner",
  partner_sso: "End of a partner’s required single sign-on",
  partner_owner: "Invitation of another owner of a partner",
  operator_invitation: "Invitation of an operator",
  operator_role: "Role of an operator",
  operator_second_factor: "Reset of an operator’s second factor",
};

/** Messages to operators about requests that a second administrator must confirm, and about recoveries. */
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
  operator_recovery: mailKind(
    z.object({
      step: z.enum(["made", "used", "unlocked"]),
      name: z.string(),
      email: z.string(),
      madeBy: z.string().nullable(),
      at: z.coerce.date(),
    }),
    ({ step, name, email, madeBy, at }) => {
      const origin =
        madeBy === null
          ? "on the server’s command line"
          : `by two administrators; ${madeBy} confirmed it`;
      const [title, text] = {
        made: [
          "Recovery link of an operator",
          `A link with which ${name} can set a new password and authenticator was made ${origin}.`,
        ],
        used: [
          "Account of an operator recovered",
          `${name} has a new password and authenticator, by a link that was made ${origin}. All earlier sessions were signed out.`,
        ],
        unlocked: [
          "Operator unlocked",
          `The failed sign-in attempts of ${name} were cleared ${origin}.`,
        ],
      }[step] as [string, string];
      return {
        ...{ subject: title, heading: title, paragraphs: [text] },
        facts: [
          ["Operator", `${name}, ${email}`],
          ["Time", instantText(at)],
        ],
        action: { label: "Open operators", url: pageUrl("/admin/operators") },
        afterwards: [
          "If nobody agreed to this, revoke the link or remove the operator now, and check the server.",
          "This e-mail is about the security of the service, so it cannot be switched off.",
        ],
      };
    },
  ),
};
