import { isServiceError } from "@/lib/kernel/errors";
import type { ChangeSet } from "./change-set";
import { commit } from "./commit";
import type { Remembered } from "./memory";
import { retryStale } from "./retry-stale";
import { StaleDecision } from "./stale-decision";

export interface Decision<Result> {
  changeSet: ChangeSet;
  result: Result;
}

type Decide<Read, Result> = (read: Read) => Decision<Result> | Promise<Decision<Result>>;

/** Nothing when what is remembered does not do: a refusal may be of what is no longer so, a commit proves that it is. */
async function decideOnMemory<Read, Result>(
  recalled: Read,
  decide: Decide<Read, Result>,
): Promise<{ result: Result } | undefined> {
  try {
    const { changeSet, result } = await decide(recalled);
    await commit(changeSet);
    return { result };
  } catch (error) {
    if (error instanceof StaleDecision || isServiceError(error)) return undefined;
    throw error;
  }
}

/**
 * Reads, decides and commits; does all three again when what was read no longer holds at the commit. `decide`
 * refuses by throwing a ServiceError and has no effect of its own. Source: design 5, decide in TypeScript, commit in
 * one call.
 *
 * With a `memory` it is decided on what was read before, without reading: where all that the decision rests on is named
 * in its change set (`expect`) or held by the ledger (a balance), for then it is not committed unless it holds. What does not
 * come to a commit is read and decided again. Source: docs/decisions/0036-decide-on-memory.md
 * @throws ServiceError SERVICE_UNAVAILABLE when others kept changing the same rows.
 */
export async function decideAndCommit<Read, Result>(
  read: () => Promise<Read>,
  decide: Decide<Read, Result>,
  memory?: Remembered<Read>,
): Promise<Result> {
  const recalled = memory?.recall();
  const done = recalled !== undefined && (await decideOnMemory(recalled, decide));
  if (done) return done.result;
  return retryStale(async () => {
    const found = await read();
    memory?.remember(found);
    const { changeSet, result } = await decide(found);
    await commit(changeSet);
    return result;
  });
}
