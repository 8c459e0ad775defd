import type { VisitorUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { ServiceError } from "@/lib/kernel/errors";
import { hashLinkToken } from "@/lib/people/link-token";
import type { getPasswordResetContract } from "./contract";
import { findReset } from "./sql-store";

/** Returns the account of a link that can still be used. */
export const getPasswordReset: VisitorUseCase<typeof getPasswordResetContract> = async ({
  input,
  at,
}) => {
  const reset = await findReset(hashLinkToken(input.params.token), await databaseTimeOf(at));
  if (!reset) throw new ServiceError("PASSWORD_RESET_NOT_FOUND");
  const { email, hasSecondFactor } = reset;
  return { email, hasSecondFactor };
};
