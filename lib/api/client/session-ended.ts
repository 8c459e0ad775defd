import { ApiError } from "./api-error";

/** The codes of an ended session: with the browser's cookie still present, and without it. */
const SIGNED_OUT = new Set(["SESSION_REQUIRED", "UNAUTHORIZED"]);

/** Set while this page itself ends the session: refused requests are then expected. */
let isSigningOut = false;

/**
 * Runs `end`, which ends the session and leaves the page. Requests that are refused meanwhile do not add this page as
 * the target of the next sign-in, which may be another person's. @throws the error of `end`; the session is then still
 * open.
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
 * When the session has ended, navigates to the sign-in page, which leads back to this page afterwards. When the partner
 * was suspended, reloads the page, because the layout shows another page to a suspended partner's people.
 */
export function signInIfEnded(error: Error): void {
  if (error instanceof ApiError && error.code === "PARTNER_SUSPENDED") window.location.reload();
  if (isSigningOut || !(error instanceof ApiError) || !SIGNED_OUT.has(error.code)) return;
  const here = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/sign-in?next=${encodeURIComponent(here)}`);
}
