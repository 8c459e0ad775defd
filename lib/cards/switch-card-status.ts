import type { UseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { cardAccount, decideAndCommit } from "@/lib/ledger";
import type { switchCardStatusContract } from "./contract";
import { findCardOf } from "./find-card-of";
import { CARD_TRANSITIONS } from "./states";

/** Freezes or unfreezes a card. Source: spec: Switch Card Status; spec: States and transitions. */
export const switchCardStatus: UseCase<typeof switchCardStatusContract> = async ({
  partner,
  input,
}) => {
  const { serviceCardId, status: action } = input.body;
  const to = action === "freeze" ? "frozen" : "active";
  return decideAndCommit(
    () => findCardOf(partner.id, serviceCardId),
    (card) => {
      const transition = CARD_TRANSITIONS[card.status][action];
      if ("refusal" in transition) throw new ServiceError(transition.refusal);
      const change = { id: card.id, version: card.version, set: { status: transition.to } };
      return {
        changeSet: {
          partnerId: partner.id,
          lock: [cardAccount(card.id)],
          update: { cards: [change] },
        },
        result: { serviceCardId: card.id, status: to },
      };
    },
  );
};
