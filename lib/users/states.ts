import type { KycOutcome } from "@/lib/contract/kyc-outcomes";

/** The statuses of a user's identity check. Source: spec: User KYC; design 7 for `pending` and `pending_kyc`. */
export const USER_STATUSES = ["pending", "pending_kyc", "approved", "denied"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** The user's status after each outcome, whatever the status was before. */
export const STATUS_AFTER_OUTCOME: Record<KycOutcome, UserStatus> = {
  approved: "approved",
  denied: "denied",
  needsVerification: "pending_kyc",
};

/** The status becomes `pending_kyc` when the person opens the link. */
export const STATUS_AFTER_OPENING: Partial<Record<UserStatus, UserStatus>> = {
  pending: "pending_kyc",
};

/** The statuses in which a user has a verification link. */
export const KYC_OPEN: ReadonlySet<UserStatus> = new Set<UserStatus>(["pending", "pending_kyc"]);
