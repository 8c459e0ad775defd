import type { NetworkDetails } from "../network-details";

/** The facts about a movement that its rows and events have in common. */
export interface MovementContext {
  partnerId: string;
  /** Null for transactions of the sandbox, which no network reports. */
  networkTransactionId: string | null;
  details: NetworkDetails;
  /** The id of the transaction, when it is made together with `at`: the list is sorted by both. A new one by default. */
  transactionId?: string;
  at: Date;
}

/** The columns of a card transaction that come from the network. */
export const networkColumns = ({ networkTransactionId, details }: MovementContext) => ({
  networkTransactionId,
  merchantCategoryCode: details.merchantCategoryCode,
  networkReference: details.networkTransactionId,
  authorizationCode: details.authorizationCode,
  entryMode: details.entryMode,
  merchantCurrency: details.merchantCurrency,
  merchantAmountMinor: details.merchantAmountMinor,
});
