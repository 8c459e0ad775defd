import { ServiceError } from "@/lib/errors";
import type { UseCase } from "@/lib/http/partner-route";
import { cardAccount, decideAndCommit, mergeWork, type Work, walletAccount } from "@/lib/ledger";
import type { terminateCardContract } from "./contract";
import { findCardOf } from "./find-card-of";
import { liquidation } from "./liquidation";
import { CARD_TRANSITIONS } from "./states";
import { countTerminatedSince } from "./store";

/** Design 7: more than 10 terminations a minute of one partner. */
export const MAX_TERMINATIONS = 10;
export const TERMINATION_WINDOW_MS = 60_000;

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

/** Ends a card for good; what it can spend goes to the wallet. Source: spec, Terminate Card. */
export const terminateCard: UseCase<typeof terminateCardContract> = async ({
  partner,
  input,
  at,
  claim,
}) => {
  const reference = input.query.reference ?? input.body.reference ?? null;
  const { serviceCardId } = input.params;
  return decideAndCommit(
    () => findCardOf(partner.id, serviceCardId),
    async (card) => {
      const transition = CARD_TRANSITIONS[card.status].terminate;
      if ("refusal" in transition) throw new ServiceError(transition.refusal);
      const since = await checkRate(partner.id, at);
      const result = { serviceCardId: card.id, liquidationStatus: "processing" as const };
      const change: Work = {
        claim: claim(result),
        lock: [cardAccount(card.id), walletAccount(partner.id)],
        expect: {
          // Liquidated is exactly what the card has, so its balance must be the one that was read.
          accounts: { [cardAccount(card.id)]: card.accountVersion },
          terminated: { partnerId: partner.id, since, fewerThan: MAX_TERMINATIONS },
        },
        update: {
          cards: [
            {
              id: card.id,
              version: card.version,
              set: { status: transition.to, terminatedAt: at, terminateReference: reference },
            },
          ],
        },
      };
      const emptied = liquidation({
        partnerId: partner.id,
        card,
        amount: card.availableMicroUsd,
        reference,
        at,
      });
      return { work: mergeWork(change, emptied), result };
    },
  );
};
