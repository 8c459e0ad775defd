/** Responds without a session and changes nothing. */
const PROBE_PATH = "/api/health";
/** Without a network the browser fails at once; a slower response would be of no use. */
const PROBE_TIMEOUT_MS = 1_000;

/**
 * Returns whether the browser is offline. `navigator.onLine` alone is wrong where the service runs on the same machine:
 * a laptop without a network still reaches it. So one probe request is sent before the person sees an error.
 */
export async function isOffline(): Promise<boolean> {
  if (navigator.onLine) return false;
  try {
    await fetch(PROBE_PATH, { cache: "no-store", signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return false;
  } catch {
    return true; // No response while the browser reports no network: offline.
  }
}
