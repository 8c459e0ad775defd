import type { UserStatus } from "./states";

/**
 * The KYC fee of a new user, micro-USD. It is waived when the last deleted user of the partner with this email was
 * anything but approved: its check was paid for and never came to an end. Source: spec: Delete User, rule 4.
 */
export function kycFee(kycFeeMicroUsd: bigint, deletedStatus: UserStatus | null): bigint {
  return deletedStatus === null || deletedStatus === "approved" ? kycFeeMicroUsd : 0n;
}
