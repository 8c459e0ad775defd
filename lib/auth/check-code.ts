import { ServiceError } from "@/lib/errors";
import { countAttempt } from "./count-attempt";
import type { SignedInPerson } from "./person";
import { totpStepOf } from "./totp";
import { untilUnlocked } from "./until-unlocked";

/**
 * Holds a code of a signed-in person against a secret of theirs, confirmed or only begun, and counts the attempt.
 * @returns of which 30 seconds it is.
 * @throws ServiceError SECOND_FACTOR_INVALID for a wrong code, SECOND_FACTOR_LOCKED with `Retry-After` after too many.
 */
export async function checkCode(
  { id: personId, partnerId }: SignedInPerson,
  sealed: string | null,
  code: string,
  at: Date,
): Promise<number> {
  const owner = { personId, partnerId };
  const step = sealed === null ? undefined : totpStepOf(sealed, owner, code, at);
  if (!(await countAttempt(personId, "code", step !== undefined, at)))
    throw new ServiceError("SECOND_FACTOR_LOCKED", { headers: await untilUnlocked(personId, at) });
  if (step === undefined) throw new ServiceError("SECOND_FACTOR_INVALID");
  return step;
}
