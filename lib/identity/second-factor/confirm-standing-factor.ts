import type { SignedInPerson } from "@/lib/contract/person";
import { ServiceError, ValidationError } from "@/lib/kernel/errors";
import { findTotpSecret, hasRecoveryCode, spendRecoveryCode } from "../store";
import { checkCode, countCode } from "./check-code";
import { hashRecoveryCode } from "./recovery-codes";

/**
 * Step-up authentication with the existing second factor before its change: by a current code, or by a recovery code,
 * which is then used up. In this session it is accepted again, also when it began the session. Returns the sealed factor that
 * was checked; null if there is none, in which case no code is required. Source: docs/decisions/0026-operators.md
 * @throws ValidationError without a code; ServiceError SECOND_FACTOR_INVALID for a wrong code, SECOND_FACTOR_LOCKED
 * with `Retry-After` after too many.
 */
export async function confirmStandingFactor(
  person: SignedInPerson,
  code: string | undefined,
  at: Date,
): Promise<string | null> {
  const sealed = await findTotpSecret(person.id);
  if (sealed === null) return null;
  if (code === undefined) {
    const isNotEmpty = "code should not be empty";
    throw new ValidationError([{ property: "code", constraints: { isNotEmpty } }]);
  }
  const codeHash = hashRecoveryCode(code);
  if (codeHash === undefined) await checkCode(person, sealed, code, at);
  else await spend(person, codeHash, at);
  return sealed;
}

async function spend(person: SignedInPerson, codeHash: string, at: Date): Promise<void> {
  const typed = { personId: person.id, codeHash, sessionId: person.sessionId };
  await countCode(person, await hasRecoveryCode(typed), at);
  if (!(await spendRecoveryCode(typed, at))) throw new ServiceError("SECOND_FACTOR_INVALID");
}
