import type { SignedInPerson } from "@/lib/contract/person";
import { findTotpSecret } from "../store";
import { checkCode } from "./check-code";

/**
 * Goes on only with a code that says that a signed-in person is who they seem; asked for at each approval. Source: design 9.
 * @throws ServiceError SECOND_FACTOR_INVALID for a wrong code, SECOND_FACTOR_LOCKED with `Retry-After` after too many.
 */
export async function requireSecondFactor(
  person: SignedInPerson,
  code: string,
  at: Date,
): Promise<void> {
  await checkCode(person, await findTotpSecret(person.id), code, at);
}
