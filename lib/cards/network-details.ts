import type { CardTransactionType } from "./states";

/** The network's facts about the merchant and the request. Unknown texts are empty or absent. */
export interface NetworkDetails {
  type: Exclude<CardTransactionType, "refund">;
  /** The text that the partner reads, such as `Purchase at Blue Bottle Coffee`. */
  description: string;
  merchantName: string;
  /** ISO 3166-1 alpha-2; empty when unknown. */
  merchantCountry: string;
  /** ISO 4217, upper case. Another currency than USD adds the cross-border fee. */
  merchantCurrency: string;
  /** The amount in the merchant's currency, in its smallest unit. */
  merchantAmountMinor?: bigint | undefined;
  /** The four digits of ISO 18245 (MCC). */
  merchantCategoryCode?: string | undefined;
  /** The network's own id of the transaction. */
  networkTransactionId?: string | undefined;
  authorizationCode?: string | undefined;
  /** How the card was read, in the issuer's word: `chip`, `contactless`, `online`, … */
  entryMode?: string | undefined;
}
