import type { SignedInPerson } from "@/lib/contract/person";
import { ServiceError } from "@/lib/kernel/errors";
import { countAttempt } from "../attempts/count-attempt";
import { untilUnlocked } from "../attempts/until-unlocked";
import { findLock, findPasswordHash } from "../store";
import { verifyPassword } from "./password";

/**
 * Step-up authentication by password. Returns the password hash that was compared. Attempts are counted separately from
 * codes and from sign-ins, which anybody who knows an email can lock. During a lock the password is not hashed, because
 * hashing is expensive.
 * @throws ServiceError PASSWORD_INVALID for a wrong password, PASSWORD_LOCKED with `Retry-After` after too many.
 */
export async function confirmPassword(
  { id }: SignedInPerson,
  password: string,
  at: Date,
): Promise<string> {
  const lockedUntil = await findLock(id, "password");
  if (lockedUntil !== null && lockedUntil > at) throw await locked(id, at);
  const passwordHash = await findPasswordHash(id);
  const isRight = await verifyPassword(passwordHash, password);
  if (!(await countAttempt(id, "password", isRight, at))) throw await locked(id, at);
  if (!isRight) throw new ServiceError("PASSWORD_INVALID");
  return passwordHash;
}

async function locked(personId: string, at: Date): Promise<ServiceError> {
  const headers = await untilUnlocked(personId, "password", at);
  return new ServiceError("PASSWORD_LOCKED", { headers });
}
