import type { UseCase } from "@/lib/contract/use-cases";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { getBalanceContract } from "./contract";
import { findBalance } from "./store";

/** Source: design 7, Get Balance. */
export const getBalance: UseCase<typeof getBalanceContract> = async ({ partner }) => {
  const { availableMicroUsd, pendingMicroUsd } = await findBalance(partner.id);
  return {
    availableBalance: usdFromMicroUsd(availableMicroUsd),
    pendingWithdrawals: usdFromMicroUsd(pendingMicroUsd),
    currency: "USD",
  };
};
