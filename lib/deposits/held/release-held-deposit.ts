import { auditEntry } from "@/lib/audit/audit-entry";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { decideAndCommit, mergeChangeSets } from "@/lib/ledger";
import type { releaseHeldDepositContract } from "./contract";
import { findDeposit } from "./find-deposit";
import { presentHeldDeposit } from "./present";
import { releaseChangeSet } from "./release-change-set";

/** Credits a held deposit, once, to the wallet of the partner that owns the address. */
export const releaseHeldDeposit: AdminUseCase<typeof releaseHeldDepositContract> = async ({
  person,
  input,
  at,
  ipAddress,
  requestId,
}) => {
  const { reason, totp } = input.body;
  const releaser = { personId: person.id, personName: person.name, reason, at };
  await requireSecondFactor(person, totp, at);
  const credited = await decideAndCommit(
    () => findDeposit(input.params.id),
    (deposit) => {
      const { changeSet, result } = releaseChangeSet(deposit, releaser);
      const entry = auditEntry({
        personId: person.id,
        action: "deposit.release",
        targetId: deposit.id,
        before: { state: "held" },
        after: {
          state: "credited",
          partnerId: deposit.partnerId,
          amount: usdFromMicroUsd(deposit.amountMicroUsd),
          reason,
        },
        ipAddress,
        requestId,
        at,
      });
      return {
        changeSet: mergeChangeSets(changeSet, { insert: { audit_entries: [entry] } }),
        result,
      };
    },
  );
  return presentHeldDeposit(credited);
};
