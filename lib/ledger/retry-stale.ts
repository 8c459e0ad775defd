import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "@/lib/kernel/errors";
import { StaleDecision } from "./stale-decision";

const MAX_ATTEMPTS = 30;
const MAX_PAUSE_MS = 25;

/**
 * Retries `attempt` while it throws StaleDecision. `attempt` receives its number, from 1.
 * @throws ServiceError SERVICE_UNAVAILABLE if all 30 attempts are stale.
 */
export async function retryStale<Result>(
  attempt: (number: number) => Promise<Result>,
): Promise<Result> {
  let cause: unknown;
  for (let number = 1; number <= MAX_ATTEMPTS; number++) {
    try {
      return await attempt(number);
    } catch (error) {
      if (!(error instanceof StaleDecision)) throw error;
      cause = error;
      await sleep(Math.random() * Math.min(MAX_PAUSE_MS, number * 2));
    }
  }
  throw new ServiceError("SERVICE_UNAVAILABLE", { headers: { "Retry-After": "1" }, cause });
}
