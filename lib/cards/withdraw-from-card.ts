import type { Input } from "@/lib/contract/contract";
import type { UseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { type ChangeSet, cardAccount, cardWithdrawalJournal, decideAndCommit } from "@/lib/ledger";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import { emit } from "@/lib/webhooks/emit";
import type { withdrawFromCardContract } from "./contract";
import { findCardOf } from "./find-card-of";
import { newCardTransaction } from "./new-card-transaction";
import { rememberedCard } from "./remembered-card";
import { MOVE_REFUSAL } from "./states";

interface Withdrawn {
  partnerId: string;
  transactionId: string;
  body: Input<typeof withdrawFromCardContract>["body"];
  fee: bigint;
  at: Date;
}

/** Source: spec: `wallet.deposit.card-withdrawal` data. */
function eventOf({ partnerId, transactionId, body, fee, at }: Withdrawn) {
  const { serviceCardId, amount, reference } = body;
  return emit({
    partnerId,
    resourceId: transactionId,
    type: "wallet.deposit.card-withdrawal",
    at,
    data: {
      partnerId,
      serviceCardId,
      serviceTransactionId: transactionId,
      amount: usdFromMicroUsd(amount),
      fee: usdFromMicroUsd(fee),
      netAmount: usdFromMicroUsd(amount - fee),
      currency: "USD",
      reference,
    },
  });
}

/** Moves money from a card to the wallet, less the fee. Source: spec: Withdraw from Card. */
export const withdrawFromCard: UseCase<typeof withdrawFromCardContract> = async ({
  partner,
  input,
  at,
  claim,
}) => {
  const { serviceCardId, amount, reference } = input.body;
  const fee = partner.cardWithdrawalFeeMicroUsd;
  const id = newId("txn");
  return decideAndCommit(
    () => findCardOf(partner.id, serviceCardId),
    (card) => {
      const refusal = MOVE_REFUSAL[card.status];
      if (refusal) throw new ServiceError(refusal);
      if (card.availableMicroUsd < amount) throw new ServiceError("INSUFFICIENT_FUNDS");

      const owner = { partnerId: partner.id, cardId: card.id, createdAt: at };
      const withdrawn = {
        partnerId: partner.id,
        transactionId: id,
        body: input.body,
        fee,
        at,
      };
      const journal = cardWithdrawalJournal(
        { sourceId: id, partnerId: partner.id },
        card.id,
        amount,
        fee,
      );
      const narration = `Withdrawal from card ending ${card.last4}`;
      const changeSet: ChangeSet = {
        claim: claim(),
        lock: [cardAccount(card.id)],
        expect: { cards: { [card.id]: card.version } },
        insert: {
          card_transactions: [
            newCardTransaction({
              ...owner,
              id,
              category: "card_withdrawal",
              amountMicroUsd: amount,
              status: "settled",
              type: "withdrawal",
              description: "Withdrawal to the wallet",
              reference,
            }),
          ],
        },
        journals: [journal],
        // When the fee takes the whole amount, nothing is credited to the wallet.
        walletTransactions:
          amount > fee ? [walletTransaction(journal, { ...owner, narration })] : [],
        // The event reports a credit of the wallet (spec: Events). Without a credit there is no event.
        events: amount > fee ? [eventOf(withdrawn)] : [],
      };
      return { changeSet, result: { serviceTransactionId: id } };
    },
    rememberedCard(partner.id, serviceCardId),
  );
};
