import type { KycOutcome } from "@/lib/contract/kyc-outcomes";

/** Where a user's identity check stands. Source: spec: User KYC; design 7 for `pending` and `pending_kyc`. */
export const USER_STATUSES = ["pending", "pending_kyc", "approved", "denied"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** What each outcome makes of a user, whatever its status was. */
export const STATUS_AFTER_OUTCOME: Record<KycOutcome, UserStatus> = {
  approved: "approved",
  denied: "denied",
  needsVerification: "pending_kyc",
};

/** `pending_kyc` once the person opens the link. */
export const STATUS_AFTER_OPENING: Partial<Record<UserStatus, UserStatus>> = {
  pending: "pending_kyc",
};

/** While these hold the user has a verification link. */
export const KYC_OPEN: ReadonlySet<UserStatus> = new Set<UserStatus>(["pending", "pending_kyc"]);
