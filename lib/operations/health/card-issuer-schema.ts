import { z } from "zod";
import { postingsFoundSchema } from "@/lib/cards/inbound/reconcile/schema";
import { issuerCardsFoundSchema } from "@/lib/cards/issuer-state/reconcile/schema";
import { checkSchema, exampleCheck } from "@/lib/checks/schema";
import { timestamp } from "@/lib/contract/fields";

/** The card issuer's part of the service's health. */
export const cardIssuerSchema = z.object({
  name: z.string(),
  pendingUpdates: z
    .int()
    .meta({ description: "States of cards and cardholders to be delivered to the issuer" }),
  oldestPendingAt: timestamp.nullable(),
  refusedUpdates: z.int().meta({ description: "States that the issuer refused" }),
  comparison: checkSchema
    .extend(issuerCardsFoundSchema.shape)
    .nullable()
    .meta({ description: "The last comparison of all cards; null before the first" }),
  events: z.object({
    pending: z.int().meta({ description: "Events of the issuer that are not applied yet" }),
    oldestPendingAt: timestamp.nullable(),
    listedAt: timestamp
      .nullable()
      .meta({ description: "When missed events were last fetched; null before the first time" }),
  }),
  postings: checkSchema.extend(postingsFoundSchema.shape).nullable().meta({
    description: "The last comparison of captures and refunds; null before the first",
  }),
});

export const exampleCardIssuer: z.input<typeof cardIssuerSchema> = {
  name: "stripe",
  pendingUpdates: 1,
  oldestPendingAt: "2026-11-21T09:59:58.000Z",
  refusedUpdates: 0,
  comparison: {
    ...exampleCheck,
    issuer: "stripe",
    cards: 1_204,
    differences: 0,
    examples: [],
    blockedCardholders: 0,
    blocked: [],
  },
  events: { pending: 0, oldestPendingAt: null, listedAt: "2026-11-21T09:58:12.000Z" },
  postings: { ...exampleCheck, issuer: "stripe", compared: 8_412, differences: 0, examples: [] },
};
