import type { AccountUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { hashPassword } from "@/lib/identity/passwords/password";
import { refuseWeakPassword } from "@/lib/identity/passwords/refuse-weak-password";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { changePasswordContract } from "./contract";
import { setPassword } from "./store";

/** Sets a new password after a check of the current one, and ends all other sessions of the person. */
export const changePassword: AccountUseCase<typeof changePasswordContract> = async ({
  person,
  input,
  at,
}) => {
  const { currentPassword, newPassword } = input.body;
  refuseWeakPassword("newPassword", newPassword, person.email);
  const oldHash = await confirmPassword(person, currentPassword, at);
  const newHash = await hashPassword(newPassword);
  const { id: personId, sessionId } = person;
  describeAudit({ targetId: personId });
  const endedSessions = await setPassword(
    { personId, sessionId, at: await databaseTimeOf(at) },
    { oldHash, newHash },
  );
  if (endedSessions === undefined) throw new ServiceError("PASSWORD_INVALID");
  return { endedSessions };
};
