import type { AdminUseCase } from "@/lib/contract/use-cases";
import { presentTreasury } from "@/lib/treasury/present";
import { recentReconciliation } from "@/lib/treasury/reconcile/recent-reconciliation";
import type { getTreasuryContract } from "./contract";

/** What is held on chain, what is owed, and whether they agree. Source: docs/treasury.md. */
export const getTreasury: AdminUseCase<typeof getTreasuryContract> = async () =>
  presentTreasury(await recentReconciliation());
