import type { SignedInPerson } from "@/lib/contract/person";
import { findTotpSecret } from "../store";
import { checkCode } from "./check-code";

/**
 * Step-up authentication with a code of the authenticator, required for each approval. Source: design 9.
 * @throws ServiceError SECOND_FACTOR_INVALID for a wrong code, SECOND_FACTOR_LOCKED with `Retry-After` after too many.
 */
export async function requireSecondFactor(
  person: SignedInPerson,
  code: string,
  at: Date,
): Promise<void> {
  await checkCode(person, await findTotpSecret(person.id), code, at);
}
