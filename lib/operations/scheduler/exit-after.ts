import { setTimeout as sleep } from "node:timers/promises";

const MAX_WAIT_MS = 3_000;

/**
 * Delays the exit of the process until `finish` resolves, at most 3 s. The framework calls `process.exit` as soon as
 * its last request is answered; without the delay, data in memory would be lost.
 */
export function exitAfter(finish: () => Promise<unknown>, maxWaitMs = MAX_WAIT_MS): void {
  const exit = process.exit.bind(process);
  const finishFirst = (code?: number | string | null): void => {
    const finished = finish().catch(() => undefined);
    void Promise.race([finished, sleep(maxWaitMs)]).finally(() => exit(code));
  };
  // Its type says that it never returns. Now it returns before the exit, but its callers do nothing afterwards.
  process.exit = finishFirst as typeof process.exit;
}
