import { ServiceError } from "@/lib/errors";
import type { UseCase } from "@/lib/http/partner-route";
import {
  type Claim,
  cardAccount,
  decideAndCommit,
  mergeWork,
  type Work,
  walletAccount,
} from "@/lib/ledger";
import type { terminateCardContract } from "./contract";
import { findCardOf } from "./find-card-of";
import { liquidation } from "./liquidation";
import { moveCard } from "./move-card";
import { CARD_TRANSITIONS } from "./states";
import { type CardState, countTerminatedSince } from "./store";

/** Design 7: more than 10 terminations a minute of one partner. */
export const MAX_TERMINATIONS = 10;
export const TERMINATION_WINDOW_MS = 60_000;
const TRIES_BEFORE_FREEZING = 3;

/** @throws ServiceError CARD_DEBIT_LIMIT, with the time until the oldest of the last ones leaves the window. */
async function checkRate(partnerId: string, at: Date): Promise<Date> {
  const since = new Date(at.getTime() - TERMINATION_WINDOW_MS);
  const { count, oldest } = await countTerminatedSince(partnerId, since);
  if (count >= MAX_TERMINATIONS) {
    const waitMs = (oldest ?? at).getTime() + TERMINATION_WINDOW_MS - at.getTime();
    throw new ServiceError("CARD_DEBIT_LIMIT", {
      headers: { "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1000))) },
    });
  }
  return since;
}

interface Termination {
  partnerId: string;
  card: CardState;
  reference: string | null;
  since: Date;
  at: Date;
  claim: Claim;
}

/** All that a termination changes: the card's status, and its money into the wallet. */
function terminationWork({ partnerId, card, reference, since, at, claim }: Termination): Work {
  const set = { status: "terminated", terminatedAt: at, terminateReference: reference };
  const change: Work = {
    claim,
    lock: [cardAccount(card.id), walletAccount(partnerId)],
    expect: {
      // Liquidated is exactly what the card has, so its balance must be the one that was read.
      accounts: { [cardAccount(card.id)]: card.accountVersion },
      terminated: { partnerId, since, fewerThan: MAX_TERMINATIONS },
    },
    update: { cards: [{ id: card.id, version: card.version, set }] },
  };
  const amount = card.availableMicroUsd;
  return mergeWork(change, liquidation({ partnerId, card, amount, reference, at }));
}

/**
 * Ends a card for good; what it can spend goes to the wallet. A card that moves all the time, as a stolen one may, is
 * frozen first: else its balance would never be the one that was read. Source: spec, Terminate Card.
 */
export const terminateCard: UseCase<typeof terminateCardContract> = async (context) => {
  const { partner, input, at, claim } = context;
  const reference = input.query.reference ?? input.body.reference ?? null;
  const { serviceCardId } = input.params;
  let tries = 0;
  let isFrozenByUs = false;

  const read = async (): Promise<CardState> => {
    tries += 1;
    if (tries === TRIES_BEFORE_FREEZING + 1)
      isFrozenByUs = await moveCard(partner.id, serviceCardId, "active", "frozen");
    return findCardOf(partner.id, serviceCardId);
  };
  const decide = async (card: CardState) => {
    const transition = CARD_TRANSITIONS[card.status].terminate;
    if ("refusal" in transition) throw new ServiceError(transition.refusal);
    const since = await checkRate(partner.id, at);
    const result = { serviceCardId: card.id, liquidationStatus: "processing" as const };
    const decided = { partnerId: partner.id, card, reference, since, at, claim: claim(result) };
    return { work: terminationWork(decided), result };
  };

  try {
    return await decideAndCommit(read, decide);
  } catch (error) {
    // Not terminated after all: as it was. Nothing, when the card is terminated by now.
    if (isFrozenByUs) await moveCard(partner.id, serviceCardId, "frozen", "active");
    throw error;
  }
};
