import type { z } from "zod";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { withdrawalSchema } from "./contract";
import type { WithdrawalRow } from "./store";

/** Converts a row to the API format. Source: spec: Wallet withdrawal. */
export function presentWithdrawal(row: WithdrawalRow): z.input<typeof withdrawalSchema> {
  return {
    id: row.id,
    partnerId: row.partnerId,
    amount: usdFromMicroUsd(row.amountMicroUsd),
    fee: usdFromMicroUsd(row.feeMicroUsd),
    netAmount: usdFromMicroUsd(row.amountMicroUsd - row.feeMicroUsd),
    toAddress: row.toAddress,
    chain: "base",
    token: "usdc",
    status: row.status,
    ...(row.txHash === null ? {} : { txHash: row.txHash }),
    ...(row.rejectReason === null ? {} : { rejectReason: row.rejectReason }),
    ...(row.failureReason === null ? {} : { failureReason: row.failureReason }),
    createdAt: row.createdAt.toISOString(),
    ...(row.approvedAt && { approvedAt: row.approvedAt.toISOString() }),
    ...(row.completedAt && { completedAt: row.completedAt.toISOString() }),
    ...(row.cancelledAt && { cancelledAt: row.cancelledAt.toISOString() }),
  };
}
