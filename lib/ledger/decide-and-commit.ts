import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "@/lib/errors";
import { commit } from "./commit";
import { StaleDecision } from "./stale-decision";
import type { Work } from "./work";

const MAX_ATTEMPTS = 30;
const MAX_PAUSE_MS = 25;

export interface Decision<Result> {
  work: Work;
  result: Result;
}

/**
 * Reads, decides and commits; does all three again when what was read no longer holds at the commit. `decide`
 * refuses by throwing a ServiceError and has no effect of its own. Source: design 5, decide in TypeScript, commit in
 * one call.
 * @throws ServiceError SERVICE_UNAVAILABLE when others kept changing the same rows.
 */
export async function decideAndCommit<Read, Result>(
  read: () => Promise<Read>,
  decide: (read: Read) => Decision<Result> | Promise<Decision<Result>>,
): Promise<Result> {
  let cause: unknown;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { work, result } = await decide(await read());
    try {
      await commit(work);
      return result;
    } catch (error) {
      if (!(error instanceof StaleDecision)) throw error;
      cause = error;
      await sleep(Math.random() * Math.min(MAX_PAUSE_MS, attempt * 2));
    }
  }
  throw new ServiceError("SERVICE_UNAVAILABLE", { headers: { "Retry-After": "1" }, cause });
}
