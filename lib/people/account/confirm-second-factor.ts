import type { AccountUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { checkCode } from "@/lib/identity/second-factor/check-code";
import { newRecoveryCodes } from "@/lib/identity/second-factor/recovery-codes";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { confirmSecondFactorContract } from "./contract";
import { activateTotp, findAccount } from "./store";

/**
 * Activates the pending TOTP secret once a code proves that the authenticator knows it. All other sessions of the
 * person end: they signed in with the previous second factor or without one.
 */
export const confirmSecondFactor: AccountUseCase<typeof confirmSecondFactorContract> = async ({
  person,
  input,
  at,
}) => {
  const { id: personId, sessionId } = person;
  const { totpPendingSealed } = await findAccount(personId);
  if (totpPendingSealed === null) throw new ServiceError("SECOND_FACTOR_NOT_STARTED");
  await checkCode(person, totpPendingSealed, input.body.totp, at);
  describeAudit({ targetId: personId });
  const { codes, hashes } = newRecoveryCodes();
  const asking = { personId, sessionId, at: await databaseTimeOf(at) };
  const endedSessions = await activateTotp(asking, totpPendingSealed, hashes);
  if (endedSessions === undefined) throw new ServiceError("SECOND_FACTOR_NOT_STARTED");
  return { hasSecondFactor: true, recoveryCodes: codes, endedSessions };
};
