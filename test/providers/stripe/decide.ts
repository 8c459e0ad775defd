import type Stripe from "stripe";
import { newEvent } from "./objects";
import { type Endpoint, sendEvent } from "./webhooks";

/** Stripe's decision about one authorization request. */
export interface Decision {
  approved: boolean;
  reason: Stripe.Issuing.Authorization.RequestHistory.Reason;
  /** Returns the faults of the service's response. */
  message: string | null;
  /** The approved amount, if the service chose another one. */
  amount?: number;
  metadata?: Record<string, string>;
  /** The service's answer; undefined if it was not asked, or did not answer in time. */
  answered?: { status: number; body: unknown };
}

const DECISION_TIMEOUT_MS = 2_000;
const FIELDS = new Set(["approved", "metadata", "amount"]);

function read(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null
      ? (body as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Why Stripe decides alone, without a request to the service. */
export function declinedByStripe(card: Stripe.Issuing.Card, amount: number, balanceCents: number) {
  const { cardholder } = card;
  if (card.status === "canceled") return "card_canceled";
  if (card.status !== "active") return "card_inactive";
  if (cardholder.status !== "active") return "cardholder_inactive";
  if ((cardholder.requirements.past_due ?? []).length > 0)
    return "cardholder_verification_required";
  if (amount > balanceCents) return "insufficient_funds";
  return undefined;
}

/**
 * Asks the service for its decision as Stripe does: within two seconds, status 200, with the header `Stripe-Version`
 * and a body that Stripe understands. Otherwise the account's setting decides.
 */
export async function askService(
  endpoint: Endpoint,
  authorization: Stripe.Issuing.Authorization,
  isApprovedByDefault: boolean,
): Promise<Decision> {
  const event = newEvent("issuing_authorization.request", authorization);
  const { decisionTimeoutMs = DECISION_TIMEOUT_MS } = endpoint;
  const answer = await sendEvent(endpoint, event, decisionTimeoutMs);
  const byDefault = { approved: isApprovedByDefault };
  if (!answer) return { ...byDefault, reason: "webhook_timeout", message: null };
  const body = read(answer.text);
  const answered = { status: answer.status, body: body ?? answer.text };
  const wrong = (message: string): Decision => ({
    ...byDefault,
    reason: "webhook_error",
    message,
    answered,
  });
  if (answer.status !== 200) return wrong(`The status was ${answer.status}.`);
  if (!answer.headers.has("stripe-version")) return wrong("The header Stripe-Version is missing.");
  if (!answer.headers.get("content-type")?.startsWith("application/json"))
    return wrong("The body is not JSON.");
  if (typeof body?.approved !== "boolean") return wrong("The field approved is missing.");
  const unknown = Object.keys(body).filter((field) => !FIELDS.has(field));
  if (unknown.length > 0) return wrong(`Unknown fields: ${unknown.join(", ")}.`);
  if (body.amount !== undefined && !authorization.pending_request?.is_amount_controllable)
    return wrong("The amount is not controllable.");
  return {
    approved: body.approved,
    reason: body.approved ? "webhook_approved" : "webhook_declined",
    message: null,
    answered,
    ...(typeof body.amount === "number" ? { amount: body.amount } : {}),
    ...(body.metadata ? { metadata: body.metadata as Record<string, string> } : {}),
  };
}
