import { confirmPassword } from "@/lib/auth/confirm-password";
import { describeDeed } from "@/lib/deed";
import { ServiceError } from "@/lib/errors";
import type { AccountUseCase } from "@/lib/http/account-route";
import type { removeSecondFactorContract } from "./contract";
import { clearTotp } from "./store";

/** From now on the password alone signs in. */
export const removeSecondFactor: AccountUseCase<typeof removeSecondFactorContract> = async ({
  person,
  input,
  at,
}) => {
  if (person.partnerId === null) throw new ServiceError("SECOND_FACTOR_REQUIRED");
  await confirmPassword(person, input.body.password, at);
  describeDeed({ targetId: person.id });
  await clearTotp(person.id);
  return { hasSecondFactor: false };
};
