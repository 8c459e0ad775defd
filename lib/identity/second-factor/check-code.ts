import type { SignedInPerson } from "@/lib/contract/person";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { ServiceError } from "@/lib/kernel/errors";
import { countAttempt } from "../attempts/count-attempt";
import { untilUnlocked } from "../attempts/until-unlocked";
import { isTotpCode } from "./totp";

/**
 * Checks a code of a signed-in person against one of their secrets, confirmed or pending, and counts the attempt.
 * @throws ServiceError SECOND_FACTOR_INVALID for a wrong code, SECOND_FACTOR_LOCKED with `Retry-After` after too many.
 */
export async function checkCode(
  person: SignedInPerson,
  sealed: string | null,
  code: string,
  at: Date,
): Promise<void> {
  const { id: personId, partnerId } = person;
  // By a clock that is behind, a code that somebody saw would be valid again; by any wrong one, right codes would be refused and locked.
  const present = await databaseTimeOf(at);
  await countCode(
    person,
    sealed !== null && isTotpCode(sealed, { personId, partnerId }, code, present),
    at,
  );
}

/** Counts a correct or wrong code; throws like `checkCode`. */
export async function countCode({ id }: SignedInPerson, isRight: boolean, at: Date): Promise<void> {
  if (!(await countAttempt(id, "code", isRight, at)))
    throw new ServiceError("SECOND_FACTOR_LOCKED", {
      headers: await untilUnlocked(id, "code", at),
    });
  if (!isRight) throw new ServiceError("SECOND_FACTOR_INVALID");
}
