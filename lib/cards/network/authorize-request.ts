import { larger } from "@/lib/kernel/bigint";
import { now } from "@/lib/kernel/clock";
import { decideAndCommit } from "@/lib/ledger";
import { partnerTime } from "@/lib/partners/partner-time";
import { declineReasonOf } from "../decline";
import { UNCONFIRMED_REASON, UNDECIDED_REASON } from "../states";
import { freshMessages, readNetworkState } from "./apply-notification";
import { isCovered, type NetworkTotals } from "./fold-messages";
import type { NetworkMessage, NetworkNotification } from "./message";
import { messagesOf } from "./network-ids";
import { type Received, recordMessages, totalsAfter } from "./record-messages";
import type { NetworkState } from "./store";

/** The answer to an authorization request of a card network. */
export interface NetworkDecision {
  approved: boolean;
  /** The reason for the decline, as shown to the partner; null when approved. */
  declinedReason: string | null;
  /** The row in the card's list; null when there is none, as for an amount of 0. */
  transactionId: string | null;
  /** True for a request that was decided before. */
  isRepeated: boolean;
  /** The available balance of the card after the decision; null for an unknown card. */
  availableMicroUsd: bigint | null;
  /** The issuer's id under which the request was decided, where an earlier one with its own id was another request. */
  decidedAs?: string;
}

type Authorization = Extract<NetworkMessage, { kind: "authorization" }>;

const UNKNOWN_CARD: NetworkDecision = {
  approved: false,
  declinedReason: "card unknown",
  transactionId: null,
  isRepeated: false,
  availableMicroUsd: null,
};

/** Whether an approval was taken back because it came after the answer: see lib/cards/inbound/late-decision.ts. */
const isTakenBack = ({ id }: Authorization, { messages }: NetworkState): boolean =>
  messages.some(
    (message) =>
      message.kind === "authorized_total" && message.revision === 0n && message.covers.includes(id),
  );

/**
 * The decision that an earlier delivery of the same request got, if any. A request for more than was decided is no
 * repetition of it: the card holds the first amount only, so it is declined.
 */
function earlierDecision(request: Authorization, state: NetworkState): NetworkDecision | undefined {
  const earlier = state.messages.find(({ id }) => id === request.id);
  if (earlier?.kind !== "authorization") return undefined;
  const isCovered =
    request.amountMicroUsd <= earlier.amountMicroUsd && !isTakenBack(earlier, state);
  const declinedReason = earlier.declinedReason ?? (isCovered ? null : UNDECIDED_REASON);
  return {
    approved: declinedReason === null,
    declinedReason,
    transactionId: state.firstRowId,
    isRepeated: true,
    availableMicroUsd: state.card.availableMicroUsd,
  };
}

/**
 * Gives a request an id of its own when an earlier one with its id was sent longer ago than an issuer repeats requests.
 * The n-th one has `:n` after its id.
 */
function distinct(
  request: Authorization,
  { messages }: NetworkState,
  repeatedWithinMs: number,
): Authorization {
  for (let n = 1; ; n++) {
    const id = n === 1 ? request.id : `${request.id}:${n}`;
    const earlier = messages.find((message) => message.id === id);
    if (!earlier || request.at.getTime() - earlier.at.getTime() <= repeatedWithinMs)
      return { ...request, id };
  }
}

/** The amount by which the sum of holds and captures grows. */
function growthMicroUsd({ state }: Received, totals: NetworkTotals): bigint {
  const { heldMicroUsd = 0n, capturedMicroUsd = 0n } = state.transaction ?? {};
  return larger(
    totals.heldMicroUsd + totals.capturedMicroUsd - heldMicroUsd - capturedMicroUsd,
    0n,
  );
}

/**
 * What an approval takes from the card, the cross-border fee included, and whether it holds the whole amount that was
 * requested. A transaction that is closed holds nothing more. One of which more was captured than authorized counts the
 * request as the authorization of that excess: the totals cannot know which of the two came first. But a network asks
 * before the merchant collects, so this request is for a further amount, and the merchant could collect the part that
 * is not held although the card cannot pay it. A request that a snapshot contains needs no hold of its own.
 */
function outcomeOf(received: Received, { id, amountMicroUsd }: Authorization) {
  const totals = totalsAfter(received);
  const growth = growthMicroUsd(received, totals);
  return {
    neededMicroUsd: growth + totals.feeMicroUsd,
    isHeldWhole: growth >= amountMicroUsd || isCovered(id, received.state.messages),
  };
}

/** The reason for which the card declines; undefined when it approves. */
function reasonOf(
  { state, at }: Received,
  { neededMicroUsd, isHeldWhole }: ReturnType<typeof outcomeOf>,
): string | undefined {
  const { partnerId, card, isRestoredBehind } = state;
  const requested = { partnerId, card, neededMicroUsd, partnerTime: partnerTime(state, at) };
  const ofCard = declineReasonOf(requested) ?? (isRestoredBehind ? UNCONFIRMED_REASON : undefined);
  return ofCard ?? (isHeldWhole ? undefined : UNDECIDED_REASON);
}

function decide(received: Received, request: Authorization) {
  const { card } = received.state;
  const outcome = outcomeOf(received, request);
  const reason = reasonOf(received, outcome);
  if (reason === undefined) {
    const { changeSet, rowId } = recordMessages(received);
    const availableMicroUsd = card.availableMicroUsd - outcome.neededMicroUsd;
    const approved = {
      approved: true,
      declinedReason: null,
      transactionId: rowId,
      isRepeated: false,
    };
    return { changeSet, result: { ...approved, availableMicroUsd } };
  }
  // Of a declined single-message transaction the capture is not stored: nothing is collected.
  const fresh = [{ ...request, declinedReason: reason }];
  const { changeSet, rowId } = recordMessages({ ...received, fresh });
  const declined = {
    approved: false,
    declinedReason: reason,
    transactionId: rowId,
    isRepeated: false,
  };
  return { changeSet, result: { ...declined, availableMicroUsd: card.availableMicroUsd } };
}

/**
 * Decides an authorization request of a card network: holds the amount and charges the cross-border fee, or declines.
 * A request that is delivered again gets the first decision again. An amount that would not be held whole is declined:
 * on a closed transaction, or after captures above the authorized amount. After a restore nothing is approved before the
 * issuer's events of the lost time were read (docs/decisions/0110-restored-database.md). Takes one statement to read and
 * one to commit.
 * Source: spec: card.transaction-event; design 6, authorise; decision 0063.
 * @param request.notification has one `authorization` message; a single-message transaction also has its final capture.
 * @param request.repeatedWithinMs requests with one id that were sent further apart are different ones; always the same
 *   when undefined
 */
export function authorizeNetworkRequest({
  notification,
  repeatedWithinMs = Number.POSITIVE_INFINITY,
}: {
  notification: NetworkNotification;
  repeatedWithinMs?: number;
}): Promise<NetworkDecision> {
  const sent = messagesOf(notification).find(
    (message): message is Authorization => message.kind === "authorization",
  );
  if (!sent) throw new Error("an authorization request has an authorization message");
  return decideAndCommit<NetworkState | undefined, NetworkDecision>(
    () => readNetworkState(notification),
    (state) => {
      if (!state) return { changeSet: {}, result: UNKNOWN_CARD };
      const request = distinct(sent, state, repeatedWithinMs);
      const decidedAs =
        request.id === sent.id
          ? {}
          : { decidedAs: request.id.slice(notification.issuer.length + 1) };
      const earlier = earlierDecision(request, state);
      if (earlier) return { changeSet: {}, result: { ...earlier, ...decidedAs } };
      const others = freshMessages(notification, state).filter(
        ({ kind }) => kind !== "authorization",
      );
      const fresh = [request, ...others];
      const { changeSet, result } = decide({ notification, state, fresh, at: now() }, request);
      return { changeSet, result: { ...result, ...decidedAs } };
    },
  );
}
