import { isDeepStrictEqual } from "node:util";
import { type Ask, inTransaction, lookUp } from "@/lib/db";
import { perProcess } from "@/lib/kernel/per-process";
import { currentCallerId, currentCredential } from "@/lib/kernel/request-context";
import { Turns } from "@/lib/kernel/turns";
import { keepsBalance } from "./accounts";
import { ClaimedBefore, commit, orStale, prepare } from "./commit";
import type { Decision } from "./decide-and-commit";
import { send } from "./group-commit";
import { locksOf } from "./locks-of";
import { toMessage } from "./message";
import { retryStale } from "./retry-stale";
import { StaleDecision } from "./stale-decision";
import type { Work } from "./work";

/** After this many, what was read is taken for something that moves all the time. */
const TRIES_WITHOUT_LOCK = 3;
/** However many wait for locks, the rest of the connections is for others. */
const MAX_UNDER_LOCK = 4;

type Read<Found> = (ask: Ask) => Promise<Found>;
type Decide<Found, Result> = (found: Found) => Decision<Result>;

function turns(): Turns {
  return perProcess("turnsUnderLock", () => new Turns(MAX_UNDER_LOCK));
}

/** What a transaction begins with for a work like this: its key and its locks, in the order of `commit_work`. */
const openingOf = (work: Work) => ({ claim: work.claim, lock: locksOf(work).filter(keepsBalance) });

/** Whether what a work claims and locks is claimed and locked already. */
function isOpened(work: Work, opened: ReturnType<typeof openingOf>): boolean {
  const { claim, lock } = openingOf(work);
  return isDeepStrictEqual(claim, opened.claim) && lock.every((id) => opened.lock.includes(id));
}

/** Locks what a work like the last one locks, then reads, decides and commits: nothing of it moves meanwhile. */
async function underLock<Found, Result>(
  last: Work,
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
    const claimed = await send("commit_work", toMessage([{ work: opened, ...caller }]), ask);
    if (claimed && opened.claim) throw new ClaimedBefore(opened.claim, claimed);
    const { work, result } = decide(await read(ask));
    // A key or an account that is taken now would be taken out of order.
    if (!isOpened(work, opened)) throw new StaleDecision("it now claims or locks something else");
    const { asked, announce } = prepare(work);
    const rest = { ...asked, work: { ...asked.work, claim: undefined } };
    await send("commit_work", toMessage([rest]), ask);
    return { result, announce };
  };
  const committed = turns().take(() => inTransaction(steps));
  const { result, announce } = await committed.catch((error: unknown) => {
    throw orStale(error);
  });
  announce();
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
  let last: Work | undefined;
  const decideOn = (found: Found) => {
    const decision = decide(found);
    last = decision.work;
    return decision;
  };
  return retryStale(async (attempt) => {
    if (last && attempt > TRIES_WITHOUT_LOCK) return underLock(last, read, decideOn);
    const { work, result } = decideOn(await read(lookUp));
    await commit(work);
    return result;
  });
}
