import { now } from "@/lib/kernel/clock";
import { decideUnderLock, type RunQuery } from "@/lib/ledger";
import type { NetworkNotification } from "./message";
import { messagesOf, networkTransactionIdOf } from "./network-ids";
import { learnedFacts, recordMessages } from "./record-messages";
import { findNetworkState, type NetworkState } from "./store";

/** Reads the state that a notification meets. @throws Error when its transaction belongs to another card. */
export async function readNetworkState(
  notification: NetworkNotification,
  runQuery?: RunQuery,
): Promise<NetworkState | undefined> {
  const id = networkTransactionIdOf(notification);
  // A request is looked for in its transaction alone: a decision shall not take longer than necessary.
  const reportedIds = messagesOf(notification).flatMap((message) =>
    message.kind === "authorization" ? [] : [message.id],
  );
  const which = { networkTransactionId: id, reportedIds };
  const state = await findNetworkState(notification, which, runQuery);
  if (state?.transaction && state.transaction.cardId !== state.card.id)
    throw new Error(`network transaction ${id} belongs to another card`);
  return state;
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

/**
 * Applies the messages of an issuer's notification to the card: each once, whatever the order and however often they
 * arrive. What a network reports is posted and never refused; what the card cannot pay becomes its shortfall.
 * Source: decision 0063.
 * @returns the number of messages that were new, and whether the card is known. Nothing is stored for an unknown card.
 */
export function applyNetworkNotification(
  notification: NetworkNotification,
): Promise<{ applied: number; card: "known" | "unknown" }> {
  return decideUnderLock<NetworkState | undefined, { applied: number; card: "known" | "unknown" }>(
    (runQuery) => readNetworkState(notification, runQuery),
    (state) => {
      if (!state) return { changeSet: {}, result: { applied: 0, card: "unknown" } };
      const fresh = freshMessages(notification, state);
      const result = { applied: fresh.length, card: "known" as const };
      // The same capture arrives with its authorization and by itself, and only one of them may have the code.
      const isNews = fresh.length > 0 || Object.keys(learnedFacts(notification, state)).length > 0;
      if (!isNews) return { changeSet: {}, result };
      const { changeSet } = recordMessages({ notification, state, fresh, at: now() });
      return { changeSet, result };
    },
  );
}
