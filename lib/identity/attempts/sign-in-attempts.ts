import { addressBucket } from "@/lib/kernel/address-bucket";
import { HOUR_S, MINUTE_S } from "@/lib/kernel/durations";
import { FAILURES_BEFORE_LOCK, LOCK_S } from "./count-attempt";
import { type AttemptScope, countSignIn, findSignInLock } from "./sql-store";

/** For guesses from one origin, or at the codes of a person whose password is known. One failure expires per hour. */
const STRICT = { free: FAILURES_BEFORE_LOCK, lock_s: LOCK_S, decay_s: HOUR_S, is_cleared: true };
/**
 * For guesses at one email from all unknown browsers together, so that attackers gain nothing from many addresses. A
 * successful sign-in does not clear the count, because it says nothing about the other origins.
 */
const LOOSE = {
  free: 50,
  lock_s: [5, 10, 15].map((minutes) => minutes * MINUTE_S),
  decay_s: 6 * MINUTE_S,
  is_cleared: false,
};

/** The origin of a sign-in attempt. */
interface Origin {
  ipAddress: string | null;
  /** The id of a browser in which this person has signed in before; undefined for any other browser. */
  knownBrowserId: string | undefined;
}

/**
 * The counters of a wrong password. A known browser has a counter of its own, so that strangers cannot lock its person
 * out. Source: docs/decisions/0042-sign-in-attempts.md
 */
export function passwordScopes({ ipAddress, knownBrowserId }: Origin): AttemptScope[] {
  if (knownBrowserId !== undefined) return [{ scope: `browser ${knownBrowserId}`, ...STRICT }];
  return [
    { scope: `address ${addressBucket(ipAddress)}`, ...STRICT },
    { scope: "any address", ...LOOSE },
  ];
}

/** The counters of a wrong code after the correct password; reaching this step requires the password. */
export function codeScopes(origin: Origin): AttemptScope[] {
  const scopes = passwordScopes(origin);
  return origin.knownBrowserId === undefined ? [...scopes, { scope: "code", ...STRICT }] : scopes;
}

/** The end of the longest lock of these scopes; undefined if none is locked. */
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

/** Counts an attempt. Returns the end of the lock if one applies: the attempt is then refused and not counted. */
export function countSignInAttempt(
  emailHash: string,
  scopes: readonly AttemptScope[],
  hasSucceeded: boolean,
  at: Date,
): Promise<Date | undefined> {
  return countSignIn(emailHash, scopes, hasSucceeded, at);
}
