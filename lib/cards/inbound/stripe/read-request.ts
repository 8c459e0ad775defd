import { microUsdFromCents, requireUsd } from "../amounts";
import type { RealTimeRequest } from "../port";
import { readAs, UnreadableMessage } from "../unreadable-message";
import { detailsOfAuthorization } from "./details";
import { requireEnvironment } from "./require-environment";
import { stripeAuthorization, stripeEvent } from "./schema";

const REQUEST = "issuing_authorization.request";

/** The id of the n-th request of an authorization: the first one is 0, increments follow. */
export const requestId = (authorizationId: string, index: number) => `${authorizationId}:${index}`;

/**
 * Reads `issuing_authorization.request`. An increment comes with the same authorization, whose history has the earlier
 * requests; its pending amount is the additional amount.
 * @throws UnreadableMessage
 */
export function readStripeRequest(body: unknown): RealTimeRequest {
  const event = readAs(stripeEvent, body);
  if (event.type !== REQUEST) throw new UnreadableMessage(`Not a request: ${event.type}`);
  requireEnvironment(event.livemode);
  const authorization = readAs(stripeAuthorization, event.data.object);
  const { id, card, pending_request: pending, request_history } = authorization;
  if (!pending) throw new UnreadableMessage("The authorization has no pending_request");
  requireUsd(pending.currency);
  if (pending.amount < 0) throw new UnreadableMessage("The requested amount is negative");
  return {
    kind: "authorization",
    notification: {
      issuer: "stripe",
      issuerTransactionId: id,
      issuerCardId: card,
      details: detailsOfAuthorization(authorization),
      messages: [
        {
          kind: "authorization",
          id: requestId(id, request_history.length),
          at: new Date(event.created * 1_000),
          amountMicroUsd: microUsdFromCents(pending.amount),
          declinedReason: null,
        },
      ],
    },
  };
}
