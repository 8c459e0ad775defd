import { z } from "zod";
import { cardTransactionSchema, exampleCardTransaction } from "@/lib/cards/schema";
import { CARD_STATUSES, CARD_TRANSACTION_CATEGORIES } from "@/lib/cards/states";
import { timestamp, usd } from "@/lib/contract/fields";
import { walletTransactionSchema } from "@/lib/wallet/contract";
import { WITHDRAWAL_STATUSES } from "@/lib/withdrawals/states";

const cardOf = z.object({
  serviceCardId: z.string(),
  last4: z.string(),
  status: z.enum(CARD_STATUSES),
});

const userOf = z.object({
  serviceId: z.string(),
  name: z.string().meta({ description: "Empty if the user is deleted" }),
  isDeleted: z.boolean(),
});

/** Another transaction of the same event: the fee of a purchase, its refunds, the other side of a transfer. */
const relatedSchema = z.object({
  id: z.string(),
  kind: z.enum(["card", "wallet"]),
  text: z.string(),
  amount: usd,
  createdAt: timestamp,
});

const onChain = { txHash: z.string(), explorerUrl: z.string().optional() };

/** The source of a deposit. */
const depositOf = z.object({
  id: z.string(),
  chain: z.string(),
  token: z.string(),
  fromAddress: z.string(),
  toAddress: z.string(),
  ...onChain,
});

/** The withdrawal that a transaction debited from the wallet or returned to it. */
const withdrawalOf = z.object({
  id: z.string(),
  status: z.enum(WITHDRAWAL_STATUSES),
  toAddress: z.string(),
  fee: usd,
  netAmount: usd,
  txHash: onChain.txHash.optional(),
  explorerUrl: onChain.explorerUrl,
});

/** What the card network reported about a transaction. */
const networkFacts = z.object({
  merchantCategoryCode: z.string().optional().meta({ description: "ISO 18245" }),
  merchantCategory: z.string().optional().meta({ description: "The name of a common code" }),
  merchantCurrency: z.string().optional(),
  merchantAmount: z
    .string()
    .optional()
    .meta({ description: "A decimal number in the merchant's currency" }),
  networkReference: z.string().optional(),
  authorizationCode: z.string().optional(),
  entryMode: z.string().optional().meta({ description: "How the card was read" }),
});

const cardDetail = z.object({
  kind: z.literal("card"),
  ...cardTransactionSchema.shape,
  category: z.enum(CARD_TRANSACTION_CATEGORIES),
  fxFee: usd.meta({ description: "Charged as a separate transaction" }),
  held: usd.meta({ description: "Authorized, not settled or reversed yet" }),
  collected: usd.meta({ description: "Settled by the merchant so far" }),
  refunded: usd,
  network: networkFacts,
  reference: z.string().optional(),
  card: cardOf,
  user: userOf,
  related: z.array(relatedSchema),
});

const walletDetail = z.object({
  kind: z.literal("wallet"),
  ...walletTransactionSchema.shape,
  card: cardOf.optional(),
  user: userOf.optional(),
  deposit: depositOf.optional(),
  withdrawal: withdrawalOf.optional(),
  related: z.array(relatedSchema),
});

/** The details of one transaction, of a card or of the wallet. */
export const transactionSchema = z.discriminatedUnion("kind", [cardDetail, walletDetail]);

export const exampleTransaction: z.input<typeof transactionSchema> = {
  kind: "card",
  ...exampleCardTransaction,
  category: "authorization",
  fxFee: 0.75,
  held: 25,
  collected: 0,
  refunded: 0,
  network: {
    merchantCategoryCode: "5814",
    merchantCategory: "Fast food",
    merchantCurrency: "EUR",
    merchantAmount: "23.10",
    networkReference: "484231600712345",
    authorizationCode: "A1B2C3",
    entryMode: "contactless",
  },
  card: { serviceCardId: exampleCardTransaction.serviceCardId, last4: "4242", status: "active" },
  user: { serviceId: "usr_01k9x6m3q8e5t2v7w4y0z1a2b3", name: "Amara Okafor", isDeleted: false },
  related: [
    {
      id: `${exampleCardTransaction.serviceTransactionId}_fx`,
      kind: "card",
      text: "Cross-border fee",
      amount: 0.75,
      createdAt: exampleCardTransaction.createdAt,
    },
  ],
};

/** A card transaction of a list, with its card and user. */
export const ownedTransactionSchema = cardTransactionSchema.extend({
  category: z.enum(CARD_TRANSACTION_CATEGORIES),
  fxFee: usd.meta({ description: "The cross-border fee on top of the amount; 0 without one" }),
  card: cardOf,
  user: userOf,
});

export const exampleOwnedTransaction: z.input<typeof ownedTransactionSchema> = {
  ...exampleCardTransaction,
  category: "authorization",
  fxFee: 0.75,
  card: { serviceCardId: exampleCardTransaction.serviceCardId, last4: "4242", status: "active" },
  user: { serviceId: "usr_01k9x6m3q8e5t2v7w4y0z1a2b3", name: "Amara Okafor", isDeleted: false },
};
