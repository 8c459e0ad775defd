import type { AdminUseCase } from "@/lib/contract/use-cases";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { paginationOf } from "@/lib/kernel/page";
import type { listShortfallsContract } from "../contract";
import { findShortfalls, sumShortfalls } from "./store";

/** Lists the cards of all partners that owe a shortfall, longest first. Source: decision 0063. */
export const listShortfalls: AdminUseCase<typeof listShortfallsContract> = async ({ input }) => {
  const page = input.query;
  const [{ rows, ...counted }, owedMicroUsd] = await Promise.all([
    findShortfalls(page),
    sumShortfalls(),
  ]);
  return {
    shortfalls: rows.map(({ cardId, amountMicroUsd, since, ...row }) => ({
      serviceCardId: cardId,
      last4: row.last4,
      status: row.status,
      partnerId: row.partnerId,
      partnerName: row.partnerName,
      amount: usdFromMicroUsd(amountMicroUsd),
      since: since.toISOString(),
    })),
    total: usdFromMicroUsd(owedMicroUsd),
    pagination: paginationOf(page, counted),
  };
};
