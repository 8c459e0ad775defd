/** The service answers this path without a session and changes nothing. */
const PROBE_PATH = "/api/health";
/** Without a network the browser fails at once; whoever waits longer has none that is of use. */
const PROBE_TIMEOUT_MS = 1_000;

/**
 * Whether the browser is offline. `navigator.onLine` alone is wrong where the service runs on the same machine: a laptop
 * without a network still reaches it. So the service is asked once before a person is told that nothing can be sent.
 */
export async function isOffline(): Promise<boolean> {
  if (navigator.onLine) return false;
  try {
    await fetch(PROBE_PATH, { cache: "no-store", signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return false;
  } catch {
    return true; // No answer while the browser reports no network: offline.
  }
}
