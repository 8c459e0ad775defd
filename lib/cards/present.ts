import type { z } from "zod";
import type { SupportedNetwork } from "@/lib/chain/networks";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { unseal } from "@/lib/kernel/seal";
import type {
  cardSchema,
  cardSecretsSchema,
  cardSummarySchema,
  cardTransactionSchema,
} from "./schema";
import type { CardRow, CardSummaryRow, CardTransactionRow } from "./store";

/** Converts a row to the API format. `ledgerBalance` is the available balance plus the held amount. */
export function presentCardSummary(card: CardSummaryRow): z.input<typeof cardSummarySchema> {
  return {
    serviceCardId: card.id,
    serviceId: card.userId,
    cardName: card.cardName,
    last4: card.last4,
    status: card.status,
    availableBalance: usdFromMicroUsd(card.availableMicroUsd),
    ledgerBalance: usdFromMicroUsd(card.availableMicroUsd + card.heldMicroUsd),
    cardProgram: card.program,
    fundingType: card.fundingType,
    createdAt: card.createdAt.toISOString(),
  };
}

const contextOf = (card: CardRow, field: string) => ({
  partnerId: card.partnerId,
  rowId: card.id,
  field,
});
const expiryOf = (card: CardRow) => unseal(card.expirySealed, contextOf(card, "expiry"));

/** Unseals number, CVV and expiry. Undefined for a card whose number and CVV are only at its issuer. */
export function presentCardSecrets(card: CardRow): z.input<typeof cardSecretsSchema> | undefined {
  if (card.numberSealed === null || card.cvvSealed === null) return undefined;
  return {
    cardNumber: unseal(card.numberSealed, contextOf(card, "number")),
    cardCvv: unseal(card.cvvSealed, contextOf(card, "cvv")),
    cardExpiry: expiryOf(card),
  };
}

/** The expiry with masked number and CVV, as a page shows them before the person reveals them. */
export function presentMaskedCard(card: CardRow): z.input<typeof cardSecretsSchema> {
  return {
    cardNumber: `${card.first6}••••••${card.last4}`,
    cardCvv: "•••",
    cardExpiry: expiryOf(card),
  };
}

export function presentCard(
  card: CardRow,
  secrets: z.input<typeof cardSecretsSchema>,
  networks: SupportedNetwork[],
): z.input<typeof cardSchema> {
  const { last4, createdAt, ...summary } = presentCardSummary(card);
  return {
    ...summary,
    cardCurrency: card.currency,
    ...secrets,
    first6: card.first6,
    last4,
    cardType: "virtual",
    ...(card.depositAddress === null
      ? {}
      : { depositAddress: card.depositAddress, supportedNetworks: networks }),
    address: {
      street: card.billingStreet,
      city: card.billingCity,
      state: card.billingState,
      postalCode: card.billingPostalCode,
      country: card.billingCountry,
    },
    createdAt,
  };
}

export function presentCardTransaction(
  row: CardTransactionRow,
): z.input<typeof cardTransactionSchema> {
  return {
    serviceTransactionId: row.id,
    serviceCardId: row.cardId,
    amount: usdFromMicroUsd(row.amountMicroUsd),
    currency: row.currency,
    status: row.status,
    transactionType: row.type,
    description: row.description,
    merchantName: row.merchantName,
    merchantCountry: row.merchantCountry,
    ...(row.declinedReason === null ? {} : { declinedReason: row.declinedReason }),
    createdAt: row.createdAt.toISOString(),
  };
}
