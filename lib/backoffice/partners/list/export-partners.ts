import { csvResponse } from "@/lib/contract/csv/csv-response";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { formatUsd } from "@/lib/kernel/money";
import { readPages } from "@/lib/kernel/page";
import type { exportPartnersContract } from "../contract";
import { findPartners, type ListedPartnerRow, type PartnerQuery } from "./store";

const BATCH_ROWS = 500;
const HEADER = [
  "partner",
  "name",
  "status",
  "users",
  "cards",
  "card volume 30 days (USD)",
  "wallet balance (USD)",
  "pending withdrawals",
  "pending withdrawals (USD)",
  "webhooks",
  "last active (UTC)",
  "created (UTC)",
];

function lineOf({ activity, ...partner }: ListedPartnerRow) {
  return [
    partner.id,
    partner.name,
    partner.suspendedAt ? "suspended" : "active",
    activity?.users.toString(),
    activity?.cards.toString(),
    activity && formatUsd(activity.cardVolumeMicroUsd),
    formatUsd(partner.walletMicroUsd),
    activity?.pendingCount.toString(),
    activity && formatUsd(activity.pendingMicroUsd),
    activity?.webhooks,
    activity?.lastActiveAt?.toISOString(),
    partner.createdAt.toISOString(),
  ];
}

async function* linesOf(wanted: PartnerQuery) {
  for await (const rows of readPages((page) => findPartners(wanted, page), BATCH_ROWS))
    yield rows.map(lineOf);
}

/** The filtered partners as CSV of any length, in the order of the list. */
export const exportPartners: AdminUseCase<typeof exportPartnersContract> = async ({
  input,
  at,
}) => {
  const { search, status, sort = "newest" } = input.query;
  const wanted = { search: search?.trim(), status, sort, hasActivity: true };
  return csvResponse(`partners-${at.toISOString().slice(0, 10)}.csv`, HEADER, linesOf(wanted));
};
