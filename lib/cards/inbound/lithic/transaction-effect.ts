import { lithicTime } from "../../issuer/lithic/lithic-time";
import type { NetworkMessage, NetworkNotification } from "../../network/message";
import { magnitude, microUsdFromCents, requireUsd } from "../amounts";
import { declineReasonOf } from "../decline-reason";
import { UnreadableMessage } from "../unreadable-message";
import { lithicDetails, lithicReferences } from "./details";
import { isCorrection, lithicPostings } from "./postings";
import { decisionId } from "./read-request";
import type { LithicTransaction, LithicTransactionEvent } from "./schema";

/** The statuses of a transaction, in the order in which they follow each other. */
const STATUSES = ["PENDING", "EXPIRED", "VOIDED", "DECLINED", "SETTLED"];

const OF_DEBIT = new Set(["AUTHORIZATION", "AUTHORIZATION_ADVICE", "FINANCIAL_AUTHORIZATION"]);
/** Events that belong to an amount which is or was authorized. */
const OF_AUTHORIZATION = new Set([...OF_DEBIT, "AUTHORIZATION_REVERSAL", "AUTHORIZATION_EXPIRY"]);
const DECISIONS = new Set(["AUTHORIZATION", "FINANCIAL_AUTHORIZATION"]);
const OF_CREDIT = new Set([
  "CREDIT_AUTHORIZATION",
  "CREDIT_AUTHORIZATION_ADVICE",
  "FINANCIAL_CREDIT_AUTHORIZATION",
]);

/** Whether a transaction is about a credit that is announced. */
const isCredit = (events: readonly LithicTransactionEvent[]): boolean =>
  events.some(({ type }) => OF_CREDIT.has(type)) && !events.some(({ type }) => OF_DEBIT.has(type));

/**
 * The newest event about the authorized amount; undefined without one. Of a credit that is only announced, a reversal or an
 * expiry is about money that was to come to the card: nothing is held for it.
 */
function lastOfAuthorization(events: readonly LithicTransactionEvent[]) {
  if (isCredit(events)) return undefined;
  return events.findLast(({ type }) => OF_AUTHORIZATION.has(type));
}

/** The ids that our decisions about this transaction can have: see `decisionId`. Events of debits may be negative. */
function decisionIds({ token, events }: LithicTransaction): string[] {
  const ids = events
    .filter(({ type }) => DECISIONS.has(type))
    .flatMap((event) => [event.token, String(Math.abs(event.amounts.cardholder.amount))]);
  return [...new Set(ids)].map((each) => decisionId(token, each));
}

const sumOf = (messages: readonly NetworkMessage[]) =>
  messages.reduce(
    (sum, message) => (message.kind === "capture" ? sum + message.amountMicroUsd : sum),
    0n,
  );

const revisionOf = ({ status, events }: LithicTransaction) =>
  BigInt(events.length * STATUSES.length + STATUSES.indexOf(status));

/** The authorized amount: what is still pending and what was collected. */
function snapshotOf(
  transaction: LithicTransaction,
  last: LithicTransactionEvent,
  postings: readonly NetworkMessage[],
): NetworkMessage {
  const { token, status, amounts } = transaction;
  requireUsd(amounts.hold.currency);
  const revision = revisionOf(transaction);
  return {
    kind: "authorized_total",
    id: `${token}:revision:${revision}`,
    at: lithicTime(last.created),
    amountMicroUsd: magnitude(microUsdFromCents(amounts.hold.amount)) + sumOf(postings),
    isOpen: status === "PENDING",
    revision,
    covers: decisionIds(transaction),
  };
}

/** When and under which id a transaction is read again. */
interface Reading {
  id: string;
  at: Date;
}

/** Says that nothing is held. It counts more than what an earlier version of the service took for a hold of a credit. */
const releaseOf = (transaction: LithicTransaction, { id, at }: Reading): NetworkMessage => ({
  kind: "authorized_total",
  id,
  at,
  amountMicroUsd: 0n,
  isOpen: false,
  revision: revisionOf(transaction) + 1n,
  covers: [],
});

/** The merchant's amount. The transaction's own is what was settled, which is zero before the first clearing. */
function merchantAmountOf({ amounts, events }: LithicTransaction) {
  if (amounts.merchant.amount !== 0) return amounts.merchant;
  const requested = events.find(({ type }) => OF_AUTHORIZATION.has(type));
  return requested?.amounts.merchant ?? amounts.merchant;
}

function declineOf(
  { token, result }: LithicTransaction,
  last: LithicTransactionEvent,
): NetworkMessage {
  const detail = last.detailed_results?.find((each) => each !== "APPROVED");
  return {
    kind: "decline",
    id: `${token}:declined`,
    at: lithicTime(last.created),
    amountMicroUsd: magnitude(microUsdFromCents(last.amounts.cardholder.amount)),
    declinedReason: declineReasonOf(result === "DECLINED" ? detail : result),
  };
}

/** Lithic declined by itself because the programme's balance there is too low. */
const PROGRAMME_SHORT = "INSUFFICIENT_FUNDS_PRELOAD";

/** Not by the texts: a time can have a fraction of a second or another offset. */
const byTime = (one: LithicTransactionEvent, other: LithicTransactionEvent) =>
  lithicTime(one.created).getTime() - lithicTime(other.created).getTime();

interface LithicEffect {
  notification: NetworkNotification;
  corrections: { id: string; type: string }[];
  isProgrammeShort: boolean;
  decisions: number;
}

interface Read {
  events: readonly LithicTransactionEvent[];
  postings: readonly NetworkMessage[];
  again: Reading | undefined;
}

/** The message about what is authorized, if any. */
function stateOf(
  transaction: LithicTransaction,
  { events, postings, again }: Read,
): NetworkMessage | undefined {
  if (isCredit(events)) return again && releaseOf(transaction, again);
  const last = lastOfAuthorization(events);
  if (!last) return undefined;
  return transaction.status === "DECLINED"
    ? declineOf(transaction, last)
    : snapshotOf(transaction, last, postings);
}

/**
 * Maps a Card Transaction: a decline, or a snapshot of the authorized amount; and one message for each event that moves
 * money. Undefined when there is nothing to apply, such as after a balance inquiry.
 * @param again for a transaction that holds money here: then a credit, which holds none, has a snapshot too
 * @throws UnreadableMessage
 */
export function lithicTransactionEffect(
  transaction: LithicTransaction,
  again?: Reading,
): LithicEffect | undefined {
  const { token, card_token, status, merchant, pos } = transaction;
  if (!STATUSES.includes(status))
    throw new UnreadableMessage(`Unknown status of a transaction: ${status}`);
  const events = transaction.events.toSorted(byTime);
  const postings = lithicPostings(events);
  const last = lastOfAuthorization(events);
  const state = stateOf(transaction, { events, postings, again });
  const messages = state ? [state, ...postings] : postings;
  if (messages.length === 0) return undefined;
  const corrections = events
    .filter(isCorrection)
    .map((each) => ({ id: each.token, type: each.type }));
  const notification: NetworkNotification = {
    issuer: "lithic",
    issuerTransactionId: token,
    issuerCardId: card_token,
    details: {
      ...lithicDetails({
        merchant,
        pos,
        merchantAmount: merchantAmountOf(transaction),
        cashCents: 0,
      }),
      ...lithicReferences(transaction, events),
    },
    messages,
  };
  const decisions = events.filter(({ type }) => DECISIONS.has(type)).length;
  const isProgrammeShort = last?.result === PROGRAMME_SHORT;
  return { notification, decisions, isProgrammeShort, corrections };
}
