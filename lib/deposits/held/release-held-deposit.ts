import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { describeAudit } from "@/lib/kernel/audit-context";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { decideAndCommit } from "@/lib/ledger";
import type { releaseHeldDepositContract } from "./contract";
import { findDeposit } from "./find-deposit";
import { presentHeldDeposit } from "./present";
import { releaseChangeSet } from "./release-change-set";

/** Credits a held deposit, once, to the wallet of the partner that owns the address. */
export const releaseHeldDeposit: AdminUseCase<typeof releaseHeldDepositContract> = async (
  context,
) => {
  const { person, input, at } = context;
  const { reason, totp } = input.body;
  const { id: targetId } = input.params;
  const releaser = { personId: person.id, personName: person.name, reason, at };
  await requireSecondFactor(person, totp, at);
  const credited = await auditAdminAction(context, "deposit.release", { targetId }, () =>
    decideAndCommit(
      () => findDeposit(targetId),
      (deposit) => {
        const { partnerId, amountMicroUsd } = deposit;
        const amount = usdFromMicroUsd(amountMicroUsd);
        describeAudit({
          before: { state: "held" },
          after: { state: "credited", partnerId, amount, reason },
        });
        return releaseChangeSet(deposit, releaser);
      },
    ),
  );
  return presentHeldDeposit(credited);
};
