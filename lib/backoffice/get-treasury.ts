import type { AdminUseCase } from "@/lib/contract/use-cases";
import { presentTreasury } from "@/lib/treasury/present";
import { recentReconciliation } from "@/lib/treasury/reconcile/recent-reconciliation";
import type { getTreasuryContract } from "./contract";

/** Returns the on-chain balances, the liabilities and whether they agree. Source: docs/treasury.md. */
export const getTreasury: AdminUseCase<typeof getTreasuryContract> = async () =>
  presentTreasury(await recentReconciliation());
