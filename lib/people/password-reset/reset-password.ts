import type { VisitorUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { hashPassword } from "@/lib/identity/passwords/password";
import { refuseWeakPassword } from "@/lib/identity/passwords/refuse-weak-password";
import { runAudited } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import { hashLinkToken } from "@/lib/people/link-token";
import type { resetPasswordContract } from "./contract";
import { applyReset, findReset } from "./sql-store";

/**
 * Sets a new password by a link, once. All sessions end, and the second factor stays: the link proves access to the
 * mailbox alone. Source: docs/decisions/0093-password-reset.md
 */
export const resetPassword: VisitorUseCase<typeof resetPasswordContract> = async (context) => {
  const { input, requestId, ipAddress } = context;
  const at = await databaseTimeOf(context.at);
  const tokenHash = hashLinkToken(input.params.token);
  const reset = await findReset(tokenHash, at);
  if (!reset) throw new ServiceError("PASSWORD_RESET_NOT_FOUND");
  const { personId, partnerId, email, hasSecondFactor } = reset;
  const { password } = input.body;
  refuseWeakPassword("password", password, email);
  const passwordHash = await hashPassword(password);
  const audit = {
    ...{ personId, partnerId, action: "password.reset", targetId: personId },
    ...{ before: null, after: null, ipAddress, requestId, at },
  };
  const isSet = await runAudited(audit, () => applyReset(tokenHash, passwordHash, at));
  if (!isSet) throw new ServiceError("PASSWORD_RESET_NOT_FOUND");
  return { email, hasSecondFactor };
};
