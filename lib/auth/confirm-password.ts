import { ServiceError } from "@/lib/errors";
import { countAttempt } from "./count-attempt";
import { verifyPassword } from "./password";
import type { SignedInPerson } from "./person";
import { findPasswordHash } from "./store";
import { untilUnlocked } from "./until-unlocked";

/**
 * Confirms with the password that a signed-in person is who they seem. Counted with the codes that are asked for in a
 * session, apart from sign-ins: who only knows an e-mail cannot lock it.
 * @throws ServiceError PASSWORD_INVALID for a wrong one, PASSWORD_LOCKED with `Retry-After` after too many.
 */
export async function confirmPassword(
  person: SignedInPerson,
  password: string,
  at: Date,
): Promise<void> {
  const isRight = await verifyPassword(await findPasswordHash(person.id), password);
  if (!(await countAttempt(person.id, "code", isRight, at)))
    throw new ServiceError("PASSWORD_LOCKED", { headers: await untilUnlocked(person.id, at) });
  if (!isRight) throw new ServiceError("PASSWORD_INVALID");
}
