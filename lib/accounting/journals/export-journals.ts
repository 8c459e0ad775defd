import { exportPages, type TextColumns } from "@/lib/contract/csv/export-pages";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { formatUsd } from "@/lib/kernel/money";
import type { exportJournalsContract } from "../contract";
import type { JournalRow } from "../store";
import { listJournals } from "./store";

const COLUMNS: TextColumns<JournalRow> = {
  journal: ({ id }) => id,
  type: ({ type }) => type,
  source: ({ sourceId }) => sourceId,
  partner: ({ partnerId }) => partnerId,
  "partner name": ({ partnerName }) => partnerName,
  "moved (USD)": ({ amountMicroUsd }) => formatUsd(amountMicroUsd),
  "posted (UTC)": ({ createdAt }) => createdAt.toISOString(),
};

/** The filtered journals as CSV of any length, newest first. */
export const exportJournals: AdminUseCase<typeof exportJournalsContract> = async ({
  input,
  at,
}) => {
  const read = listJournals.bind(null, input.query);
  return exportPages({ name: "journals", at, columns: COLUMNS, read });
};
