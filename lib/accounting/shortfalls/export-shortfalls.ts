import { exportPages, type TextColumns } from "@/lib/contract/csv/export-pages";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { formatUsd } from "@/lib/kernel/money";
import type { exportShortfallsContract } from "../contract";
import { findShortfalls, type ShortfallRow } from "./store";

const COLUMNS: TextColumns<ShortfallRow> = {
  card: ({ cardId }) => cardId,
  "card ending": ({ last4 }) => last4,
  status: ({ status }) => status,
  partner: ({ partnerId }) => partnerId,
  "partner name": ({ partnerName }) => partnerName,
  "owed (USD)": ({ amountMicroUsd }) => formatUsd(amountMicroUsd),
  "since (UTC)": ({ since }) => since.toISOString(),
};

/** The cards of all partners that owe a shortfall as CSV, longest first. */
export const exportShortfalls: AdminUseCase<typeof exportShortfallsContract> = async ({ at }) =>
  exportPages({ name: "shortfalls", at, columns: COLUMNS, read: findShortfalls });
