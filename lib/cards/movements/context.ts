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

/** What identifies a purchase at the network. Each is null until a message has it, and then stays. */
export interface NetworkFacts {
  merchantCategoryCode: string | null;
  networkReference: string | null;
  authorizationCode: string | null;
  entryMode: string | null;
}

/**
 * The facts that a row lacks and these details have. Amounts are left out: those of a later message can be of a part of
 * the purchase.
 */
export function missingFacts(known: NetworkFacts, details: NetworkDetails): Partial<NetworkFacts> {
  const reported: Record<keyof NetworkFacts, string | undefined> = {
    merchantCategoryCode: details.merchantCategoryCode,
    networkReference: details.networkTransactionId,
    authorizationCode: details.authorizationCode,
    entryMode: details.entryMode,
  };
  const missing = Object.entries(reported).filter(
    ([name, value]) => value && known[name as keyof NetworkFacts] === null,
  );
  return Object.fromEntries(missing);
}
