import { z } from "zod";
import { cardSummarySchema, exampleCardSummary } from "@/lib/cards/schema";
import { CARD_STATUSES } from "@/lib/cards/states";
import { exampleUser, listedUserSchema } from "@/lib/users/contract";

/** A card user with the partner and the cards, as operators see it in a list. */
export const adminUserSchema = z
  .object({
    ...listedUserSchema.shape,
    partnerId: z.string(),
    partnerName: z.string(),
    cards: z
      .array(
        z.object({
          serviceCardId: z.string(),
          last4: z.string(),
          status: z.enum(CARD_STATUSES),
        }),
      )
      .meta({ description: "The three newest; those that match the search first" }),
    cardCount: z.int(),
  })
  .meta({ id: "AdminUser" });

export const adminUserDetailSchema = z
  .object({
    ...adminUserSchema.omit({ cards: true }).shape,
    cards: z.array(cardSummarySchema).meta({ description: "The newest, at most 100" }),
  })
  .meta({ id: "AdminUserDetail" });

const { serviceCardId, last4, status } = exampleCardSummary;

export const exampleAdminUser: z.input<typeof adminUserSchema> = {
  ...exampleUser,
  partnerId: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3",
  partnerName: "Northwind Travel",
  cards: [{ serviceCardId, last4, status }],
  cardCount: 1,
};

export const exampleAdminUserDetail: z.input<typeof adminUserDetailSchema> = {
  ...exampleAdminUser,
  cards: [exampleCardSummary],
};
