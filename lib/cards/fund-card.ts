import { oneLine } from "@/lib/contract/fields";
import type { UseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import {
  type ChangeSet,
  cardAccount,
  decideAndCommit,
  feeJournal,
  fundingJournal,
  mergeChangeSets,
} from "@/lib/ledger";
import { fundingFee } from "@/lib/partners/fees";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import type { fundCardContract } from "./contract";
import { findCardOf } from "./find-card-of";
import { recoverShortfall } from "./movements/shortfall";
import { rememberedCard } from "./remembered-card";
import { MOVE_REFUSAL } from "./states";

/** Wallet transactions are listed by the hundred, so a narration shows only the beginning of a long reference. */
const SHOWN_REFERENCE_CHARACTERS = 256;

function shown(reference: string): string {
  const characters = [...oneLine(reference)];
  if (characters.length <= SHOWN_REFERENCE_CHARACTERS) return characters.join("");
  return `${characters.slice(0, SHOWN_REFERENCE_CHARACTERS).join("")}…`;
}

/**
 * Moves money from the wallet to a float card. A shortfall of the card is recovered from the amount first. Source: spec:
 * Fund Card; decision 0063.
 */
export const fundCard: UseCase<typeof fundCardContract> = async ({ partner, input, at, claim }) => {
  const { serviceCardId, amount, reference } = input.body;
  const fee = fundingFee(partner, amount);
  return decideAndCommit(
    () => findCardOf(partner.id, serviceCardId),
    (card) => {
      if (card.fundingType === "crypto") throw new ServiceError("CRYPTO_CARD_FUND_BLOCKED");
      const refusal = MOVE_REFUSAL[card.status];
      if (refusal) throw new ServiceError(refusal);
      if (card.walletMicroUsd < amount + fee) throw new ServiceError("INSUFFICIENT_WALLET_BALANCE");

      const source = { sourceId: newId("txn"), partnerId: partner.id };
      const funding = fundingJournal(source, card.id, amount);
      const narrated = { partnerId: partner.id, cardId: card.id, createdAt: at };
      const changeSet: ChangeSet = {
        claim: claim(),
        lock: [cardAccount(card.id)],
        expect: { cards: { [card.id]: card.version } },
        journals: [funding],
        walletTransactions: [
          walletTransaction(funding, {
            ...narrated,
            id: source.sourceId,
            narration: `Funding of card ending ${card.last4}${reference ? `: ${shown(reference)}` : ""}`,
          }),
        ],
      };
      if (fee > 0n) {
        const charged = feeJournal("funding_fee", source, fee);
        changeSet.journals?.push(charged);
        changeSet.walletTransactions?.push(
          walletTransaction(charged, {
            ...narrated,
            narration: `Funding fee for card ending ${card.last4}`,
          }),
        );
      }
      const recovery = recoverShortfall({ partnerId: partner.id, card, at }, [
        { amountMicroUsd: amount, sourceId: source.sourceId },
      ]);
      return { changeSet: mergeChangeSets(changeSet, recovery.changeSet), result: {} };
    },
    rememberedCard(partner.id, serviceCardId),
  );
};
