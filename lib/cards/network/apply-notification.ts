import { now } from "@/lib/kernel/clock";
import { decideUnderLock, type RunQuery } from "@/lib/ledger";
import type { NetworkNotification } from "./message";
import { messagesOf, networkTransactionIdOf } from "./network-ids";
import { learnedFacts, recordMessages } from "./record-messages";
import { findNetworkState, type NetworkState } from "./store";
import { TransactionOfOtherCard } from "./transaction-of-other-card";

/** Reads the card and the transaction that a notification names; the transaction can be of another card. */
function findNamedState(
  notification: NetworkNotification,
  runQuery?: RunQuery,
): Promise<NetworkState | undefined> {
  // A request is looked for in its transaction alone: a decision shall not take longer than necessary.
  const reportedIds = messagesOf(notification).flatMap((message) =>
    message.kind === "authorization" ? [] : [message.id],
  );
  const which = { networkTransactionId: networkTransactionIdOf(notification), reportedIds };
  return findNetworkState(notification, which, runQuery);
}

/** The card that owns the transaction of a state; undefined when it is the card that the notification is about. */
function otherCardOf({ transaction, card }: NetworkState): string | undefined {
  return transaction && transaction.cardId !== card.id ? transaction.cardId : undefined;
}

const ofOtherCard = (notification: NetworkNotification, { card }: NetworkState, other: string) =>
  new TransactionOfOtherCard(networkTransactionIdOf(notification), card.id, other);

/** Reads the state that a notification meets. @throws TransactionOfOtherCard */
export async function readNetworkState(
  notification: NetworkNotification,
  runQuery?: RunQuery,
): Promise<NetworkState | undefined> {
  const state = await findNamedState(notification, runQuery);
  if (!state) return undefined;
  const other = otherCardOf(state);
  if (other !== undefined) throw ofOtherCard(notification, state, other);
  return state;
}

/** A refund, or a reversal of one, as a transaction of its own. Undefined for other notifications. */
function withoutAuthorization(notification: NetworkNotification): NetworkNotification | undefined {
  const [message, ...more] = notification.messages;
  const isRefund = message?.kind === "refund" || message?.kind === "refund_reversal";
  return isRefund && more.length === 0
    ? { ...notification, issuerTransactionId: message.id }
    : undefined;
}

/** A notification as it is applied, with the card and the transaction that it changes. */
interface ResolvedNotification {
  notification: NetworkNotification;
  state: NetworkState;
  /** Where the money went, when the issuer linked a refund to a purchase of another card. */
  linked: LinkedCards | undefined;
}

/**
 * Reads the card and the transaction that a notification changes. A refund whose purchase is of another card belongs to the card that the issuer names:
 * it is applied without its purchase, because nothing else would ever give the cardholder the money.
 * @throws TransactionOfOtherCard for other messages about a transaction of another card.
 */
async function resolveNotification(
  notification: NetworkNotification,
  runQuery: RunQuery,
): Promise<ResolvedNotification | undefined> {
  const state = await findNamedState(notification, runQuery);
  if (!state) return undefined;
  const purchaseCardId = otherCardOf(state);
  if (purchaseCardId === undefined) return { notification, state, linked: undefined };
  const alone = withoutAuthorization(notification);
  if (!alone) throw ofOtherCard(notification, state, purchaseCardId);
  const own = await readNetworkState(alone, runQuery);
  if (!own) return undefined;
  const isPostedElsewhere = own.postedElsewhere.length > 0;
  const linked = isPostedElsewhere ? undefined : { refundCardId: state.card.id, purchaseCardId };
  return { notification: alone, state: own, linked };
}

/**
 * The messages of a notification that are not stored yet. One can be stored with another transaction: issuers report a
 * capture or a refund by itself, and may link it to an authorization later. It was posted there.
 */
export function freshMessages(
  notification: NetworkNotification,
  { messages, postedElsewhere }: NetworkState,
) {
  const known = new Set([...messages.map(({ id }) => id), ...postedElsewhere]);
  return messagesOf(notification).filter(({ id }) => !known.has(id) && known.add(id));
}

/** The cards of a refund that was applied without the purchase that the issuer linked it to. */
export interface LinkedCards {
  refundCardId: string;
  purchaseCardId: string;
}

interface Applied {
  /** The number of messages that were new. */
  applied: number;
  /** Nothing is stored for an unknown card. */
  card: "known" | "unknown";
  /** Only for a refund whose purchase is of another card. An operator must see it. */
  linked?: LinkedCards;
}

/**
 * Applies the messages of an issuer's notification to the card: each once, whatever the order and however often they
 * arrive. What a network reports is posted and never refused; what the card cannot pay becomes its shortfall.
 * Source: decision 0063.
 */
export function applyNetworkNotification(received: NetworkNotification): Promise<Applied> {
  return decideUnderLock<ResolvedNotification | undefined, Applied>(
    (runQuery) => resolveNotification(received, runQuery),
    (resolved) => {
      if (!resolved) return { changeSet: {}, result: { applied: 0, card: "unknown" } };
      const { notification, state, linked } = resolved;
      const fresh = freshMessages(notification, state);
      const result = { applied: fresh.length, card: "known" as const, ...(linked && { linked }) };
      // The same capture arrives with its authorization and by itself, and only one of them may have the code.
      const isNews = fresh.length > 0 || Object.keys(learnedFacts(notification, state)).length > 0;
      if (!isNews) return { changeSet: {}, result };
      const { changeSet } = recordMessages({ notification, state, fresh, at: now() });
      return { changeSet, result };
    },
  );
}
