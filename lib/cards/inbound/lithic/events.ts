import { createHash } from "node:crypto";
import type { z } from "zod";
import { now } from "@/lib/kernel/clock";
import type { SignedMessage } from "@/lib/kernel/signatures/signed-message";
import { lithicDisputeStatus } from "../../issuer/lithic/dispute-status";
import { microUsdFromCents } from "../amounts";
import { keptContent } from "../kept-content";
import type { EventEffect, InboundEvent } from "../port";
import { readAs } from "../unreadable-message";
import {
  lithicAccountHolder,
  lithicCard,
  lithicDispute,
  lithicEvent,
  lithicManagedDispute,
  lithicTransaction,
} from "./schema";
import { sentAtOf } from "./sent-at";
import { lithicTransactionEffect } from "./transaction-effect";

interface EventType<Content> {
  schema: z.ZodType<Content>;
  effect: (content: Content) => EventEffect;
}

const eventType = <Content>(
  schema: z.ZodType<Content>,
  effect: EventType<Content>["effect"],
): EventType<unknown> => ({ schema, effect: (content) => effect(content as Content) });

const ofTransaction = eventType(lithicTransaction, (transaction) => {
  const effect = lithicTransactionEffect(transaction);
  return effect ? { kind: "network", ...effect } : { kind: "none" };
});

const ofCard = eventType(lithicCard, ({ card_token, state }) =>
  state === "CLOSED" ? { kind: "card_closed", issuerCardId: card_token } : { kind: "none" },
);

const ofAccountHolder = eventType(lithicAccountHolder, (holder) => {
  const { token, account_token, status, status_reasons } = holder;
  if (status === undefined || status === null) return { kind: "none" };
  const obstacle = [status, ...(status_reasons ?? [])].join(", ");
  return {
    kind: "cardholder",
    // Cards are issued for the account, so its token is our id of the cardholder.
    cardholderId: account_token ?? token,
    obstacle: status === "ACCEPTED" ? null : obstacle,
  };
});

const ofDispute = eventType(lithicDispute, (dispute) => ({
  kind: "dispute",
  report: {
    issuerDisputeId: dispute.token,
    issuerTransactionId: dispute.transaction_token,
    amountMicroUsd: microUsdFromCents(dispute.amount),
    ...lithicDisputeStatus(dispute),
  },
}));

/** We open no managed disputes, so this one is unknown here: an operator must see it. */
const ofManagedDispute = eventType(lithicManagedDispute, (dispute) => ({
  kind: "dispute",
  report: {
    issuerDisputeId: dispute.token,
    issuerTransactionId: dispute.transaction_series?.related_transaction_token ?? null,
    amountMicroUsd: microUsdFromCents(dispute.liability_allocation.original_amount),
    status: "unknown",
    detail: [dispute.status, dispute.disposition].filter(Boolean).join(": ") || "managed dispute",
  },
}));

/** The events that are applied. All others are stored without their content. */
const EVENT_TYPES = {
  "card_transaction.updated": ofTransaction,
  "card.updated": ofCard,
  "account_holder.verification": ofAccountHolder,
  // Has a status in the events of older programmes only.
  "account_holder.updated": ofAccountHolder,
  "dispute.updated": ofDispute,
  "dispute_transaction.created": ofManagedDispute,
  "dispute_transaction.updated": ofManagedDispute,
} as const satisfies Record<string, EventType<unknown>>;

type AppliedType = keyof typeof EVENT_TYPES;

/** The types of events to list when webhooks may have been missed. */
export const LITHIC_EVENT_TYPES = Object.keys(EVENT_TYPES) as AppliedType[];

const typeOf = (name: string): EventType<unknown> | undefined =>
  Object.hasOwn(EVENT_TYPES, name) ? EVENT_TYPES[name as AppliedType] : undefined;

/** Makes an event of a type, an id and a payload, as a webhook and the list of events have them. */
export function lithicEventOf(
  id: string,
  type: string,
  createdAt: Date,
  payload: unknown,
): InboundEvent {
  const known = typeOf(type);
  return { id, type, createdAt, content: known ? keptContent(known.schema, payload) : null };
}

/** Reads a webhook. Its id is in the header `webhook-id`. @throws UnreadableMessage */
export function readLithicEvent(body: unknown, header: SignedMessage["header"]): InboundEvent {
  const { event_type: type } = readAs(lithicEvent, body);
  const createdAt = sentAtOf(header) ?? now();
  const id =
    header("webhook-id") ?? createHash("sha256").update(JSON.stringify(body)).digest("hex");
  return lithicEventOf(id, type, createdAt, body);
}

/** Maps a stored event to its effect. @throws UnreadableMessage */
export function lithicEffect({ type, content }: InboundEvent): EventEffect {
  const known = typeOf(type);
  return known ? known.effect(readAs(known.schema, content)) : { kind: "none" };
}
