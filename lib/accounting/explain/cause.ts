import type { z } from "zod";
import type { explanationSchema } from "./schema";
import type { JournalRow } from "./store";

type Cause = z.input<typeof explanationSchema>["journals"][number]["cause"];

const BY_NETWORK = "Reported by the card network";

const BY_ITSELF: Record<string, string> = {
  authorization: BY_NETWORK,
  settlement: BY_NETWORK,
  reversal: BY_NETWORK,
  refund: BY_NETWORK,
  cross_border_fee: BY_NETWORK,
  card_shortfall: BY_NETWORK,
  shortfall_recovery: "Automatic, from the next money that came to the card",
  liquidation: "Automatic, because the card is terminated",
  dispute_won: "Decided by the card network, in your favor",
  dispute_reversal: "Automatic, because the dispute ended without a return of the money",
  withdrawal_completed: "Automatic, when the transaction was confirmed on-chain",
  withdrawal_refund: "Automatic, after it was certain that nothing was sent",
};

/**
 * The types that a message of the card issuer can cause. Such a message is a request too, but in no partner's request log:
 * one that is in neither the log nor the audit log came from the network, or from a simulator whose log was purged.
 */
const BY_MESSAGES = new Set([
  "authorization",
  "settlement",
  "reversal",
  "refund",
  "cross_border_fee",
  "card_shortfall",
  "shortfall_recovery",
  "liquidation",
  "dispute_won",
  "dispute_reversal",
]);

/**
 * Returns the person, key or event that caused a journal. The partner does not see the names of the operator's people.
 */
export function causeOf(row: JournalRow): Cause {
  const { type, requestId, method, route, keyName, personName, isByOperator } = row;
  if (isByOperator) return { kind: "operator", text: "Decided by the operator", isLogged: false };
  const isLogged = method !== null;
  const isByMessage = !isLogged && personName === null && BY_MESSAGES.has(type);
  if (requestId === null || isByMessage) {
    if (type === "deposit")
      return {
        kind: "chain",
        text: "On-chain transfer, after confirmation",
        isLogged: false,
      };
    return { kind: "service", text: BY_ITSELF[type] ?? "Automatic", isLogged: false };
  }
  const asked = isLogged ? `: ${method} ${route}` : "";
  if (personName !== null)
    return {
      kind: "person",
      text: `Requested by ${personName} in the dashboard${asked}`,
      requestId,
      isLogged,
    };
  const key = keyName === null ? "an API key" : `API key ${keyName}`;
  return { kind: "key", text: `Requested with ${key}${asked}`, requestId, isLogged };
}
