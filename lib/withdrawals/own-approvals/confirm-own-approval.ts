import type { PersonUseCase } from "@/lib/contract/use-cases";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { describeAudit } from "@/lib/kernel/audit-context";
import { publishChange } from "@/lib/kernel/changes";
import { ServiceError } from "@/lib/kernel/errors";
import { usdOrNull } from "@/lib/kernel/money";
import type { confirmOwnApprovalContract } from "./contract";
import { readOwnApprovals } from "./present";
import { findRule, saveRule } from "./store";

/**
 * Confirms the looser rule that another owner requested.
 * @throws ServiceError OWN_APPROVAL_CHANGE_NOT_FOUND when nothing waits, or another amount than the named one;
 * SECOND_OWNER_NEEDED for the owner who requested it.
 */
export const confirmOwnApproval: PersonUseCase<typeof confirmOwnApprovalContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  const { above, password } = input.body;
  await confirmPassword(person, password, at);
  const { aboveMicroUsd: from, requested, version } = await findRule(partner.id, at);
  if (!requested || requested.aboveMicroUsd !== above)
    throw new ServiceError("OWN_APPROVAL_CHANGE_NOT_FOUND");
  if (requested.personId === person.id) throw new ServiceError("SECOND_OWNER_NEEDED");
  describeAudit({
    targetId: partner.id,
    before: { above: usdOrNull(from) },
    after: { above: usdOrNull(above), requestedBy: requested.personId },
  });
  const rule = { aboveMicroUsd: above, changedBy: person.id, changedAt: at };
  if (!(await saveRule(partner.id, version, rule)))
    throw new ServiceError("OWN_APPROVAL_CHANGE_NOT_FOUND");
  publishChange(partner.id, ["settings"]);
  return readOwnApprovals(partner.id, person.id, at);
};
