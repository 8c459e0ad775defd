import { z } from "zod";
import type { NetworkNotification } from "../network/message";
import type { InboundEvent, SendingIssuer } from "./port";
import { readAs } from "./unreadable-message";

/** The type of an event of the service's own: a request was answered before it was decided. */
export const LATE_DECISION = "service.late_decision";
/** The type of an event of the service's own: another delivery of a request was answered with the approval. */
export const APPROVED_AGAIN = "service.approved_again";

/** The id of the event that takes an approval back, and of the one that keeps it: only one of both can be stored. */
export const lateDecisionId = (requestId: string): string => `late:${requestId}`;

const lateContent = z.object({
  issuerTransactionId: z.string(),
  issuerCardId: z.string(),
  requestId: z.string(),
  details: z.object({
    type: z.enum(["purchase", "withdrawal"]),
    description: z.string(),
    merchantName: z.string(),
    merchantCountry: z.string(),
    merchantCurrency: z.string(),
  }),
});

/**
 * Makes the event that takes a late approval back. It is stored in the inbox, so that it is applied after a crash too.
 * Undefined for a notification without a request.
 * @param decidedAs the id under which the request was decided, where that is not its own
 */
export function lateDecision(
  notification: NetworkNotification,
  at: Date,
  decidedAs?: string,
): InboundEvent | undefined {
  const { issuerTransactionId, issuerCardId, details, messages } = notification;
  const request = messages.find(({ kind }) => kind === "authorization");
  if (!request) return undefined;
  const requestId = decidedAs ?? request.id;
  const { type, description, merchantName, merchantCountry, merchantCurrency } = details;
  const content: z.input<typeof lateContent> = {
    issuerTransactionId,
    issuerCardId,
    requestId,
    details: { type, description, merchantName, merchantCountry, merchantCurrency },
  };
  return { id: lateDecisionId(requestId), type: LATE_DECISION, createdAt: at, content };
}

/**
 * Maps the event to the snapshot of an authorization of which only this request is known, and which holds nothing for
 * it. Every snapshot of the issuer replaces its amount; its request needs no hold beside them either. A `decline` would
 * also end the hold of earlier requests, which an increment must not do.
 */
export function lateDecisionEffect(
  issuer: SendingIssuer,
  event: InboundEvent,
): NetworkNotification {
  const { issuerTransactionId, issuerCardId, requestId, details } = readAs(
    lateContent,
    event.content,
  );
  return {
    issuer,
    issuerTransactionId,
    issuerCardId,
    details,
    messages: [
      {
        kind: "authorized_total",
        id: event.id,
        at: event.createdAt,
        amountMicroUsd: 0n,
        isOpen: true,
        revision: 0n,
        covers: [requestId],
      },
    ],
  };
}
