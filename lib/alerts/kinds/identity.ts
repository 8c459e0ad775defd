import type { AlertDefinition } from "./definition";

/** Alerts of the identity checks of users, and of the erasure of their data. */
export const IDENTITY_ALERTS = {
  kyc_reset: {
    title: "Identity check withdrawn at the provider",
    severity: "attention",
    remedy:
      "An approved user was reset, put on hold, deactivated or deleted at the identity provider, or failed a workflow there. Find out why at the provider. The user stays approved until the provider decides again, which closes the alert. If it decides no more, agree with the partner what becomes of the user, and close the alert.",
    closedBy: "administrators",
    reopens: true,
  },
  kyc_approval_lost: {
    title: "Cards of a user who is no longer approved",
    severity: "attention",
    remedy:
      "The identity provider revoked an approval, and the user's cards stay usable. Find out why at the provider, and agree with the partner whether the cards are frozen or terminated. Then close the alert; it closes automatically when the user is approved again.",
    closedBy: "administrators",
    reopens: true,
  },
  kyc_erasure_failed: {
    title: "Data of a deleted user not erased at the provider",
    severity: "attention",
    remedy:
      "Check the provider's error in the log and on the Health page. The erasure is retried automatically; the alert closes when it succeeds. If the service no longer has an account at the provider, have the provider confirm that it has erased the person's data, then close the alert with that confirmation as the reason: it is not opened again.",
    closedBy: "administrators",
    reopens: false,
  },
  erasure_failed: {
    title: "Data of a deleted user not erased",
    severity: "attention",
    remedy:
      "Check the error in the log (data of a user not erased). The erasure is retried every hour; the alert closes when it succeeds. See docs/erasure.md for what is erased.",
    closedBy: "service",
    reopens: true,
  },
} as const satisfies Record<string, AlertDefinition>;
