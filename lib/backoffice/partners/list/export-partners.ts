import { exportBatches, type TextColumns } from "@/lib/contract/csv/export-pages";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { CONSOLE_BATCH_ROWS } from "@/lib/db/batch-rows";
import { formatUsd } from "@/lib/kernel/money";
import type { exportPartnersContract } from "../contract";
import { type ListedPartnerRow, readPartners } from "./store";

const COLUMNS: TextColumns<ListedPartnerRow> = {
  partner: ({ id }) => id,
  name: ({ name }) => name,
  status: ({ suspendedAt }) => (suspendedAt ? "suspended" : "active"),
  users: ({ activity }) => activity?.users.toString(),
  cards: ({ activity }) => activity?.cards.toString(),
  "card volume 30 days (USD)": ({ activity }) => activity && formatUsd(activity.cardVolumeMicroUsd),
  "wallet balance (USD)": ({ walletMicroUsd }) => formatUsd(walletMicroUsd),
  "pending withdrawals": ({ activity }) => activity?.pendingCount.toString(),
  "pending withdrawals (USD)": ({ activity }) => activity && formatUsd(activity.pendingMicroUsd),
  webhooks: ({ activity }) => activity?.webhooks,
  "last active (UTC)": ({ activity }) => activity?.lastActiveAt?.toISOString(),
  "created (UTC)": ({ createdAt }) => createdAt.toISOString(),
};

/** The filtered partners as CSV of any length, in the order of the list. */
export const exportPartners: AdminUseCase<typeof exportPartnersContract> = async ({
  input,
  at,
}) => {
  const { search, status, sort = "newest" } = input.query;
  const wanted = { search: search?.trim(), status, sort, hasActivity: true };
  const batches = readPartners(wanted, CONSOLE_BATCH_ROWS);
  return exportBatches({ name: "partners", at, columns: COLUMNS }, batches);
};
