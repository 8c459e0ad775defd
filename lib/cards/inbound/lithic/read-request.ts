import type { SignedMessage } from "@/lib/kernel/signatures/signed-message";
import { lithicTime } from "../../issuer/lithic/lithic-time";
import { microUsdFromCents, requireUsd } from "../amounts";
import type { RealTimeRequest } from "../port";
import { readAs, UnreadableMessage } from "../unreadable-message";
import { lithicDetails } from "./details";
import { type LithicRequest, lithicRequest } from "./schema";
import { sentAtOf } from "./sent-at";

/** Lithic retries a request once, at once, after a fault, and has declined it after six seconds. */
const REPEATED_WITHIN_MS = 30_000;

/**
 * The id of a decision. Lithic retries a request at once after a fault, and increments have the token of their
 * transaction too. `event_token` tells them apart, where the programme has it; otherwise the amount and the time do.
 */
export const decisionId = (token: string, distinction: string) => `${token}:${distinction}`;

function authorizationOf(request: LithicRequest, sentAt: Date): RealTimeRequest {
  const { token, event_token, amounts, card, cash_amount, merchant, pos } = request;
  // The hold exceeds the amount where Lithic adds an allowance for fuel or tips.
  const held = amounts.hold ?? amounts.cardholder;
  requireUsd(held.currency);
  requireUsd(amounts.cardholder.currency);
  if (held.amount < 0) throw new UnreadableMessage("The requested amount is negative");
  return {
    kind: "authorization",
    ...(!event_token && { repeatedWithinMs: REPEATED_WITHIN_MS }),
    notification: {
      issuer: "lithic",
      issuerTransactionId: token,
      issuerCardId: card.token,
      details: lithicDetails({
        merchant,
        pos,
        merchantAmount: amounts.merchant,
        cashCents: cash_amount ?? 0,
      }),
      messages: [
        {
          kind: "authorization",
          id: decisionId(token, event_token ?? String(amounts.cardholder.amount)),
          at: sentAt,
          amountMicroUsd: microUsdFromCents(held.amount),
          declinedReason: null,
        },
      ],
    },
  };
}

/**
 * Reads an Auth Stream Access request. A `FINANCIAL_AUTHORIZATION` holds its amount like any other: the transaction's
 * event collects it, or releases it when the network declined after our approval.
 * @throws UnreadableMessage
 */
export function readLithicRequest(body: unknown, header: SignedMessage["header"]): RealTimeRequest {
  const request = readAs(lithicRequest, body);
  switch (request.status) {
    case "AUTHORIZATION":
    case "FINANCIAL_AUTHORIZATION":
      // `created` is the time of the transaction, which is the same for an increment.
      return authorizationOf(request, sentAtOf(header) ?? lithicTime(request.created));
    case "BALANCE_INQUIRY":
      return { kind: "balance", issuerCardId: request.card.token };
    case "CREDIT_AUTHORIZATION":
    case "FINANCIAL_CREDIT_AUTHORIZATION":
      return { kind: "credit", issuerCardId: request.card.token };
    default:
      throw new UnreadableMessage(`Unknown status of a request: ${request.status}`);
  }
}
