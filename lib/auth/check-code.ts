import { ServiceError } from "@/lib/errors";
import { countAttempt } from "./count-attempt";
import type { SignedInPerson } from "./person";
import { isTotpCode } from "./totp";
import { untilUnlocked } from "./until-unlocked";

/**
 * Holds a code of a signed-in person against a secret of theirs, confirmed or only begun, and counts the attempt.
 * @throws ServiceError SECOND_FACTOR_INVALID for a wrong code, SECOND_FACTOR_LOCKED with `Retry-After` after too many.
 */
export async function checkCode(
  { id: personId, partnerId }: SignedInPerson,
  sealed: string | null,
  code: string,
  at: Date,
): Promise<void> {
  const isRight = sealed !== null && isTotpCode(sealed, { personId, partnerId }, code, at);
  if (!(await countAttempt(personId, "code", isRight, at)))
    throw new ServiceError("SECOND_FACTOR_LOCKED", { headers: await untilUnlocked(personId, at) });
  if (!isRight) throw new ServiceError("SECOND_FACTOR_INVALID");
}
