import { z } from "zod";
import { CARD_STATUSES } from "../../states";

const cardDifferenceSchema = z.object({
  kind: z.enum(["missing_here", "missing_there", "other_status"]).meta({
    description: "The card is only at the issuer, only here, or has different statuses",
  }),
  issuerCardId: z.string(),
  serviceCardId: z.string().optional().meta({ description: "Absent for a card that is not here" }),
  statusHere: z.enum(CARD_STATUSES).optional(),
  statusThere: z.enum([...CARD_STATUSES, "unknown"]).optional(),
});

const blockedCardholderSchema = z.object({
  cardholderId: z.string(),
  serviceId: z.string().optional().meta({ description: "The user; absent when it is not ours" }),
  obstacle: z.string().meta({ description: "In the issuer's words" }),
});

/** The stored result of comparing our cards with those of the issuer. */
export const issuerCardsFoundSchema = z.object({
  issuer: z.string(),
  cards: z.int().meta({ description: "The number of cards at the issuer" }),
  differences: z.int(),
  examples: z.array(cardDifferenceSchema).meta({ description: "The first differences" }),
  blockedCardholders: z.int().meta({ description: "Cardholders whose cards the issuer declines" }),
  blocked: z.array(blockedCardholderSchema).meta({ description: "The first of them" }),
});

export type IssuerCardsFound = z.output<typeof issuerCardsFoundSchema>;
export type CardDifference = z.output<typeof cardDifferenceSchema>;
