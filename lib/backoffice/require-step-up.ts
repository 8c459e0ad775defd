import type { PartnerSettings } from "@/lib/contract/partner";
import type { AdminContext } from "@/lib/contract/use-cases";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { ValidationError } from "@/lib/kernel/errors";
import type { changePartnerContract } from "./contract";
import type { PartnerRow } from "./store";

type Named = Partial<Pick<PartnerSettings, "secondApprovalAboveMicroUsd">>;

/** Returns whether the change lets one person alone approve more: the threshold is raised or removed. */
export function loosensLimits(
  { secondApprovalAboveMicroUsd: current }: PartnerRow,
  named: Named,
): boolean {
  const { secondApprovalAboveMicroUsd: wanted } = named;
  if (current === null || wanted === undefined) return false;
  return wanted === null || wanted > current;
}

/**
 * Requires a second-factor code when a change lets one person approve what needed two; otherwise a stolen session would
 * be enough to remove the second approval. Source: docs/decisions/0020-second-approver.md
 * @throws ValidationError without a code; ServiceError SECOND_FACTOR_INVALID, SECOND_FACTOR_LOCKED.
 */
export async function requireStepUp(
  { person, input, at }: AdminContext<typeof changePartnerContract>,
  partner: PartnerRow,
  named: Named,
): Promise<void> {
  if (!loosensLimits(partner, named)) return;
  const { totp } = input.body;
  if (totp === undefined) {
    const isNotEmpty = "totp should not be empty where one person may approve more than before";
    throw new ValidationError([{ property: "totp", constraints: { isNotEmpty } }]);
  }
  await requireSecondFactor(person, totp, at);
}
