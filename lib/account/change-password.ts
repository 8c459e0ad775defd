import { confirmPassword } from "@/lib/auth/confirm-password";
import { hashPassword } from "@/lib/auth/password";
import { describeDeed } from "@/lib/deed";
import type { AccountUseCase } from "@/lib/http/account-route";
import type { changePasswordContract } from "./contract";
import { setPassword } from "./store";

/** Sets another password for who knows the present one. Whoever was signed in with it elsewhere is not any more. */
export const changePassword: AccountUseCase<typeof changePasswordContract> = async ({
  person,
  input,
  at,
}) => {
  const { currentPassword, newPassword } = input.body;
  await confirmPassword(person, currentPassword, at);
  describeDeed({ targetId: person.id });
  const passwordHash = await hashPassword(newPassword);
  return { endedSessions: await setPassword(person.id, passwordHash, person.sessionId, at) };
};
