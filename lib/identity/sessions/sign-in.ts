import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { text } from "@/lib/contract/fields";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { runAudited } from "@/lib/kernel/audit-context";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { emailHashOf } from "../attempts/email-hash";
import {
  codeScopes,
  countSignInAttempt,
  passwordScopes,
  signInLock,
} from "../attempts/sign-in-attempts";
import type { AttemptScope } from "../attempts/sql-store";
import { emailKeyOf } from "../email-key";
import { verifyPassword } from "../passwords/password";
import { hashRecoveryCode } from "../second-factor/recovery-codes";
import { totpStepOf } from "../second-factor/totp";
import { type PasswordRule, passwordRuleOf } from "../single-sign-on/password-rule";
import { type CredentialsRow, findCredentials, hasRecoveryCode } from "../store";
import { beginSession, type Visitor } from "./begin-session";
import { knownBrowserId } from "./known-browser";

/** Source: design 9, fixed. */
const credentialsSchema = z.object({
  email: text(3, 320),
  password: z.string().min(1).max(1024),
  totp: z.string().max(20).default(""),
});

/** The minimum duration of a refusal, so that its time does not reveal the reason. */
export const REFUSAL_MS = 300;

export type SignInOutcome =
  /** `knownBrowser` is the `Set-Cookie` line that makes the browser known. */
  | { kind: "signed-in"; sessionId: string; knownBrowser: string }
  /** An unknown email, a wrong password or a disabled person; the outcome does not reveal which. */
  | { kind: "refused" }
  /** The password is correct and the code of the second factor is missing. No attempt was counted. */
  | { kind: "code-required" }
  /** The password is correct; the code or recovery code is wrong. */
  | { kind: "code-wrong" }
  /** The password is correct, but the person's company requires single sign-on. No attempt was counted. */
  | { kind: "sso-required" }
  | { kind: "locked"; retryAfterS: number };

/**
 * Begins a session for a person with the correct password and, if they have a second factor, its code or a recovery
 * code. People of the operator must have a second factor. Unknown emails are counted, locked and refused like known
 * ones. Source: design 9; docs/decisions/0042-sign-in-attempts.md
 */
export async function signIn(credentials: unknown, visitor: Visitor): Promise<SignInOutcome> {
  const earliestRefusal = sleep(REFUSAL_MS);
  const outcome = await attempt(credentials, visitor);
  if (outcome.kind === "refused") await earliestRefusal;
  return outcome;
}

async function attempt(credentials: unknown, visitor: Visitor): Promise<SignInOutcome> {
  const parsed = credentialsSchema.safeParse(credentials);
  if (!parsed.success) return { kind: "refused" };
  const { email, password, totp } = parsed.data;
  const emailKey = emailKeyOf(email);
  const emailHash = emailHashOf(emailKey);
  const person = await findCredentials(emailKey);
  const browserId = knownBrowserId(visitor.cookieHeader, person, now());
  const origin = { ipAddress: visitor.ipAddress, knownBrowserId: browserId };
  // Locks are checked before the hash, which is expensive, so that guesses at a locked email cost no hashing.
  const scopes = passwordScopes(origin);
  const lockedUntil = await signInLock(emailHash, scopes, now());
  if (lockedUntil) return locked(lockedUntil);
  const isStranger = browserId === undefined;
  const isPassword = await verifyPassword(person?.passwordHash, password, { isStranger });
  if (!person || !isPassword || !maySignIn(person)) {
    const locking = await countSignInAttempt(emailHash, scopes, false, now());
    return locking ? locked(locking) : { kind: "refused" };
  }
  const rule = await passwordRuleOf(person, emailKey);
  const attempted = { person, totp, emailHash, scopes: codeScopes(origin), visitor, rule };
  if (rule === "refused") return unlessLocked(attempted, "sso-required");
  return totp.trim() === "" && person.totpSecretSealed !== null
    ? unlessLocked(attempted, "code-required")
    : confirmCode(attempted);
}

/** People of the operator may sign in only with a second factor. */
export function maySignIn({ disabledAt, partnerId, totpSecretSealed }: CredentialsRow): boolean {
  return disabledAt === null && (partnerId !== null || totpSecretSealed !== null);
}

/** The outcome while attempts are locked. */
export function locked(until: Date): SignInOutcome {
  const remainingS = Math.ceil((until.getTime() - now().getTime()) / 1000);
  return { kind: "locked", retryAfterS: Math.max(1, remainingS) };
}

/** An attempt with the correct password. */
interface Attempted {
  person: CredentialsRow;
  totp: string;
  emailHash: string;
  scopes: AttemptScope[];
  visitor: Visitor;
  rule: PasswordRule;
}

/** Checks the locks again, because concurrent wrong guesses may have set one. */
async function unlessLocked(
  { emailHash, scopes }: Attempted,
  kind: "code-required" | "sso-required",
): Promise<SignInOutcome> {
  const lockedUntil = await signInLock(emailHash, scopes, now());
  return lockedUntil ? locked(lockedUntil) : { kind };
}

async function confirmCode(attempted: Attempted): Promise<SignInOutcome> {
  const { person, totp, emailHash, scopes } = attempted;
  const sessionId = newId("ses");
  const codeHash = person.totpSecretSealed === null ? undefined : hashRecoveryCode(totp);
  const recovery =
    codeHash === undefined ? undefined : { personId: person.id, codeHash, sessionId };
  const isRecovery = recovery !== undefined && (await hasRecoveryCode(recovery));
  const step = await totpStep(person, totp);
  const isRight = isRecovery || person.totpSecretSealed === null || step !== undefined;
  const lockedUntil = await countSignInAttempt(emailHash, scopes, isRight, now());
  if (lockedUntil) return locked(lockedUntil);
  if (!isRight) return { kind: "code-wrong" };
  return begin(sessionId, attempted, isRecovery ? { recoveryHash: codeHash } : { step });
}

/** The code that begins a session: the step of the authenticator's, or the hash of a recovery code. */
interface UsedCode {
  step?: number | undefined;
  recoveryHash?: string | undefined;
}

/**
 * Begins a session of a person whose credentials were checked, and makes the browser known. Refuses when the credentials
 * changed since the check. Only the new session uses up a recovery code; of two concurrent sign-ins one succeeds.
 */
export async function begin(
  sessionId: string,
  { person, visitor, rule }: Pick<Attempted, "person" | "visitor" | "rule">,
  { step, recoveryHash }: UsedCode,
): Promise<SignInOutcome> {
  // In staging, programs may sign in repeatedly with one code: docs/decisions/0012-codes-of-the-second-factor.md
  const onceStep = env().SERVICE_ENVIRONMENT === "production" ? (step ?? null) : null;
  const isBreakGlass = rule === "break-glass";
  const once = { totpStep: onceStep, recoveryHash: recoveryHash ?? null };
  const beginning = { sessionId, person, visitor, ...once, isBreakGlass };
  const knownBrowser = isBreakGlass
    ? await runAudited(breakGlassEntry(sessionId, person, visitor), () => beginSession(beginning))
    : await beginSession(beginning);
  // The code has already begun a session, or the password or the second factor was changed meanwhile.
  if (knownBrowser === undefined) {
    const isCode = onceStep !== null || recoveryHash !== undefined;
    return { kind: isCode ? "code-wrong" : "refused" };
  }
  return { kind: "signed-in", sessionId, knownBrowser };
}

/** The audit entry of a sign-in by password where single sign-on is the only way in. */
function breakGlassEntry(sessionId: string, person: CredentialsRow, visitor: Visitor) {
  const { ipAddress, requestId } = visitor;
  return {
    ...{ personId: person.id, partnerId: person.partnerId, action: "sso.break_glass" },
    ...{ targetId: sessionId, before: null, after: null, ipAddress, requestId, at: now() },
  };
}

/** The step of a person's code, by the clock by which every process checks codes. */
async function totpStep({ id, partnerId, totpSecretSealed }: CredentialsRow, code: string) {
  if (totpSecretSealed === null) return undefined;
  const present = await databaseTimeOf(now());
  return totpStepOf(totpSecretSealed, { personId: id, partnerId }, code, present);
}
