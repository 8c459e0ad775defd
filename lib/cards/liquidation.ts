import { newId } from "@/lib/kernel/ids";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { type ChangeSet, liquidationJournal } from "@/lib/ledger";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import { emit } from "@/lib/webhooks/emit";
import { newCardTransaction } from "./new-card-transaction";
import type { CardState } from "./store";

interface Liquidation {
  partnerId: string;
  card: Pick<CardState, "id" | "last4">;
  amount: bigint;
  /** The reference of the termination. */
  reference: string | null | undefined;
  at: Date;
}

/**
 * Moves the balance of a terminated card to the wallet, without a fee. With a balance of 0 the change set is empty and
 * no event is emitted. Source: spec: Terminate Card and `wallet.deposit.card-withdrawal` with `source` = `liquidation`.
 */
export function liquidation({ partnerId, card, amount, reference, at }: Liquidation): ChangeSet {
  if (amount === 0n) return {};
  const id = newId("txn");
  const journal = liquidationJournal({ sourceId: id, partnerId }, card.id, amount);
  const usd = usdFromMicroUsd(amount);
  return {
    journals: [journal],
    insert: {
      card_transactions: [
        newCardTransaction({
          id,
          partnerId,
          cardId: card.id,
          category: "liquidation",
          amountMicroUsd: amount,
          status: "settled",
          type: "withdrawal",
          description: "Liquidation of a terminated card",
          reference: reference ?? null,
          createdAt: at,
        }),
      ],
    },
    walletTransactions: [
      walletTransaction(journal, {
        id: newId("txn"),
        partnerId,
        cardId: card.id,
        createdAt: at,
        narration: `Liquidation of card ending ${card.last4}`,
      }),
    ],
    events: [
      emit({
        partnerId,
        resourceId: id,
        type: "wallet.deposit.card-withdrawal",
        at,
        data: {
          partnerId,
          serviceCardId: card.id,
          serviceTransactionId: id,
          amount: usd,
          fee: 0,
          netAmount: usd,
          currency: "USD",
          source: "liquidation",
          ...(reference ? { reference } : {}),
        },
      }),
    ],
  };
}
