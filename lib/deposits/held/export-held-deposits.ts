import { exportPages, type TextColumns } from "@/lib/contract/csv/export-pages";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { formatUsd } from "@/lib/kernel/money";
import type { exportHeldDepositsContract } from "./contract";
import { presentHeldDeposit } from "./present";
import { type HeldDepositRow, listHeldDeposits } from "./store";

const COLUMNS: TextColumns<HeldDepositRow> = {
  deposit: ({ id }) => id,
  state: ({ release }) => (release ? "credited" : "held"),
  "held for": (row) => presentHeldDeposit(row).heldFor,
  "amount (USD)": ({ amountMicroUsd }) => formatUsd(amountMicroUsd),
  token: ({ token }) => token,
  chain: ({ chain }) => chain,
  "transaction hash": ({ txHash }) => txHash,
  "on chain": ({ isOrphaned }) => (isOrphaned ? "no" : "yes"),
  "from address": ({ fromAddress }) => fromAddress,
  "to address": (row) => presentHeldDeposit(row).toAddress,
  partner: ({ partnerId }) => partnerId,
  "partner name": ({ partnerName }) => partnerName,
  card: ({ cardId }) => cardId,
  "card ending": ({ last4 }) => last4,
  user: ({ userId }) => userId,
  "received (UTC)": ({ receivedAt }) => receivedAt.toISOString(),
  "credited (UTC)": ({ release }) => release && new Date(release.at).toISOString(),
  "credited by": ({ release }) => release?.personName,
  reason: ({ release }) => release?.reason,
};

/** The held deposits, or the credited ones, as CSV of any length, in the order of the list. */
export const exportHeldDeposits: AdminUseCase<typeof exportHeldDepositsContract> = async ({
  input,
  at,
}) => {
  const read = listHeldDeposits.bind(null, input.query);
  return exportPages({ name: "held-deposits", at, columns: COLUMNS, read });
};
