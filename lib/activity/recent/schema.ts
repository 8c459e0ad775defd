import { z } from "zod";
import {
  CARD_TRANSACTION_CATEGORIES,
  CARD_TRANSACTION_STATUSES,
  CARD_TRANSACTION_TYPES,
} from "@/lib/cards/states";
import { timestamp, usd } from "@/lib/contract/fields";
import { WALLET_CATEGORIES, WALLET_TYPES } from "@/lib/wallet/categories";

const shared = {
  id: z.string().meta({ description: "The newest transaction of the line" }),
  text: z.string(),
  last4: z.string().optional().meta({ description: "Of the card" }),
  person: z.string().optional().meta({ description: "The name of the user" }),
  count: z.int().meta({ description: "The number of transactions in the line" }),
  hasMore: z.literal(true).optional().meta({
    description: "Present if older transactions may belong to the line: it is of the newest ones",
  }),
  amount: usd,
  createdAt: timestamp,
  since: timestamp.meta({ description: "The time of the oldest transaction of the line" }),
};

/** One line of the recent activity: a transaction, or several that belong together. */
export const activitySchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("card"),
    ...shared,
    category: z.enum(CARD_TRANSACTION_CATEGORIES),
    status: z.enum(CARD_TRANSACTION_STATUSES),
    transactionType: z.enum(CARD_TRANSACTION_TYPES),
    merchantName: z.string().optional(),
    declinedReason: z.string().optional(),
    fxFee: usd.optional().meta({ description: "The cross-border fee of the purchase" }),
  }),
  z.object({
    kind: z.literal("wallet"),
    ...shared,
    category: z.enum(WALLET_CATEGORIES),
    type: z.enum(WALLET_TYPES),
  }),
]);
