import { toast } from "@/components/ui/toaster";
import { forgetDraftsOfOthers } from "@/lib/api/client/form/stored-drafts";
import { signOutWith } from "@/lib/api/client/session-ended";
import { forgetEntriesOfOthers } from "./palette/recent";

/** After this time without a response a message says that the person is still signed in. */
const TIMEOUT_MS = 30_000;

/** Ends the session, with immediate effect in every process. */
async function requestSignOut(): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { csrfToken } = await (await fetch("/api/auth/csrf", { signal })).json();
  const response = await fetch("/api/auth/signout", {
    method: "POST",
    body: new URLSearchParams({ csrfToken, json: "true" }),
    signal,
  });
  if (!response.ok) throw new Error(`signing out answered ${response.status}`);
}

/**
 * Signs the person out and opens the sign-in page. Returns whether that worked; if not, a toast says that the person
 * is still signed in.
 */
export async function endSession(): Promise<boolean> {
  try {
    await signOutWith(requestSignOut);
  } catch {
    toast("You’re still signed in. The service could not be reached. Try again.", {
      state: "failed",
    });
    return false;
  }
  forgetEntriesOfOthers();
  forgetDraftsOfOthers();
  window.location.assign("/sign-in");
  return true;
}
