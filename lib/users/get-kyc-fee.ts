import type { PersonUseCase } from "@/lib/contract/use-cases";
import { emailKeyOf } from "@/lib/identity/email-key";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { getKycFeeContract } from "./contract";
import { emailHash } from "./email-hash";
import { kycFee } from "./kyc-fee";
import { findUserCreationState } from "./store";

/** Returns the KYC fee that a form shows before it creates a user, by the rule of Create User. */
export const getKycFee: PersonUseCase<typeof getKycFeeContract> = async ({ partner, input }) => {
  const usual = partner.kycFeeMicroUsd;
  const { email } = input.query;
  if (email === undefined) return { kycFee: usdFromMicroUsd(usual), isWaived: false };
  const emailKey = emailKeyOf(email);
  const state = await findUserCreationState(partner.id, emailKey, emailHash(partner.id, emailKey));
  const fee = kycFee(usual, state.deletedStatus);
  return { kycFee: usdFromMicroUsd(fee), isWaived: fee < usual };
};
