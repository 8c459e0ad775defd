import { setTimeout as sleep } from "node:timers/promises";

const MAX_WAIT_MS = 3_000;

/**
 * Lets the process end only after `finish`, or 3 s. The framework calls `process.exit` as soon as its last request is
 * answered, and asks nobody: what waits in memory would be lost.
 */
export function exitAfter(finish: () => Promise<unknown>, maxWaitMs = MAX_WAIT_MS): void {
  const exit = process.exit.bind(process);
  const finishFirst = (code?: number | string | null): void => {
    const finished = finish().catch(() => undefined);
    void Promise.race([finished, sleep(maxWaitMs)]).finally(() => exit(code));
  };
  // Its type says that it never returns. Whoever calls it now is not gone at once, and has nothing left to do.
  process.exit = finishFirst as typeof process.exit;
}
