import { z } from "zod";
import { instantText, mailKind } from "./content";

const expiresAt = z.coerce.date();

/** Messages whose link contains a one-time token. The link is sent to its address alone. */
export const LINK_KINDS = {
  invitation: mailKind(
    z.object({
      role: z.string(),
      partnerName: z.string().nullable(),
      invitedBy: z.string().nullable(),
      expiresAt,
    }),
    ({ role, partnerName, invitedBy, expiresAt: end }, { link }) => {
      const place = partnerName ?? "the operator";
      return {
        subject: `Invitation to join ${place}`,
        heading: `Join ${place}`,
        paragraphs: [
          `${invitedBy ?? "The operator"} invited you with the role ${role}. Accept the invitation to set your name and password.`,
        ],
        action: { label: "Accept invitation", url: link },
        afterwards: [
          `The link can be used once, until ${instantText(end)}. Do not forward it: the person who opens it can join in your place.`,
          "If you do not expect this invitation, ignore this e-mail.",
        ],
      };
    },
  ),
  second_factor_reset: mailKind(
    z.object({ confirmedBy: z.string(), expiresAt }),
    ({ confirmedBy, expiresAt: end }, { link }) => ({
      subject: "Set a new second factor",
      heading: "Set a new password and authenticator",
      paragraphs: [
        `Two administrators agreed that you may set a new password and authenticator. ${confirmedBy} confirmed it.`,
        "Until you use the link, nothing changes. Then all your sessions are signed out, and your approvals count as a second one only after the delay for new approvers.",
      ],
      action: { label: "Set new credentials", url: link },
      afterwards: [
        `The link can be used once, until ${instantText(end)}. Do not forward it: the person who opens it can take over your account.`,
        "If you did not ask for this, do not use the link, and call another administrator now.",
      ],
    }),
  ),
  password_reset: mailKind(z.object({ expiresAt }), ({ expiresAt: end }, { link }) => ({
    subject: "Set a new password",
    heading: "Set a new password",
    paragraphs: [
      "Somebody, hopefully you, asked for a new password of your account.",
      "A new password signs out all your sessions. If you use an authenticator app, you still need its code to sign in.",
    ],
    action: { label: "Set new password", url: link },
    afterwards: [
      `The link can be used once, until ${instantText(end)}.`,
      "If you did not ask for it, ignore this e-mail. Your password stays as it is.",
    ],
  })),
};
