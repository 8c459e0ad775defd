import type { UseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { TERMINATIONS } from "@/lib/kernel/rate-limits";
import { type ChangeSet, decideUnderLock, mergeChangeSets, type RunQuery } from "@/lib/ledger";
import type { terminateCardContract } from "./contract";
import { findCardOf } from "./find-card-of";
import { CARD_TRANSITIONS } from "./states";
import { terminationChangeSet } from "./termination";
import { countTerminatedSince, type Terminated } from "./terminations/store";

/** @throws ServiceError CARD_DEBIT_LIMIT, with the time until the oldest counted termination leaves the window. */
function checkRate({ count, oldest }: Terminated, at: Date): void {
  if (count < TERMINATIONS.max) return;
  const waitMs = (oldest ?? at).getTime() + TERMINATIONS.windowMs - at.getTime();
  throw new ServiceError("CARD_DEBIT_LIMIT", {
    headers: { "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
}

/**
 * Terminates a card permanently and moves its available balance to the wallet. The whole balance moves, so it must not
 * change between read and commit. The decision therefore runs under the lock of the card's account: otherwise a card in
 * constant use, such as a stolen one, could never be terminated. Source: spec: Terminate Card.
 */
export const terminateCard: UseCase<typeof terminateCardContract> = (context) => {
  const { partner, input, at, claim } = context;
  const reference = input.query.reference ?? input.body.reference ?? null;
  const since = new Date(at.getTime() - TERMINATIONS.windowMs);
  const until = new Date(at.getTime() + TERMINATIONS.windowMs);

  const read = async (runQuery: RunQuery) => ({
    card: await findCardOf(partner.id, input.params.serviceCardId, runQuery),
    terminated: await countTerminatedSince(partner.id, { since, until }, runQuery),
  });
  return decideUnderLock(read, ({ card, terminated }) => {
    const transition = CARD_TRANSITIONS[card.status].terminate;
    if ("refusal" in transition) throw new ServiceError(transition.refusal);
    checkRate(terminated, at);
    const result = { serviceCardId: card.id, liquidationStatus: "processing" as const };
    // The commit counts all of them.
    const fewerThan = TERMINATIONS.max + terminated.exempt;
    const rate = { partnerId: partner.id, since, fewerThan };
    const limited: ChangeSet = { claim: claim(result), expect: { terminated: rate } };
    const termination = terminationChangeSet({ partnerId: partner.id, card, reference, at });
    return { changeSet: mergeChangeSets(limited, termination), result };
  });
};
