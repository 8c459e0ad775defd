import type { UserStatus } from "./states";

/**
 * Returns the KYC fee of a new user, in micro-USD. The fee is waived when the partner's last deleted user with this
 * email was not approved: the fee of that user was paid, and the check never passed. Source: spec: Delete User, rule 4.
 */
export function kycFee(kycFeeMicroUsd: bigint, deletedStatus: UserStatus | null): bigint {
  return deletedStatus === null || deletedStatus === "approved" ? kycFeeMicroUsd : 0n;
}
