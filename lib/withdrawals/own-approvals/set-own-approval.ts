import type { PersonUseCase } from "@/lib/contract/use-cases";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { describeAudit } from "@/lib/kernel/audit-context";
import { publishChange } from "@/lib/kernel/changes";
import { usdOrNull } from "@/lib/kernel/money";
import type { setOwnApprovalContract } from "./contract";
import { readOwnApprovals } from "./present";
import { refuseOnlyOwner } from "./refuse-only-owner";
import { findRule, listOwners, saveRule } from "./store";

const isLooser = (from: bigint | null, to: bigint | null) =>
  from !== null && (to === null || to > from);

/**
 * Sets the amount above which a second person of the partner must approve a withdrawal. A higher amount, or none, is only
 * requested where the partner has another owner, who must confirm it, and refused while only a former one counts.
 * Source: docs/decisions/0106-a-second-person-of-the-partner.md
 * @throws ServiceError SECOND_OWNER_NEEDED for the only owner, less than 72 hours after another one.
 */
export const setOwnApproval: PersonUseCase<typeof setOwnApprovalContract> = async (context) => {
  const { partner, person, input, at } = context;
  const { above, password } = input.body;
  await confirmPassword(person, password, at);
  for (;;) {
    const [rule, owners] = await Promise.all([findRule(partner.id, at), listOwners(partner.id)]);
    const { aboveMicroUsd: from, version } = rule;
    const isAlone = owners.every(({ id }) => id === person.id);
    if (isLooser(from, above) && isAlone) await refuseOnlyOwner(partner.id, person.id);
    const isRequested = isLooser(from, above) && !isAlone;
    const before = { above: usdOrNull(from) };
    const after = isRequested ? { requested: usdOrNull(above) } : { above: usdOrNull(above) };
    describeAudit({ targetId: partner.id, before, after });
    const changed = { changedBy: person.id, changedAt: at };
    const wanted = isRequested
      ? { aboveMicroUsd: from, next: { aboveMicroUsd: above } }
      : { aboveMicroUsd: above };
    // Another request changed the rule meanwhile, so the use case must decide again whether the change is looser.
    if (await saveRule(partner.id, version, { ...wanted, ...changed })) break;
  }
  publishChange(partner.id, ["settings"]);
  return readOwnApprovals(partner.id, person.id, at);
};
