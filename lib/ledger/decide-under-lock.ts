import { isDeepStrictEqual } from "node:util";
import { type Ask, inTransaction, lookUp } from "@/lib/db";
import { perProcess } from "@/lib/kernel/per-process";
import { currentCallerId, currentCredential } from "@/lib/kernel/request-context";
import { Semaphore } from "@/lib/kernel/semaphore";
import { keepsBalance } from "./accounts";
import type { ChangeSet } from "./change-set";
import { ClaimedBefore, commit, orStale, prepare } from "./commit";
import type { Decision } from "./decide-and-commit";
import { send } from "./group-commit";
import { locksOf } from "./locks-of";
import { toMessage } from "./message";
import { retryStale } from "./retry-stale";
import { StaleDecision } from "./stale-decision";

/** After this many, what was read is taken for something that moves all the time. */
const TRIES_WITHOUT_LOCK = 3;
/** However many wait for locks, the rest of the connections is for others. */
const MAX_UNDER_LOCK = 4;

type Read<Found> = (ask: Ask) => Promise<Found>;
type Decide<Found, Result> = (found: Found) => Decision<Result>;

function turns(): Semaphore {
  return perProcess("turnsUnderLock", () => new Semaphore(MAX_UNDER_LOCK));
}

/** The first statements of a transaction for such a change set: its key and its locks, in the order of `commit_work`. */
const openingOf = (changeSet: ChangeSet) => ({
  claim: changeSet.claim,
  lock: locksOf(changeSet).filter(keepsBalance),
});

/** Whether the key and the locks of a change set are already held. */
function isOpened(changeSet: ChangeSet, opened: ReturnType<typeof openingOf>): boolean {
  const { claim, lock } = openingOf(changeSet);
  return isDeepStrictEqual(claim, opened.claim) && lock.every((id) => opened.lock.includes(id));
}

/** Takes the locks of the last change set first, then reads, decides and commits: the locked rows cannot change meanwhile. */
async function underLock<Found, Result>(
  last: ChangeSet,
  read: Read<Found>,
  decide: Decide<Found, Result>,
): Promise<Result> {
  const opened = openingOf(last);
  const caller = {
    requestId: undefined,
    callerId: currentCallerId(),
    credential: currentCredential(),
  };
  const steps = async (ask: Ask) => {
    const claimed = await send("commit_work", toMessage([{ changeSet: opened, ...caller }]), ask);
    if (claimed && opened.claim) throw new ClaimedBefore(opened.claim, claimed);
    const { changeSet, result } = decide(await read(ask));
    // A key or an account that is taken now would be taken out of order.
    if (!isOpened(changeSet, opened))
      throw new StaleDecision("it now claims or locks something else");
    const { submission, publish } = prepare(changeSet);
    const rest = { ...submission, changeSet: { ...submission.changeSet, claim: undefined } };
    await send("commit_work", toMessage([rest]), ask);
    return { result, publish };
  };
  const committed = turns().run(() => inTransaction(steps));
  const { result, publish } = await committed.catch((error: unknown) => {
    throw orStale(error);
  });
  publish();
  return result;
}

/**
 * As `decideAndCommit`, for what others may move so often that it is never again as it was read: after some tries it is
 * read and decided on under the locks of its accounts, in one short transaction. So `read` asks by what it is given,
 * and `decide` waits for nothing. Source: docs/decisions/0003-decide-then-commit.md
 * @throws ServiceError SERVICE_UNAVAILABLE when others kept changing what those locks do not hold still.
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
