import type { SignedInPerson } from "@/lib/contract/person";
import { ServiceError } from "@/lib/kernel/errors";
import { OpenLimit } from "@/lib/kernel/open-limit";
import { perProcess } from "@/lib/kernel/per-process";
import { atRequestEnd } from "@/lib/kernel/request-context";
import { countAttempt } from "../attempts/count-attempt";
import { untilUnlocked } from "../attempts/until-unlocked";
import { findLock } from "../sql-store";
import { findPasswordHash } from "../store";
import { verifyPassword } from "./password";

/** How many requests with a password the people of one partner may have under way in one process. */
const MAX_OF_PARTNER = 8;

/** The requests with a password of this process, by partner; of operators by person. */
const underWay = perProcess(
  "passwordConfirmations",
  () =>
    new OpenLimit({
      max: MAX_OF_PARTNER,
      text: "Your company has too many requests with a password under way. Try again in a second.",
      retryAfterS: 1,
    }),
);

/**
 * Step-up authentication by password. Returns the password hash that was compared. Attempts are counted separately from
 * codes and from sign-ins, which anybody who knows an email can lock. During a lock the password is not hashed, because
 * hashing is expensive. The request is counted until it ends, because it may hash a new password too: the people of one
 * partner must not take all places of the passwords that wait. Source: docs/decisions/0006-rate-limits.md
 * @throws ServiceError PASSWORD_INVALID for a wrong password, PASSWORD_LOCKED with `Retry-After` after too many,
 * RATE_LIMITED while the partner has too many such requests under way.
 */
export async function confirmPassword(
  { id, partnerId }: SignedInPerson,
  password: string,
  at: Date,
): Promise<string> {
  if (await findLock(id, "password", at)) throw await locked(id, at);
  atRequestEnd(underWay.count(partnerId ?? id));
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
