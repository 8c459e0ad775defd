import { ServiceError } from "@/lib/errors";
import { countAttempt } from "./count-attempt";
import type { SignedInPerson } from "./person";
import { findCodesLock, findTotpSecret } from "./store";
import { isTotpCode } from "./totp";

/**
 * Confirms with a code that a signed-in person is who they seem; asked for at each approval. Source: design 9.
 * @throws ServiceError SECOND_FACTOR_INVALID for a wrong code, SECOND_FACTOR_LOCKED with `Retry-After` after too many.
 */
export async function confirmSecondFactor(
  person: SignedInPerson,
  code: string,
  at: Date,
): Promise<void> {
  const sealed = await findTotpSecret(person.id);
  const owner = { personId: person.id, partnerId: person.partnerId };
  const isRight = sealed !== null && isTotpCode(sealed, owner, code, at);
  if (!(await countAttempt(person.id, "code", isRight, at))) throw await locked(person.id, at);
  if (!isRight) throw new ServiceError("SECOND_FACTOR_INVALID");
}

async function locked(personId: string, at: Date): Promise<ServiceError> {
  const until = await findCodesLock(personId);
  const remainingS = Math.ceil(((until ?? at).getTime() - at.getTime()) / 1000);
  return new ServiceError("SECOND_FACTOR_LOCKED", {
    headers: { "Retry-After": String(Math.max(1, remainingS)) },
  });
}
