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

/** Requests for a decision: they move nothing when they were declined. */
const DECIDED = new Set(["FINANCIAL_AUTHORIZATION", "FINANCIAL_CREDIT_AUTHORIZATION"]);

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

export const isCorrection = ({ type }: LithicTransactionEvent) => type.startsWith("CORRECTION_");

/**
 * Maps an event of a transaction to the money that it moves; undefined for an event that moves none.
 * @throws UnreadableMessage for an unknown type or polarity
 */
export function postingOf(event: LithicTransactionEvent): NetworkMessage | undefined {
  const { token, type, result, effective_polarity: polarity, amounts, created } = event;
  if (WITHOUT_POSTING.has(type)) return undefined;
  if (DECIDED.has(type) && result !== "APPROVED") return undefined;
  const kind = POSTINGS[`${type} ${polarity}`];
  if (kind === undefined) throw new UnreadableMessage(`Unknown event: ${type} ${polarity}`);
  if (result !== "APPROVED") throw new UnreadableMessage(`${type} with the result ${result}`);
  requireUsd(amounts.cardholder.currency);
  const amountMicroUsd = magnitude(microUsdFromCents(amounts.cardholder.amount));
  if (amountMicroUsd === 0n) return undefined;
  const common = { id: token, at: new Date(created), amountMicroUsd };
  // Whether more clearings follow is in the transaction's status, which is part of the snapshot.
  return kind === "capture" ? { kind, isFinal: false, ...common } : { kind, ...common };
}
