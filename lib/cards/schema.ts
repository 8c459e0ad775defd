import { z } from "zod";
import { supportedNetworkSchema } from "@/lib/chain/networks";
import { timestamp, usd } from "@/lib/contract/fields";
import { personal, secret } from "@/lib/contract/sensitive";
import { CARD_STATUSES, CARD_TRANSACTION_STATUSES, CARD_TRANSACTION_TYPES } from "./states";

export const fundingType = z.enum(["float", "crypto"]);
const cardProgram = z.enum(["custodial", "non_custodial"]);

/** Contains no number, CVV or expiry. Source: spec: Card summary. */
export const cardSummarySchema = z
  .object({
    serviceCardId: z.string(),
    serviceId: z.string(),
    cardName: personal(z.string()),
    last4: z.string(),
    status: z.enum(CARD_STATUSES),
    availableBalance: usd,
    ledgerBalance: usd,
    cardProgram,
    fundingType,
    createdAt: timestamp,
  })
  .meta({ id: "CardSummary" });

/** Source: spec: Card (full detail). */
export const cardSchema = z
  .object({
    serviceCardId: z.string(),
    serviceId: z.string(),
    cardName: personal(z.string()),
    cardCurrency: z.string(),
    cardNumber: secret(z.string().meta({ description: "Full card number; sensitive" })),
    cardCvv: secret(z.string().meta({ description: "Security code; sensitive" })),
    cardExpiry: secret(z.string().meta({ description: "MM/YY" })),
    status: z.enum(CARD_STATUSES),
    first6: z.string(),
    last4: z.string(),
    availableBalance: usd,
    ledgerBalance: usd,
    cardType: z.literal("virtual"),
    cardProgram,
    fundingType,
    depositAddress: z.string().optional().meta({ description: "Crypto cards only" }),
    supportedNetworks: z
      .array(supportedNetworkSchema)
      .optional()
      .meta({ description: "Crypto cards only" }),
    address: personal(
      z.object({
        street: z.string(),
        city: z.string(),
        state: z.string(),
        postalCode: z.string(),
        country: z.string(),
      }),
    ),
    createdAt: timestamp,
  })
  .meta({ id: "Card" });

/** The sensitive fields of a card, returned to a person of the partner. */
export const cardSecretsSchema = cardSchema
  .pick({ cardNumber: true, cardCvv: true, cardExpiry: true })
  .meta({ id: "CardSecrets" });

/** Source: spec: Card transaction. */
export const cardTransactionSchema = z
  .object({
    serviceTransactionId: z.string(),
    serviceCardId: z.string(),
    amount: usd,
    currency: z.string(),
    status: z.enum(CARD_TRANSACTION_STATUSES),
    transactionType: z.enum(CARD_TRANSACTION_TYPES),
    description: z.string(),
    merchantName: z.string(),
    merchantCountry: z.string(),
    declinedReason: z
      .string()
      .optional()
      .meta({ description: "Declined transactions only: the reason" }),
    createdAt: timestamp,
  })
  .meta({ id: "CardTransaction" });

export const exampleCardSummary: z.input<typeof cardSummarySchema> = {
  serviceCardId: "card_01k9x70c5r8e5t2v7w4y0z1a2b3",
  serviceId: "usr_01k9x6m3q8e5t2v7w4y0z1a2b3",
  cardName: "Amara Okafor",
  last4: "4242",
  status: "active",
  availableBalance: 120.5,
  ledgerBalance: 145.5,
  cardProgram: "custodial",
  fundingType: "float",
  createdAt: "2026-11-21T09:35:00.000Z",
};

export const exampleCard: z.input<typeof cardSchema> = {
  serviceCardId: exampleCardSummary.serviceCardId,
  serviceId: exampleCardSummary.serviceId,
  cardName: exampleCardSummary.cardName,
  cardCurrency: "USD",
  cardNumber: "4000000000004242",
  cardCvv: "123",
  cardExpiry: "11/29",
  status: "active",
  first6: "400000",
  last4: "4242",
  availableBalance: 120.5,
  ledgerBalance: 145.5,
  cardType: "virtual",
  cardProgram: "custodial",
  fundingType: "float",
  address: {
    street: "548 Market Street",
    city: "San Francisco",
    state: "CA",
    postalCode: "94104",
    country: "US",
  },
  createdAt: exampleCardSummary.createdAt,
};

export const exampleCardSecrets: z.input<typeof cardSecretsSchema> = {
  cardNumber: exampleCard.cardNumber,
  cardCvv: exampleCard.cardCvv,
  cardExpiry: exampleCard.cardExpiry,
};

export const exampleCardTransaction: z.input<typeof cardTransactionSchema> = {
  serviceTransactionId: "txn_01k9x71f8r8e5t2v7w4y0z1a2b3",
  serviceCardId: exampleCardSummary.serviceCardId,
  amount: 25,
  currency: "USD",
  status: "authorized",
  transactionType: "purchase",
  description: "Purchase at Blue Bottle Coffee",
  merchantName: "Blue Bottle Coffee",
  merchantCountry: "US",
  createdAt: "2026-11-21T09:40:00.000Z",
};
