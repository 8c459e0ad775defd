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

/**
 * Returns undefined if the commit is stale or the decision refuses. A refusal may rest on outdated rows; only a commit
 * proves that the rows are current.
 */
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
 * Reads, decides and commits; repeats all three if the rows that were read have changed before the commit. `decide`
 * refuses by throwing a ServiceError and must have no side effects. Source: design 5, decide in TypeScript, commit in
 * one call.
 *
 * With `memory` the first attempt decides on rows that this process read before, and skips the read. This is safe only
 * if the change set names every row that the decision depends on (`expect`) or the ledger checks it (a balance),
 * because the commit then fails on outdated rows. If the first attempt does not commit, the rows are read and the
 * decision is made again. Source: docs/decisions/0036-decide-on-memory.md
 * @throws ServiceError SERVICE_UNAVAILABLE if concurrent changes of the same rows made every attempt stale.
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
