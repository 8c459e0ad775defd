import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminContext, AdminUseCase } from "@/lib/contract/use-cases";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { describeAudit, omitAudit } from "@/lib/kernel/audit-context";
import { decideAndCommit } from "@/lib/ledger";
import { requestSecondAdministrator } from "@/lib/people/admin-requests/request-second-administrator";
import type { changePartnerContract } from "./contract";
import { findPartner } from "./find-partner";
import { presentPartner, presentSettings } from "./present";
import { loosensLimits, requireStepUp } from "./require-step-up";
import { settingsOf } from "./settings-of";
import type { PartnerRow } from "./store";

type Context = AdminContext<typeof changePartnerContract>;

/**
 * Requests a second administrator's confirmation when the change raises or removes the amount above which two approve.
 */
function requestLoosening(context: Context, partner: PartnerRow, to: bigint | null) {
  const from = partner.secondApprovalAboveMicroUsd;
  return requestSecondAdministrator(context, {
    kind: "second_approval",
    targetId: partner.id,
    details: { fromMicroUsd: String(from), toMicroUsd: to === null ? null : String(to) },
  });
}

/**
 * Changes the named settings of a partner; the audit entry contains the old values. A change that lets one person
 * approve more needs a second-factor code and a second administrator. Source: design 7, fees;
 * docs/decisions/0045-one-administrator-is-not-two.md
 */
export const changePartner: AdminUseCase<typeof changePartnerContract> = async (context) => {
  const { id: targetId } = context.input.params;
  const wanted = settingsOf(context.input.body);
  const changed = await auditAdminAction(context, "partner.settings", { targetId }, () =>
    decideAndCommit(
      async () => {
        const partner = await findPartner(targetId);
        await requireStepUp(context, partner, wanted);
        return partner;
      },
      (partner) => {
        const { secondApprovalAboveMicroUsd: _, ...others } = wanted;
        const set = differences(partner, loosensLimits(partner, wanted) ? others : wanted);
        const result = { ...partner, ...set };
        if (Object.keys(set).length === 0) {
          omitAudit();
          return { changeSet: {}, result };
        }
        const [before, after] = [presentSettings(partner), presentSettings(result)];
        describeAudit({ before: differences(after, before), after: differences(before, after) });
        const update = { partners: [{ id: partner.id, version: partner.version, set }] };
        return { changeSet: { update }, result };
      },
    ),
  );
  callerCache().forget();
  const { secondApprovalAboveMicroUsd: to } = wanted;
  if (to === undefined || !loosensLimits(changed, wanted)) return presentPartner(changed);
  return { ...presentPartner(changed), request: await requestLoosening(context, changed, to) };
};

/** Returns the fields of `wanted` whose values differ from those of `current`. */
function differences<T extends object>(current: T, wanted: Partial<T>): Partial<T> {
  const differing = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && value !== current[name as keyof T],
  );
  return Object.fromEntries(differing) as Partial<T>;
}
