import type { z } from "zod";
import type { CardTransactionFilters } from "@/lib/cards/lists/transaction-list";
import type { transactionFilters } from "./contract";

type Queried = {
  [Name in keyof typeof transactionFilters]?: z.output<(typeof transactionFilters)[Name]>;
};

/** Converts the filters of the pages, which accept several values, to those of the list. */
export function filtersOf({
  status: statuses,
  kind: kinds,
  declinedReason: declinedReasons,
  ...filters
}: Queried): CardTransactionFilters {
  return { ...filters, statuses, kinds, declinedReasons };
}
