import { ApiError } from "./api-error";

/** Codes of a session that has ended: while the browser still has its cookie, and after it. */
const SIGNED_OUT = new Set(["SESSION_REQUIRED", "UNAUTHORIZED"]);

/** Set while this page itself ends the session: the refusals that follow are expected. */
let isSigningOut = false;

/**
 * Runs `end`, which ends the session and leaves the page. The requests that are refused meanwhile do not lead back here
 * after the next sign-in, which may be somebody else's. @throws whatever `end` throws; the session is then still there.
 */
export async function signOutWith(end: () => Promise<void>): Promise<void> {
  isSigningOut = true;
  try {
    await end();
  } catch (error) {
    isSigningOut = false;
    throw error;
  }
}

/**
 * When the session has ended, leads to the sign-in page, and from there back to this page. When the partner was suspended,
 * loads the page again: the layout has one of its own for a suspended partner's people.
 */
export function signInIfEnded(error: Error): void {
  if (error instanceof ApiError && error.code === "PARTNER_SUSPENDED") window.location.reload();
  if (isSigningOut || !(error instanceof ApiError) || !SIGNED_OUT.has(error.code)) return;
  const here = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/sign-in?next=${encodeURIComponent(here)}`);
}
