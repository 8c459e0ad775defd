import { isDeepStrictEqual } from "node:util";
import pLimit, { type LimitFunction } from "p-limit";
import { inTransaction, lookUp, type RunQuery } from "@/lib/db";
import { perProcess } from "@/lib/kernel/per-process";
import { currentCallerId, currentCredential, currentRequestId } from "@/lib/kernel/request-context";
import { keepsBalance } from "./accounts";
import type { ChangeSet } from "./change-set";
import { ClaimedBefore, commit, orStale, prepare } from "./commit";
import type { Decision } from "./decide-and-commit";
import { send } from "./group-commit";
import { locksOf } from "./locks-of";
import { toMessage } from "./message";
import { isOwn, outlastLostCommit } from "./outlast-lost-commit";
import { retryStale } from "./retry-stale";
import { StaleDecision } from "./stale-decision";

/** After this many stale attempts the rows are assumed to change constantly. */
const TRIES_WITHOUT_LOCK = 3;
/** Limits the connections that wait for locks, so that the rest of the pool serves other requests. */
const MAX_UNDER_LOCK = 4;

type Read<Found> = (runQuery: RunQuery) => Promise<Found>;
type Decide<Found, Result> = (found: Found) => Decision<Result>;

function limitUnderLock(): LimitFunction {
  return perProcess("limitUnderLock", () => pLimit(MAX_UNDER_LOCK));
}

/** The claim and locks that open the transaction, in the order of `commit_change_set`. */
const openingOf = (changeSet: ChangeSet) => ({
  claim: changeSet.claim,
  lock: locksOf(changeSet).filter(keepsBalance),
});

/** True if the transaction already holds the change set's claim and locks. */
function isOpened(changeSet: ChangeSet, opened: ReturnType<typeof openingOf>): boolean {
  const { claim, lock } = openingOf(changeSet);
  return isDeepStrictEqual(claim, opened.claim) && lock.every((id) => opened.lock.includes(id));
}

/**
 * Takes the locks of the last change set first, then reads, decides and commits: the locked rows cannot change
 * meanwhile.
 */
async function underLock<Found, Result>(
  last: ChangeSet,
  read: Read<Found>,
  decide: Decide<Found, Result>,
): Promise<Result> {
  const opened = openingOf(last);
  const caller = {
    requestId: currentRequestId(),
    callerId: currentCallerId(),
    credential: currentCredential(),
  };
  let decided: { result: Result; publish: () => void } | undefined;
  const steps = async (runQuery: RunQuery) => {
    const claimed = await send(
      "commit_change_set",
      toMessage([{ changeSet: opened, ...caller }]),
      runQuery,
    );
    if (claimed && opened.claim) {
      // The attempt that was lost had been executed.
      if (decided && isOwn(claimed)) return decided;
      throw new ClaimedBefore(opened.claim, claimed);
    }
    const { changeSet, result } = decide(await read(runQuery));
    // Taking another claim or lock at this point would break the lock order.
    if (!isOpened(changeSet, opened))
      throw new StaleDecision("it now claims or locks something else");
    const { submission, publish } = prepare(changeSet);
    const rest = { ...submission, changeSet: { ...submission.changeSet, claim: undefined } };
    await send("commit_change_set", toMessage([rest]), runQuery);
    decided = { result, publish };
    return decided;
  };
  const committed = outlastLostCommit(opened.claim, () =>
    limitUnderLock()(() => inTransaction(steps)),
  );
  const { result, publish } = await committed.catch((error: unknown) => {
    throw orStale(error);
  });
  publish();
  return result;
}

/**
 * Like `decideAndCommit`, for rows that change so often that a decision is always stale at its commit. After a few
 * attempts, one short transaction locks the accounts, reads, decides and commits. `read` must therefore run its
 * statements with the `runQuery` that it receives, and `decide` must be synchronous.
 * Source: docs/decisions/0003-decide-then-commit.md
 * @throws ServiceError SERVICE_UNAVAILABLE if rows outside those locks changed during every attempt.
 */
export function decideUnderLock<Found, Result>(
  read: Read<Found>,
  decide: Decide<Found, Result>,
): Promise<Result> {
  let last: ChangeSet | undefined;
  const decideOn = (found: Found) => {
    const decision = decide(found);
    last = decision.changeSet;
    return decision;
  };
  return retryStale(async (attempt) => {
    if (last && attempt > TRIES_WITHOUT_LOCK) return underLock(last, read, decideOn);
    const { changeSet, result } = decideOn(await read(lookUp));
    await commit(changeSet);
    return result;
  });
}
