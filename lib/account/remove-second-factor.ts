import { confirmPassword } from "@/lib/auth/confirm-password";
import { describeDeed } from "@/lib/deed";
import type { PersonUseCase } from "@/lib/http/person-route";
import type { removeSecondFactorContract } from "./contract";
import { clearTotp } from "./store";

/** From now on the password alone signs in. */
export const removeSecondFactor: PersonUseCase<typeof removeSecondFactorContract> = async ({
  person,
  input,
  at,
}) => {
  await confirmPassword(person, input.body.password, at);
  describeDeed({ targetId: person.id });
  await clearTotp(person.id);
  return { hasSecondFactor: false };
};
