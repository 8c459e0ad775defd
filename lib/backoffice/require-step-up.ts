import type { PartnerSettings } from "@/lib/contract/partner";
import type { AdminContext } from "@/lib/contract/use-cases";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { ValidationError } from "@/lib/kernel/errors";
import type { changePartnerContract } from "./contract";

type Wanted = Partial<PartnerSettings>;

/** Returns whether a limit is raised or removed; null is no limit. */
const isRaised = (from: number | bigint | null, to: number | bigint | null) =>
  from !== null && (to === null || to > from);

/**
 * Returns the wanted settings whose change needs a second administrator: every changed fee and a raised request rate
 * where two administrators decide, and always a raised or removed amount above which two approve. The SQL function
 * settings_for_two has the same rule. Source: docs/decisions/0105-a-second-administrator-for-every-loosening.md
 */
export function settingsForTwo(current: PartnerSettings, wanted: Wanted, areTwo: boolean): Wanted {
  const needing = Object.entries(wanted).filter(([key, to]) => {
    const name = key as keyof PartnerSettings;
    const from = current[name];
    if (name === "secondApprovalAboveMicroUsd") return isRaised(from, to);
    if (!areTwo) return false;
    return name === "requestsPerS" || name === "requestBurst" ? isRaised(from, to) : from !== to;
  });
  return Object.fromEntries(needing);
}

/**
 * Requires a second-factor code when a change needs a second administrator; otherwise a stolen session would be enough
 * to request it. Source: docs/decisions/0020-second-approver.md
 * @throws ValidationError without a code; ServiceError SECOND_FACTOR_INVALID, SECOND_FACTOR_LOCKED.
 */
export async function requireStepUp(
  { person, input, at }: AdminContext<typeof changePartnerContract>,
  needing: Wanted,
): Promise<void> {
  if (Object.keys(needing).length === 0) return;
  const { totp } = input.body;
  if (totp === undefined) {
    const isNotEmpty =
      "totp should not be empty where fees change, or limits or the rules of approvals become looser";
    throw new ValidationError([{ property: "totp", constraints: { isNotEmpty } }]);
  }
  await requireSecondFactor(person, totp, at);
}
