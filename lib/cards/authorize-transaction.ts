import type { CallingPartner, PartnerFees } from "@/lib/contract/partner";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { newId } from "@/lib/kernel/ids";
import { decideAndCommit } from "@/lib/ledger";
import { crossBorderFee } from "@/lib/partners/fees";
import { partnerTime } from "@/lib/partners/partner-time";
import { declinedTransaction, declineReasonOf } from "./decline";
import { moveTransaction } from "./movements/move-transaction";
import type { NetworkDetails } from "./network-details";
import { refuseOutsideCard } from "./refuse-outside-card";
import { type CardTransactionRow, findCardToAuthorize } from "./store";

/** An authorization as the simulated card network requests it. */
export interface AuthorizationRequest extends NetworkDetails {
  partner: PartnerFees & Pick<CallingPartner, "id" | "clockOffsetS">;
  cardId: string;
  /** The amount to charge to the card, in micro-USD. */
  amountMicroUsd: bigint;
  at: Date;
}

async function findCard({ partner, cardId }: AuthorizationRequest) {
  const card = await findOrRefuse("card", cardId, "CARD_NOT_FOUND", () =>
    findCardToAuthorize(partner.id, cardId),
  );
  refuseOutsideCard(card.issuer);
  return card;
}

/**
 * Decides an authorization: holds the amount and charges the cross-border fee, or declines with the reason.
 * Source: spec: card.transaction-event; design 6, authorise.
 * @throws ServiceError CARD_NOT_FOUND, also for a card of a real issuer
 */
export function authorizeTransaction(request: AuthorizationRequest): Promise<CardTransactionRow> {
  const { partner, cardId, amountMicroUsd, at } = request;
  const { type, description, merchantName, merchantCountry, merchantCurrency } = request;
  const details = { type, description, merchantName, merchantCountry, merchantCurrency };
  const transactionId = newId("txn");
  const context = { partnerId: partner.id, networkTransactionId: null, details, transactionId, at };
  const feeMicroUsd = crossBorderFee(partner, amountMicroUsd, merchantCurrency);
  return decideAndCommit(
    () => findCard(request),
    (card) => {
      const needed = amountMicroUsd + feeMicroUsd;
      const declinedReason = declineReasonOf({
        partnerId: partner.id,
        card,
        neededMicroUsd: needed,
        partnerTime: partnerTime(partner, at),
      });
      if (declinedReason !== undefined) {
        const declined = { cardId, amountMicroUsd, feeMicroUsd, declinedReason };
        const { changeSet, row } = declinedTransaction(context, declined);
        return { changeSet, result: row };
      }
      const { changeSet, debits } = moveTransaction(
        context,
        { card, debits: [] },
        { capturedMicroUsd: 0n, heldMicroUsd: amountMicroUsd, refundedMicroUsd: 0n, feeMicroUsd },
      );
      const [held] = debits;
      if (!held) throw new Error("an approved authorization has a hold");
      return { changeSet, result: held };
    },
  );
}
