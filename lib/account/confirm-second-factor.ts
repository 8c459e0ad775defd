import { checkCode } from "@/lib/auth/check-code";
import { newRecoveryCodes } from "@/lib/auth/recovery-codes";
import { describeDeed } from "@/lib/deed";
import { ServiceError } from "@/lib/errors";
import type { AccountUseCase } from "@/lib/http/account-route";
import type { confirmSecondFactorContract } from "./contract";
import { activateTotp, findAccount } from "./store";

/** Makes the secret that was begun the person's, once the authenticator has shown that it knows it. */
export const confirmSecondFactor: AccountUseCase<typeof confirmSecondFactorContract> = async ({
  person,
  input,
  at,
}) => {
  const { totpPendingSealed } = await findAccount(person.id);
  if (totpPendingSealed === null) throw new ServiceError("SECOND_FACTOR_NOT_STARTED");
  await checkCode(person, totpPendingSealed, input.body.totp, at);
  describeDeed({ targetId: person.id });
  const { codes, hashes } = newRecoveryCodes();
  if (!(await activateTotp(person.id, totpPendingSealed, hashes, at)))
    throw new ServiceError("SECOND_FACTOR_NOT_STARTED");
  return { hasSecondFactor: true, recoveryCodes: codes };
};
