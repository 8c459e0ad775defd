import type { z } from "zod";
import { stripeDisputeStatus } from "../../issuer/stripe/dispute-status";
import { microUsdFromCents, requireUsd } from "../amounts";
import { keptContent } from "../kept-content";
import type { EventEffect, InboundEvent } from "../port";
import { readAs } from "../unreadable-message";
import { authorizationEffect, isProgrammeShort } from "./authorization-effect";
import { requireEnvironment } from "./require-environment";
import {
  stripeAuthorization,
  stripeCard,
  stripeCardholder,
  stripeDispute,
  stripeEvent,
  stripeTransaction,
} from "./schema";
import { transactionEffect } from "./transaction-effect";

interface EventType<Content> {
  schema: z.ZodType<Content>;
  effect: (content: Content, event: InboundEvent) => EventEffect;
}

const eventType = <Content>(
  schema: z.ZodType<Content>,
  effect: EventType<Content>["effect"],
): EventType<unknown> => ({
  schema,
  effect: (content, event) => effect(content as Content, event),
});

const ofAuthorization = eventType(stripeAuthorization, (authorization, event) => ({
  kind: "network",
  isProgrammeShort: isProgrammeShort(authorization),
  notification: authorizationEffect(authorization, {
    id: event.id,
    createdS: Math.floor(event.createdAt.getTime() / 1_000),
    origin: event.type === "issuing_authorization.updated" ? "updated" : "created",
  }),
}));

const ofTransaction = eventType(stripeTransaction, (transaction) => {
  const notification = transactionEffect(transaction);
  return notification ? { kind: "network", notification } : { kind: "none" };
});

const ofCard = eventType(stripeCard, ({ id, status }) =>
  status === "canceled" ? { kind: "card_closed", issuerCardId: id } : { kind: "none" },
);

const ofCardholder = eventType(stripeCardholder, ({ id, status, requirements }) => {
  const { disabled_reason: reason, past_due: missing } = requirements;
  const named = [reason ?? "", (missing ?? []).join(", ")].filter((text) => text !== "");
  // Stripe can block a cardholder without asking for anything.
  const obstacle = named.length === 0 && status === "blocked" ? [status] : named;
  // Nobody provides what an ended cardholder lacks, such as that of a deleted user.
  const isBlocked = obstacle.length > 0 && status !== "inactive";
  return {
    kind: "cardholder",
    cardholderId: id,
    obstacle: isBlocked ? obstacle.join(": ") : null,
  };
});

const ofDispute = eventType(stripeDispute, (dispute) => {
  requireUsd(dispute.currency);
  return {
    kind: "dispute",
    report: {
      issuerDisputeId: dispute.id,
      issuerTransactionId: dispute.transaction,
      amountMicroUsd: microUsdFromCents(dispute.amount),
      ...stripeDisputeStatus(dispute),
    },
  };
});

/** The events that are applied. All others are stored without their content. */
const EVENT_TYPES: Readonly<Record<string, EventType<unknown>>> = {
  "issuing_authorization.created": ofAuthorization,
  "issuing_authorization.updated": ofAuthorization,
  "issuing_transaction.created": ofTransaction,
  "issuing_card.created": ofCard,
  "issuing_card.updated": ofCard,
  "issuing_cardholder.updated": ofCardholder,
  "issuing_dispute.created": ofDispute,
  "issuing_dispute.updated": ofDispute,
  "issuing_dispute.submitted": ofDispute,
  "issuing_dispute.closed": ofDispute,
  // The books credit the card at the opening and change at the decision, so these two are history only.
  "issuing_dispute.funds_reinstated": ofDispute,
  "issuing_dispute.funds_rescinded": ofDispute,
};

/** The types of events to list when webhooks may have been missed. */
export const STRIPE_EVENT_TYPES = Object.keys(EVENT_TYPES);

const typeOf = (name: string) => (Object.hasOwn(EVENT_TYPES, name) ? EVENT_TYPES[name] : undefined);

/** Reads the envelope of an event and keeps of its object only what is applied. @throws UnreadableMessage */
export function readStripeEvent(body: unknown): InboundEvent {
  const { id, type, created, livemode, data } = readAs(stripeEvent, body);
  requireEnvironment(livemode);
  const known = typeOf(type);
  return {
    id,
    type,
    createdAt: new Date(created * 1_000),
    content: known ? keptContent(known.schema, data.object) : null,
  };
}

/** Maps a stored event to its effect. @throws UnreadableMessage */
export function stripeEffect(event: InboundEvent): EventEffect {
  const known = typeOf(event.type);
  return known ? known.effect(readAs(known.schema, event.content), event) : { kind: "none" };
}
