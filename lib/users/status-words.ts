import type { UserStatus } from "./states";

/** The labels of the API's `status` values. */
export const USER_STATUS_WORDS = {
  pending: { state: "waiting", word: "Pending" },
  pending_kyc: { state: "waiting", word: "Pending KYC" },
  approved: { state: "settled", word: "Approved" },
  denied: { state: "failed", word: "Denied" },
} as const satisfies Record<UserStatus, { state: string; word: string }>;
