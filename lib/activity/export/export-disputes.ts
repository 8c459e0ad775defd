import { effectOnCard } from "@/lib/cards/disputes/effect-on-card";
import { disputePages, type ListedDispute } from "@/lib/cards/disputes/store";
import type { PersonContext } from "@/lib/contract/use-cases";
import { BATCH_ROWS } from "@/lib/db/batch-rows";
import { readPages } from "@/lib/db/read-pages";
import type { exportDisputesContract } from "./contract";
import { type Column, exportCsv } from "./export-csv";

/** Status and reason have the values of the API. */
const COLUMNS: readonly Column<ListedDispute>[] = [
  { name: "Dispute ID", text: ({ id }) => id },
  { name: "Created", instant: ({ createdAt }) => createdAt },
  { name: "Merchant", text: ({ merchantName }) => merchantName },
  // The sum of the column is the total effect of the disputes on the cards.
  { name: "Amount", microUsd: effectOnCard },
  { name: "Disputed amount", microUsd: ({ amountMicroUsd }) => amountMicroUsd },
  { name: "Currency", text: () => "USD" },
  { name: "Status", text: ({ status }) => status },
  { name: "Reason", text: ({ reason }) => reason },
  { name: "Submitted", instant: ({ submittedAt }) => submittedAt },
  { name: "Decided", instant: ({ decidedAt }) => decidedAt },
  { name: "Transaction ID", text: ({ transactionId }) => transactionId },
  { name: "Credit transaction ID", text: ({ creditTransactionId }) => creditTransactionId },
  {
    name: "Reversal transaction ID",
    text: ({ reversalTransactionId }) => reversalTransactionId ?? null,
  },
  { name: "Card ID", text: ({ cardId }) => cardId },
  { name: "Card ending", text: ({ last4 }) => last4 },
];

/** Exports the disputes that match the filters. */
export async function exportDisputes({
  partner,
  input,
  at,
}: PersonContext<typeof exportDisputesContract>): Promise<Response> {
  const { timeZone, ...filters } = input.query;
  const batches = readPages(await disputePages(partner.id, filters), BATCH_ROWS);
  return exportCsv({ name: "disputes", columns: COLUMNS, batches, timeZone, at });
}
