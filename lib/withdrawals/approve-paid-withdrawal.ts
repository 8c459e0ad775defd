import { now } from "@/lib/kernel/clock";
import { decideAndCommit } from "@/lib/ledger";
import { moveWithdrawal } from "./move-withdrawal";
import type { Payout } from "./payout-port";
import { findWithdrawal } from "./store";

/**
 * Approves a pending withdrawal that was found paid on the chain, so that it can be completed. Nobody approves it again:
 * it is never signed, and the approvals that it had are lost with the database that paid it. The database permits this
 * only for a withdrawal that has a found payout. Does nothing when it is not pending.
 * Source: docs/decisions/0110-restored-database.md
 */
export const approvePaidWithdrawal = ({ withdrawalId, partnerId }: Payout): Promise<void> =>
  decideAndCommit(
    () => findWithdrawal(partnerId, withdrawalId),
    (withdrawal) => {
      if (!withdrawal || withdrawal === "foreign")
        throw new Error(`${withdrawalId} was found paid and is no withdrawal of ${partnerId}`);
      if (withdrawal.status !== "pending") return { changeSet: {}, result: undefined };
      const { changeSet } = moveWithdrawal(withdrawal, "approve", { at: now() });
      return { changeSet, result: undefined };
    },
  );
