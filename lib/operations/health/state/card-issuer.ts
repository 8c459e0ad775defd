import type { z } from "zod";
import { postingsFoundSchema } from "@/lib/cards/inbound/reconcile/schema";
import { issuerCardsFoundSchema } from "@/lib/cards/issuer-state/reconcile/schema";
import { presentCheck } from "@/lib/checks/present-check";
import { findCheck } from "@/lib/checks/store";
import { env } from "@/lib/kernel/env";
import type { cardIssuerSchema } from "../card-issuer-schema";
import type { CardIssuerFacts, IssuerEventFacts } from "./service-state";
import { readIssuerUpdates } from "./store";

/** Reads the state of the card issuer. Null for the sandbox, unless a former issuer still has updates. */
export async function readCardIssuer(): Promise<CardIssuerFacts | null> {
  const [updates, comparison, postings] = await Promise.all([
    readIssuerUpdates(),
    findCheck("issuer_cards"),
    findCheck("card_postings"),
  ]);
  const name = env().CARD_ISSUER;
  if (name === "sandbox" && updates.pending + updates.refused === 0) return null;
  return { name, ...updates, comparison, postings };
}

/** Converts the state of the card issuer to its response. */
export function presentCardIssuer(
  facts: CardIssuerFacts | null,
  events: IssuerEventFacts,
): z.input<typeof cardIssuerSchema> | null {
  if (!facts) return null;
  const { name, pending, oldestPendingAt, refused, comparison, postings } = facts;
  return {
    name,
    pendingUpdates: pending,
    oldestPendingAt: oldestPendingAt?.toISOString() ?? null,
    refusedUpdates: refused,
    comparison: presentCheck(comparison, issuerCardsFoundSchema) ?? null,
    events: {
      pending: events.pending,
      oldestPendingAt: events.oldestPendingAt?.toISOString() ?? null,
      listedAt: events.listedAt?.toISOString() ?? null,
    },
    postings: presentCheck(postings, postingsFoundSchema) ?? null,
  };
}
