import { now } from "@/lib/kernel/clock";
import { decideAndCommit } from "@/lib/ledger";
import { moveWithdrawal } from "./move-withdrawal";
import type { EndPayout } from "./payout-port";
import { findWithdrawal } from "./store";

/**
 * Records the end of a payout: completed with the transaction hash, or failed with a refund of the wallet. Status,
 * money and event are in one commit. A withdrawal that already ended stays unchanged. Source: spec: Wallet withdrawal.
 */
export const endWithdrawal: EndPayout = ({ withdrawalId, partnerId }, end) =>
  decideAndCommit(
    () => findWithdrawal(partnerId, withdrawalId),
    (withdrawal) => {
      if (!withdrawal || withdrawal === "foreign")
        throw new Error(`${withdrawalId} was sent and is no withdrawal of ${partnerId}`);
      if (withdrawal.status !== "approved") return { changeSet: {}, result: undefined };
      const at = now();
      const { changeSet } =
        end.state === "completed"
          ? moveWithdrawal(withdrawal, "complete", { at, paid: end })
          : moveWithdrawal(withdrawal, "fail", { at, reason: end.reason });
      return { changeSet, result: undefined };
    },
  );
