import { hash } from "node:crypto";
import { addressBucket } from "@/lib/kernel/address-bucket";
import { FREE_FAILURES, LOCK_S } from "./count-attempt";
import { type AttemptScope, countSignIn, findSignInLock } from "./store";

const HOUR_S = 60 * 60;
const MINUTE_S = 60;

/** Guesses from one place, or at the codes of somebody whose password is known. One failure is forgotten per hour. */
const STRICT = { free: FREE_FAILURES, lock_s: LOCK_S, decay_s: HOUR_S, is_cleared: true };
/**
 * Guesses at one email from all unknown browsers together, so that many addresses do not add up. A sign-in does not
 * forget them: it says nothing about the guesses of others.
 */
const LOOSE = {
  free: 50,
  lock_s: [5, 10, 15].map((minutes) => minutes * MINUTE_S),
  decay_s: 6 * MINUTE_S,
  is_cleared: false,
};

/** Where an attempt to sign in comes from. */
interface Origin {
  ipAddress: string | null;
  /** The id of a browser in which this person signed in before; undefined for any other browser. */
  knownBrowserId: string | undefined;
}

/** The key under which attempts for an email are counted. */
export function emailHashOf(emailKey: string): string {
  return hash("sha256", emailKey, "hex");
}

/**
 * What a wrong password counts against. A known browser is counted for itself, so that strangers do not lock its person
 * out. Source: docs/decisions/0042-sign-in-attempts.md
 */
export function passwordScopes({ ipAddress, knownBrowserId }: Origin): AttemptScope[] {
  if (knownBrowserId !== undefined) return [{ scope: `browser ${knownBrowserId}`, ...STRICT }];
  return [
    { scope: `address ${addressBucket(ipAddress)}`, ...STRICT },
    { scope: "any address", ...LOOSE },
  ];
}

/** What a wrong code after the right password counts against: only who knows the password gets there. */
export function codeScopes(origin: Origin): AttemptScope[] {
  const scopes = passwordScopes(origin);
  return origin.knownBrowserId === undefined ? [...scopes, { scope: "code", ...STRICT }] : scopes;
}

/** Until when attempts in one of these scopes are refused; undefined when none is locked. */
export async function signInLock(
  emailHash: string,
  scopes: readonly AttemptScope[],
  at: Date,
): Promise<Date | undefined> {
  return findSignInLock(
    emailHash,
    scopes.map(({ scope }) => scope),
    at,
  );
}

/** Counts an attempt; until when they are locked, in which case nothing was counted and nobody may pass. */
export function countSignInAttempt(
  emailHash: string,
  scopes: readonly AttemptScope[],
  hasSucceeded: boolean,
  at: Date,
): Promise<Date | undefined> {
  return countSignIn(emailHash, scopes, hasSucceeded, at);
}
