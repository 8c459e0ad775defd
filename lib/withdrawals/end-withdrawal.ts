import { now } from "@/lib/kernel/clock";
import { decideAndCommit } from "@/lib/ledger";
import { moveWithdrawal } from "./move-withdrawal";
import type { EndPayout } from "./payout-port";
import { findWithdrawal } from "./store";

/**
 * Ends an approved withdrawal as its sending ended: paid, with the transaction's hash, or failed, with its money back in
 * the wallet. State, money and event are one commit. One that has ended already is left as it is.
 * Source: spec: Wallet withdrawal.
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
