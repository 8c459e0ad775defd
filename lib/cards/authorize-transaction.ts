import type { PartnerFees } from "@/lib/contract/partner";
import { ServiceError } from "@/lib/kernel/errors";
import { isId, newId } from "@/lib/kernel/ids";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { unseal } from "@/lib/kernel/seal";
import {
  authorizationJournal,
  type ChangeSet,
  cardAccount,
  crossBorderFeeJournal,
  type Decision,
  decideAndCommit,
  mergeChangeSets,
} from "@/lib/ledger";
import { crossBorderFee } from "@/lib/partners/fees";
import { emit } from "@/lib/webhooks/emit";
import { isExpired } from "./expiry";
import { newCardTransaction } from "./new-card-transaction";
import {
  type CardTransactionType,
  DECLINE_REASON,
  EXPIRED_REASON,
  INSUFFICIENT_REASON,
} from "./states";
import { type CardState, type CardTransactionRow, findCardToAuthorize } from "./store";

/** An authorization as the card network requests it. */
export interface AuthorizationRequest {
  partner: PartnerFees & { id: string };
  cardId: string;
  /** The amount to charge to the card, in micro-USD. */
  amountMicroUsd: bigint;
  /** The merchant's currency, ISO 4217. */
  merchantCurrency: string;
  merchantName: string;
  merchantCountry: string;
  type: Exclude<CardTransactionType, "refund">;
  description: string;
  at: Date;
}

type Decided = Decision<CardTransactionRow>;

function transactionRow(
  request: AuthorizationRequest,
  id: string,
  fxFeeMicroUsd: bigint,
  declinedReason: string | null,
) {
  return newCardTransaction({
    id,
    partnerId: request.partner.id,
    cardId: request.cardId,
    category: "authorization",
    amountMicroUsd: request.amountMicroUsd,
    status: declinedReason === null ? "authorized" : "declined",
    type: request.type,
    description: request.description,
    merchantName: request.merchantName,
    merchantCountry: request.merchantCountry,
    declinedReason,
    fxFeeMicroUsd,
    heldMicroUsd: declinedReason === null ? request.amountMicroUsd : 0n,
    createdAt: request.at,
  });
}

function debitData(request: AuthorizationRequest, id: string) {
  return {
    type: "debit" as const,
    serviceCardId: request.cardId,
    serviceTransactionId: id,
    amount: usdFromMicroUsd(request.amountMicroUsd),
    description: request.description,
  };
}

function decline(
  request: AuthorizationRequest,
  id: string,
  fxFee: bigint,
  declinedReason: string,
): Decided {
  const row = transactionRow(request, id, fxFee, declinedReason);
  const { partner, at } = request;
  const data = {
    ...debitData(request, id),
    status: "declined" as const,
    fxFee: usdFromMicroUsd(fxFee),
    declinedReason,
  };
  const event = emit({
    partnerId: partner.id,
    resourceId: id,
    type: "card.transaction-event",
    at,
    data,
  });
  return { changeSet: { insert: { card_transactions: [row] }, events: [event] }, result: row };
}

/** The cross-border fee: a transaction with its own event, emitted after the event of the debit. */
function crossBorder(request: AuthorizationRequest, originalId: string, fee: bigint): ChangeSet {
  const { partner, cardId, at } = request;
  const id = `${originalId}_fx`;
  const description = `Cross-border fee for ${request.description}`;
  const row = newCardTransaction({
    id,
    partnerId: partner.id,
    cardId,
    category: "cross_border_fee",
    amountMicroUsd: fee,
    status: "settled",
    type: request.type,
    description,
    merchantName: request.merchantName,
    merchantCountry: request.merchantCountry,
    originalId,
    createdAt: at,
  });
  return {
    insert: { card_transactions: [row] },
    journals: [crossBorderFeeJournal({ sourceId: id, partnerId: partner.id }, cardId, fee)],
    events: [
      emit({
        partnerId: partner.id,
        resourceId: originalId,
        type: "card.transaction-event",
        at,
        data: {
          type: "cross-border",
          status: "approved",
          serviceTransactionId: id,
          serviceCardId: cardId,
          amount: usdFromMicroUsd(fee),
          description,
        },
      }),
    ],
  };
}

function approve(
  request: AuthorizationRequest,
  id: string,
  card: CardState,
  fxFee: bigint,
): Decided {
  const { partner, amountMicroUsd, at } = request;
  const row = transactionRow(request, id, fxFee, null);
  const data = { ...debitData(request, id), status: "approved" as const };
  const held: ChangeSet = {
    lock: [cardAccount(card.id)],
    expect: { cards: { [card.id]: card.version } },
    insert: { card_transactions: [row] },
    journals: [
      authorizationJournal({ sourceId: id, partnerId: partner.id }, card.id, amountMicroUsd),
    ],
    events: [
      emit({ partnerId: partner.id, resourceId: id, type: "card.transaction-event", at, data }),
    ],
  };
  return {
    changeSet: fxFee > 0n ? mergeChangeSets(held, crossBorder(request, id, fxFee)) : held,
    result: row,
  };
}

/** Returns the reason to decline the authorization, or undefined to approve it. */
function declineReasonOf(
  request: AuthorizationRequest,
  card: CardState & { expirySealed: string },
  fxFee: bigint,
): string | undefined {
  const ofStatus = DECLINE_REASON[card.status];
  if (ofStatus !== undefined) return ofStatus;
  const context = { partnerId: request.partner.id, rowId: card.id, field: "expiry" };
  if (isExpired(unseal(card.expirySealed, context), request.at)) return EXPIRED_REASON;
  return card.availableMicroUsd < request.amountMicroUsd + fxFee ? INSUFFICIENT_REASON : undefined;
}

async function findCard({ partner, cardId }: AuthorizationRequest) {
  const card = isId("card", cardId) ? await findCardToAuthorize(partner.id, cardId) : undefined;
  if (!card) throw new ServiceError("CARD_NOT_FOUND");
  return card;
}

/**
 * Decides an authorization: holds the amount and charges the cross-border fee, or declines with the reason.
 * Source: spec: card.transaction-event; design 6, authorise; decision 0010 for expired cards.
 * @throws ServiceError CARD_NOT_FOUND
 */
export function authorizeTransaction(request: AuthorizationRequest): Promise<CardTransactionRow> {
  const id = newId("txn");
  const fxFee = crossBorderFee(request.partner, request.amountMicroUsd, request.merchantCurrency);
  return decideAndCommit(
    () => findCard(request),
    (card) => {
      const reason = declineReasonOf(request, card, fxFee);
      return reason ? decline(request, id, fxFee, reason) : approve(request, id, card, fxFee);
    },
  );
}
