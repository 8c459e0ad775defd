import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { now } from "@/lib/clock";
import { text } from "@/lib/http/fields";
import { newId } from "@/lib/ids";
import { countAttempt } from "./count-attempt";
import { emailKeyOf } from "./email-key";
import { verifyPassword } from "./password";
import { hashRecoveryCode } from "./recovery-codes";
import {
  type CredentialsRow,
  consumeRecoveryCode,
  findCredentials,
  hasRecoveryCode,
  insertSession,
} from "./store";
import { isTotpCode } from "./totp";

/** Source: design 9, fixed. */
const credentialsSchema = z.object({
  email: text(3, 320),
  password: z.string().min(1).max(1024),
  totp: z.string().max(20).default(""),
});

export const SESSION_S = 12 * 60 * 60;

/** Refusals take this long at least, so that their time does not tell why. */
const REFUSAL_MS = 300;
const MAX_AGENT_CHARACTERS = 512;

interface Visitor {
  ipAddress: string | null;
  userAgent: string | null;
}

/**
 * Begins a session for who knows the password and, where there is a second factor, its code or a recovery code. The operator's people
 * must have one. Undefined when refused, without saying why: not for an unknown e-mail, a wrong password or code, a
 * locked or a disabled person, nor when what was right was changed meanwhile. Source: design 9.
 */
export async function signIn(
  credentials: unknown,
  visitor: Visitor,
): Promise<{ sessionId: string } | undefined> {
  const earliestRefusal = sleep(REFUSAL_MS);
  const session = await begin(credentials, visitor);
  if (!session) await earliestRefusal;
  return session;
}

async function begin(
  credentials: unknown,
  visitor: Visitor,
): Promise<{ sessionId: string } | undefined> {
  const sessionId = newId("ses");
  const person = await identify(credentials, sessionId);
  if (!person) return undefined;
  const createdAt = now();
  const isBegun = await insertSession({
    id: sessionId,
    person,
    ipAddress: visitor.ipAddress,
    userAgent: visitor.userAgent?.slice(0, MAX_AGENT_CHARACTERS) ?? null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + SESSION_S * 1000),
  });
  return isBegun ? { sessionId } : undefined;
}

async function identify(
  credentials: unknown,
  sessionId: string,
): Promise<CredentialsRow | undefined> {
  const parsed = credentialsSchema.safeParse(credentials);
  if (!parsed.success) return undefined;
  const { email, password, totp } = parsed.data;
  const person = await findCredentials(emailKeyOf(email));
  // A password takes long to hash: nobody makes the service do so by guessing at who is locked.
  if (person?.lockedUntil && person.lockedUntil > now()) return undefined;
  const isPassword = await verifyPassword(person?.passwordHash, password);
  if (!person) return undefined;
  const isKnown = isPassword && person.disabledAt === null;
  const codeHash = person.totpSecretSealed === null ? undefined : hashRecoveryCode(totp);
  const recovery =
    codeHash === undefined ? undefined : { personId: person.id, codeHash, sessionId };
  const isRecovery = isKnown && recovery !== undefined && (await hasRecoveryCode(recovery));
  const isRight = isKnown && (isRecovery || isSecondFactor(person, totp));
  const isCounted = await countAttempt(person.id, "sign-in", isRight, now());
  if (!isRight || !isCounted) return undefined;
  // Used up only where it signs in; of two at the same moment one does.
  if (isRecovery && !(await consumeRecoveryCode(recovery, now()))) return undefined;
  return person;
}

function isSecondFactor(person: CredentialsRow, code: string): boolean {
  const { id: personId, partnerId, totpSecretSealed } = person;
  if (totpSecretSealed === null) return partnerId !== null;
  return isTotpCode(totpSecretSealed, { personId, partnerId }, code, now());
}
