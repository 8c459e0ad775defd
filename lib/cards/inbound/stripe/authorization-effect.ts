import type { NetworkMessage, NetworkNotification } from "../../network/message";
import { microUsdFromCents, requireUsd } from "../amounts";
import { declineReasonOf } from "../decline-reason";
import { UnreadableMessage } from "../unreadable-message";
import { detailsOfAuthorization } from "./details";
import { requestId } from "./read-request";
import type { StripeAuthorization } from "./schema";
import { transactionMessage } from "./transaction-effect";

const STATUSES = ["pending", "closed", "reversed", "expired"];

/** What the effect needs of the event around the authorization. */
interface AuthorizationEvent {
  id: string;
  createdS: number;
  /** `issuing_authorization.created`, `.updated`, or read again because two updates could not be ordered. */
  origin: Origin;
}
type Origin = "created" | "updated" | "read";

/** The bits below the number of requests: a Unix time in seconds, and three bits for its order within a second. */
const TIME_BITS = 42n;
const PLACE_BITS = 3n;
const PLACES: readonly Origin[] = ["created", "updated", "read"];

/**
 * Orders snapshots of one authorization: by the number of requests, then by the event's time, which Stripe gives in
 * seconds. Within a second the end comes last and the creation first.
 */
function revisionOf(
  { request_history, status }: StripeAuthorization,
  { createdS, origin }: AuthorizationEvent,
): bigint {
  const place = PLACES.indexOf(origin) + (status === "pending" ? 0 : PLACES.length);
  return (
    (BigInt(request_history.length) << TIME_BITS) | (BigInt(createdS) << PLACE_BITS) | BigInt(place)
  );
}

/** The newest request. Stripe promises no order of the history. */
const lastRequest = ({ request_history }: StripeAuthorization) =>
  request_history.toSorted((one, other) => other.created - one.created)[0];

/**
 * Whether Stripe declined by itself because the Issuing balance is too low. It does not ask us then: our own declines
 * have the reason `webhook_declined`.
 */
export function isProgrammeShort(authorization: StripeAuthorization): boolean {
  const last = lastRequest(authorization);
  return last?.approved === false && last.reason === "insufficient_funds";
}

function messageOf(authorization: StripeAuthorization, event: AuthorizationEvent): NetworkMessage {
  const { id, request_history, status } = authorization;
  const at = new Date(event.createdS * 1_000);
  const amountMicroUsd = microUsdFromCents(authorization.amount);
  const wasApproved = authorization.approved || request_history.some((each) => each.approved);
  if (!wasApproved) {
    const last = lastRequest(authorization);
    return {
      kind: "decline",
      id: `${id}:declined`,
      at,
      amountMicroUsd: last ? microUsdFromCents(last.amount) : amountMicroUsd,
      declinedReason: declineReasonOf(last?.reason),
    };
  }
  return {
    kind: "authorized_total",
    id: event.id,
    at,
    amountMicroUsd,
    isOpen: status === "pending",
    revision: revisionOf(authorization, event),
    covers: request_history.map((_, index) => requestId(id, index)),
  };
}

/**
 * The captures and refunds that the authorization lists. They are applied with its status: otherwise an authorization
 * that closes because it was captured would release its hold until the event of the capture arrives. A refund to another
 * card is left to its own event.
 */
function postingsOf({ transactions, card }: StripeAuthorization): NetworkMessage[] {
  const own = (transactions ?? []).filter(
    (each) => each.type !== "refund" || (each.card ?? card) === card,
  );
  return own.flatMap((transaction) => {
    requireUsd(transaction.currency);
    return transactionMessage(transaction) ?? [];
  });
}

/**
 * Maps `issuing_authorization.created` and `.updated`: a decline when no request was approved, otherwise a snapshot. An
 * authorization that was approved without us (`webhook_timeout`, `network_fallback`) is a snapshot as well, which holds
 * the amount.
 * @throws UnreadableMessage
 */
export function authorizationEffect(
  authorization: StripeAuthorization,
  event: AuthorizationEvent,
): NetworkNotification {
  if (!STATUSES.includes(authorization.status))
    throw new UnreadableMessage(`Unknown status of an authorization: ${authorization.status}`);
  requireUsd(authorization.currency);
  if (authorization.amount < 0) throw new UnreadableMessage("The authorized amount is negative");
  return {
    issuer: "stripe",
    issuerTransactionId: authorization.id,
    issuerCardId: authorization.card,
    details: detailsOfAuthorization({ ...authorization, pending_request: null }),
    messages: [messageOf(authorization, event), ...postingsOf(authorization)],
  };
}
