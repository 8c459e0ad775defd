import { setTimeout as sleep } from "node:timers/promises";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { emailHashOf } from "../attempts/email-hash";
import { codeScopes, countSignInAttempt } from "../attempts/sign-in-attempts";
import type { Visitor } from "../sessions/begin-session";
import { knownBrowserId } from "../sessions/known-browser";
import { begin, locked, maySignIn, REFUSAL_MS, type SignInOutcome } from "../sessions/sign-in";
import { passwordRuleOf } from "../single-sign-on/password-rule";
import { findCredentialsOf, revokeSession } from "../store";
import { challengeIn } from "./client-data";
import { type Assertion, assertion } from "./fields";
import { relyingParty } from "./relying-party";
import { findPasskey, notePasskeyUse, type PasskeyRow, takeChallenge } from "./store";
import { verifyAssertion } from "./verify-assertion";

const REFUSED = { kind: "refused" } as const;

/** The assertion that the browser sent as JSON; undefined for other text. */
function assertionIn(text: unknown): Assertion | undefined {
  if (typeof text !== "string") return undefined;
  try {
    return assertion.parse(JSON.parse(text));
  } catch {
    // Not the response of an authenticator: nobody can be signed in with it.
    return undefined;
  }
}

/** Whether the passkey signed an open challenge, which is used up. The use is recorded, so that it counts once. */
async function isSigned(passkey: PasskeyRow, given: Assertion): Promise<boolean> {
  const challenge = challengeIn(given.response);
  if (challenge === undefined) return false;
  const at = await databaseTimeOf(now());
  if (!(await takeChallenge({ challenge, purpose: "sign_in", personId: null }, at))) return false;
  const expected = { challenge, relyingParty: relyingParty(), key: passkey };
  const outcome = await verifyAssertion(given, expected);
  return !("fault" in outcome) && notePasskeyUse(passkey, outcome, at);
}

/**
 * Begins a session for the person of a passkey. The authenticator verified the person, so a passkey stands for password
 * and code. Refusals count like wrong codes of the person, and locks of the person's sign-in apply. Where single sign-on
 * is the only way in, a passkey is refused as a password is.
 * Source: docs/decisions/0104-sign-in-with-a-passkey.md
 */
export async function signInWithPasskey(text: unknown, visitor: Visitor): Promise<SignInOutcome> {
  const earliestRefusal = sleep(REFUSAL_MS);
  const outcome = await attempt(text, visitor);
  if (outcome.kind === "refused") await earliestRefusal;
  return outcome;
}

async function attempt(text: unknown, visitor: Visitor): Promise<SignInOutcome> {
  const given = assertionIn(text);
  const passkey = given && (await findPasskey(given.id));
  const person = passkey && (await findCredentialsOf(passkey.personId));
  if (!given || !passkey || !person) return REFUSED;
  const browserId = knownBrowserId(visitor.cookieHeader, person, now());
  const scopes = codeScopes({ ipAddress: visitor.ipAddress, knownBrowserId: browserId });
  const isRight = (await isSigned(passkey, given)) && maySignIn(person);
  const emailHash = emailHashOf(person.emailKey);
  const lockedUntil = await countSignInAttempt(emailHash, scopes, isRight, now());
  if (lockedUntil) return locked(lockedUntil);
  if (!isRight) return REFUSED;
  const rule = await passwordRuleOf(person, person.emailKey);
  if (rule === "refused") return { kind: "sso-required" };
  const outcome = await begin(newId("ses"), { person, visitor, rule }, {});
  // A removal of the passkey ends the sessions that were begun before it, and this one may have begun after it.
  if (outcome.kind !== "signed-in" || (await findPasskey(given.id))) return outcome;
  await revokeSession(outcome.sessionId, now());
  return REFUSED;
}
