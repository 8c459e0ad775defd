import { lithicTime } from "../../issuer/lithic/lithic-time";
import type { NetworkMessage } from "../../network/message";
import { magnitude, microUsdFromCents, requireUsd } from "../amounts";
import { UnreadableMessage } from "../unreadable-message";
import type { LithicTransactionEvent } from "./schema";

type PostingKind = "capture" | "refund" | "refund_reversal";

/** The events that move money, by type and polarity. */
const POSTINGS: Readonly<Record<string, PostingKind>> = {
  "CLEARING DEBIT": "capture",
  "CLEARING CREDIT": "refund",
  "FINANCIAL_AUTHORIZATION DEBIT": "capture",
  "FINANCIAL_CREDIT_AUTHORIZATION CREDIT": "refund",
  "RETURN CREDIT": "refund",
  "RETURN_REVERSAL DEBIT": "refund_reversal",
  "CORRECTION_DEBIT DEBIT": "capture",
  "CORRECTION_CREDIT CREDIT": "refund",
};

/** What is requested and settled in one message: it moves nothing when it was declined. */
const SINGLE_MESSAGES = new Set(["FINANCIAL_AUTHORIZATION", "FINANCIAL_CREDIT_AUTHORIZATION"]);

/** Events whose effect is in the transaction's own amounts and status, or that have none. */
const WITHOUT_POSTING = new Set([
  "AUTHORIZATION",
  "AUTHORIZATION_ADVICE",
  "AUTHORIZATION_REVERSAL",
  "AUTHORIZATION_EXPIRY",
  "BALANCE_INQUIRY",
  "CREDIT_AUTHORIZATION",
  "CREDIT_AUTHORIZATION_ADVICE",
]);

/** The reversal of a single message, by polarity: the money has moved already, so it moves back. */
const REVERSALS: Readonly<Record<string, PostingKind>> = {
  "AUTHORIZATION_REVERSAL CREDIT": "refund",
  "AUTHORIZATION_REVERSAL DEBIT": "refund_reversal",
};

const isApproved = ({ result }: LithicTransactionEvent) => result === "APPROVED";

/** Whether nothing but single messages was approved: no other amount is there that a reversal could be about. */
function isOfSingleMessages(events: readonly LithicTransactionEvent[]): boolean {
  const approved = events.filter(isApproved);
  return (
    approved.some(({ type }) => SINGLE_MESSAGES.has(type)) &&
    !approved.some(({ type }) => type === "AUTHORIZATION" || type === "CREDIT_AUTHORIZATION")
  );
}

export const isCorrection = ({ type }: LithicTransactionEvent) => type.startsWith("CORRECTION_");

/** The kind of money movement that an event is; undefined for an event that moves none. @throws UnreadableMessage */
function kindOf(
  { type, result, effective_polarity: polarity }: LithicTransactionEvent,
  isSingle: boolean,
): PostingKind | undefined {
  const name = `${type} ${polarity}`;
  if (WITHOUT_POSTING.has(type))
    return isSingle && result === "APPROVED" ? REVERSALS[name] : undefined;
  if (SINGLE_MESSAGES.has(type) && result !== "APPROVED") return undefined;
  const kind = POSTINGS[name];
  if (kind === undefined) throw new UnreadableMessage(`Unknown event: ${name}`);
  if (result !== "APPROVED") throw new UnreadableMessage(`${type} with the result ${result}`);
  return kind;
}

function postingOf(event: LithicTransactionEvent, isSingle: boolean): NetworkMessage | undefined {
  const { token, amounts, created } = event;
  const kind = kindOf(event, isSingle);
  if (kind === undefined) return undefined;
  requireUsd(amounts.cardholder.currency);
  const amountMicroUsd = magnitude(microUsdFromCents(amounts.cardholder.amount));
  if (amountMicroUsd === 0n) return undefined;
  const common = { id: token, at: lithicTime(created), amountMicroUsd };
  // Whether more clearings follow is in the transaction's status, which is part of the snapshot.
  return kind === "capture" ? { kind, isFinal: false, ...common } : { kind, ...common };
}

/**
 * Maps the events of a transaction to the money that they move.
 * @throws UnreadableMessage for an unknown type or polarity
 */
export function lithicPostings(events: readonly LithicTransactionEvent[]): NetworkMessage[] {
  const isSingle = isOfSingleMessages(events);
  return events.flatMap((event) => postingOf(event, isSingle) ?? []);
}
