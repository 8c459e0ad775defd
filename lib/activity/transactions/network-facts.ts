import type { z } from "zod";
import { decimalFromMinor } from "@/lib/kernel/currency";
import { merchantCategory } from "./merchant-category";
import type { transactionSchema } from "./schema";
import type { CardTransactionDetail } from "./store";

type Facts = Extract<z.input<typeof transactionSchema>, { kind: "card" }>["network"];

/**
 * The merchant's amount of a row. The network reports it for a whole purchase or refund: an increase and a released part
 * of a hold are shares of it, and have none of their own.
 */
function merchantAmount(row: CardTransactionDetail): string | undefined {
  const { merchantAmountMinor, merchantCurrency, originalId, category } = row;
  const isShare = originalId !== null && category !== "refund";
  if (merchantAmountMinor === null || merchantCurrency === null || isShare) return undefined;
  return decimalFromMinor(merchantAmountMinor, merchantCurrency);
}

/** Converts what the card network reported about a transaction. Unknown facts are absent. */
export function presentNetworkFacts(row: CardTransactionDetail): Facts {
  const { merchantCategoryCode } = row;
  const facts = {
    merchantCategoryCode,
    merchantCategory: merchantCategoryCode && merchantCategory(merchantCategoryCode),
    merchantCurrency: row.merchantCurrency,
    merchantAmount: merchantAmount(row),
    networkReference: row.networkReference,
    authorizationCode: row.authorizationCode,
    entryMode: row.entryMode,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value));
}
