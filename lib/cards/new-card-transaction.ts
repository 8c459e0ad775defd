import type { CardTransactionCategory, CardTransactionStatus, CardTransactionType } from "./states";

interface NewCardTransaction {
  id: string;
  partnerId: string;
  cardId: string;
  category: CardTransactionCategory;
  amountMicroUsd: bigint;
  status: CardTransactionStatus;
  type: CardTransactionType;
  description: string;
  createdAt: Date;
  merchantName?: string;
  merchantCountry?: string;
  declinedReason?: string | null;
  fxFeeMicroUsd?: bigint;
  heldMicroUsd?: bigint;
  originalId?: string | null;
  reference?: string | null;
  networkTransactionId?: string | null;
  merchantCategoryCode?: string | undefined;
  networkReference?: string | undefined;
  authorizationCode?: string | undefined;
  entryMode?: string | undefined;
  merchantCurrency?: string | undefined;
  merchantAmountMinor?: bigint | undefined;
}

/** A complete row of `card_transactions`. Amounts are in USD, whatever the merchant's currency. */
export function newCardTransaction(row: NewCardTransaction) {
  return {
    merchantName: "",
    merchantCountry: "",
    declinedReason: null,
    fxFeeMicroUsd: 0n,
    heldMicroUsd: 0n,
    originalId: null,
    reference: null,
    ...row,
    currency: "USD",
    refundedMicroUsd: 0n,
    version: 1,
  };
}
