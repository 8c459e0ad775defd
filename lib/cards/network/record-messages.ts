import { larger } from "@/lib/kernel/bigint";
import { type ChangeSet, mergeChangeSets } from "@/lib/ledger";
import { crossBorderFee } from "@/lib/partners/fees";
import { declinedTransaction } from "../decline";
import { addedFee } from "../movements/added-fee";
import { type MovementContext, missingFacts, type NetworkFacts } from "../movements/context";
import { type MovedTransaction, moveTransaction } from "../movements/move-transaction";
import { foldMessages, type NetworkTotals } from "./fold-messages";
import type { NetworkMessage, NetworkNotification } from "./message";
import { networkTransactionIdOf } from "./network-ids";
import type { NetworkState } from "./store";

/** A notification of an issuer with the state that it meets, and the messages in it that are new. */
export interface Received {
  notification: NetworkNotification;
  state: NetworkState;
  fresh: readonly NetworkMessage[];
  at: Date;
}

function messageRow(message: NetworkMessage, networkTransactionId: string, createdAt: Date) {
  return {
    id: message.id,
    networkTransactionId,
    kind: message.kind,
    amountMicroUsd: "amountMicroUsd" in message ? message.amountMicroUsd : 0n,
    declinedReason: "declinedReason" in message ? message.declinedReason : null,
    isOpen: message.kind === "authorized_total" ? message.isOpen : null,
    isFinal: message.kind === "capture" ? message.isFinal : null,
    revision: message.kind === "authorized_total" ? message.revision : null,
    covers: message.kind === "authorized_total" ? message.covers : null,
    sentAt: message.at,
    createdAt,
  };
}

/** The totals after the new messages, and the cross-border fee that they add. */
export function totalsAfter({ notification, state, fresh }: Received) {
  const totals = foldMessages([...state.messages, ...fresh]);
  const before = state.transaction ?? { chargedMicroUsd: 0n };
  const chargedMicroUsd = larger(totals.chargedMicroUsd, before.chargedMicroUsd);
  const { merchantCurrency } = notification.details;
  const feeMicroUsd = addedFee(state, merchantCurrency, { before, chargedMicroUsd });
  return { ...totals, chargedMicroUsd, feeMicroUsd };
}

/**
 * The facts of a notification that the first debit of the purchase lacks, such as the authorization code, which exists
 * only after our decision. A refund has facts of its own.
 */
export function learnedFacts(
  { details, messages }: NetworkNotification,
  { debits: [first] }: NetworkState,
): Partial<NetworkFacts> {
  const isOfPurchase = messages.some(({ kind }) => kind !== "refund" && kind !== "refund_reversal");
  return first && isOfPurchase ? missingFacts(first.facts, details) : {};
}

/** Builds the stored network transaction and its new messages. */
function records(
  { notification, state, fresh, at }: Received,
  totals: NetworkTotals & { feeMicroUsd: bigint },
): ChangeSet {
  const id = networkTransactionIdOf(notification);
  const { transaction, partnerId, card } = state;
  const set = {
    heldMicroUsd: totals.heldMicroUsd,
    capturedMicroUsd: totals.capturedMicroUsd,
    refundedMicroUsd: totals.refundedMicroUsd,
    chargedMicroUsd: totals.chargedMicroUsd,
    feeMicroUsd: (transaction?.feeMicroUsd ?? 0n) + totals.feeMicroUsd,
    updatedAt: at,
  };
  const messages = fresh.map((message) => messageRow(message, id, at));
  if (transaction)
    return {
      partnerId,
      update: { network_transactions: [{ id, version: transaction.version, set }] },
      insert: { network_messages: messages },
    };
  const row = { id, partnerId, cardId: card.id, ...set, createdAt: at, version: 1 };
  return { partnerId, insert: { network_transactions: [row], network_messages: messages } };
}

/** A decline becomes a row and an event, unless the transaction is in the card's list already. */
function declined(
  context: MovementContext,
  { state, fresh }: Received,
): { changeSet: ChangeSet; rowId: string | null } {
  const refused = fresh.find(
    (message) =>
      (message.kind === "authorization" && message.declinedReason !== null) ||
      (message.kind === "decline" && state.firstRowId === null),
  );
  if (!refused || !("declinedReason" in refused)) return { changeSet: {}, rowId: null };
  const { amountMicroUsd } = refused;
  const { details } = context;
  const { crossBorderFeeBps, card } = state;
  const fee = crossBorderFee({ crossBorderFeeBps }, amountMicroUsd, details.merchantCurrency);
  const { changeSet, row } = declinedTransaction(context, {
    cardId: card.id,
    amountMicroUsd,
    feeMicroUsd: fee,
    declinedReason: refused.declinedReason ?? "",
  });
  return { changeSet, rowId: row.id };
}

/**
 * Builds the change set that stores new messages of a network and posts the difference that they make: between the
 * totals of all messages and what is posted so far. Source: decision 0063.
 * @returns the moved transaction, and the id of the row in the card's list that the messages are about.
 */
export function recordMessages(received: Received): MovedTransaction & { rowId: string | null } {
  const { notification, state, at } = received;
  const { partnerId, card, transaction, debits } = state;
  const context = {
    partnerId,
    networkTransactionId: networkTransactionIdOf(notification),
    details: notification.details,
    at,
  };
  const totals = totalsAfter(received);
  const refusal = declined(context, received);
  const moved = moveTransaction(
    context,
    { card, debits },
    {
      capturedMicroUsd: totals.capturedMicroUsd - (transaction?.capturedMicroUsd ?? 0n),
      heldMicroUsd: totals.heldMicroUsd,
      refundedMicroUsd: totals.refundedMicroUsd - (transaction?.refundedMicroUsd ?? 0n),
      feeMicroUsd: totals.feeMicroUsd,
      facts: learnedFacts(notification, state),
    },
  );
  const stored = records(received, totals);
  const [first] = [...moved.debits, ...moved.refunds];
  return {
    ...moved,
    changeSet: [stored, moved.changeSet, refusal.changeSet].reduce(mergeChangeSets),
    rowId: refusal.rowId ?? first?.id ?? state.firstRowId,
  };
}
