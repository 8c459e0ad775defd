import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { PartnerSettings } from "@/lib/contract/partner";
import type { AdminContext, AdminUseCase } from "@/lib/contract/use-cases";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { describeAudit, omitAudit } from "@/lib/kernel/audit-context";
import { decideAndCommit } from "@/lib/ledger";
import { isSecondNeeded } from "@/lib/people/admin-requests/is-second-needed";
import { requestSecondAdministrator } from "@/lib/people/admin-requests/request-second-administrator";
import { areTwoNeeded } from "@/lib/people/admin-requests/store";
import { storeSettings } from "@/lib/people/admin-requests/stored-settings";
import type { changePartnerContract } from "./contract";
import { findPartner } from "./find-partner";
import { presentPartner, presentSettings } from "./present";
import { requireStepUp, settingsForTwo } from "./require-step-up";
import { settingsOf } from "./settings-of";
import type { PartnerRow } from "./store";

type Context = AdminContext<typeof changePartnerContract>;

/** Requests a second administrator's confirmation of the settings that need one. */
function requestSettings(context: Context, partner: PartnerRow, wanted: Partial<PartnerSettings>) {
  const { secondApprovalAboveMicroUsd: from } = partner;
  const { secondApprovalAboveMicroUsd: to, ...others } = wanted;
  const targetId = partner.id;
  if (Object.keys(others).length === 0 && to !== undefined) {
    const details = { fromMicroUsd: String(from), toMicroUsd: to === null ? null : String(to) };
    return requestSecondAdministrator(context, { kind: "second_approval", targetId, details });
  }
  const names = Object.keys(wanted) as (keyof PartnerSettings)[];
  const present = Object.fromEntries(names.map((name) => [name, partner[name]]));
  const details = { fromSettings: storeSettings(present), toSettings: storeSettings(wanted) };
  return requestSecondAdministrator(context, { kind: "partner_settings", targetId, details });
}

/** Changes what one administrator may change, and returns the partner with the settings that need a second one. */
function changeAlone(context: Context, wanted: Partial<PartnerSettings>) {
  const { id: targetId } = context.input.params;
  return auditAdminAction(context, "partner.settings", { targetId }, () =>
    decideAndCommit(
      async () => {
        const [partner, areTwo] = await Promise.all([findPartner(targetId), areTwoNeeded()]);
        const waiting = settingsForTwo(partner, wanted, areTwo);
        await requireStepUp(context, waiting);
        return { partner, waiting };
      },
      ({ partner, waiting }) => {
        const alone = Object.entries(wanted).filter(([name]) => !(name in waiting));
        const set = differences(partner, Object.fromEntries(alone));
        const changed = { ...partner, ...set };
        const result = { changed, waiting };
        if (Object.keys(set).length === 0) {
          omitAudit();
          return { changeSet: {}, result };
        }
        const [before, after] = [presentSettings(partner), presentSettings(changed)];
        describeAudit({ before: differences(after, before), after: differences(before, after) });
        const update = { partners: [{ id: partner.id, version: partner.version, set }] };
        return { changeSet: { update }, result };
      },
    ),
  );
}

/**
 * Changes the named settings of a partner; the audit entry contains the old values. Where two administrators decide, a
 * change of fees, a higher request rate and a change that lets one person approve more need a second-factor code and a
 * second administrator. Source: design 7, fees; docs/decisions/0045-one-administrator-is-not-two.md,
 * docs/decisions/0105-a-second-administrator-for-every-loosening.md
 */
export const changePartner: AdminUseCase<typeof changePartnerContract> = async (context) => {
  const wanted = settingsOf(context.input.body);
  const done = await changeAlone(context, wanted).catch((error: unknown) => {
    // Meanwhile a partner got its first amount above which two approve.
    if (isSecondNeeded(error)) return undefined;
    throw error;
  });
  if (!done) return changePartner(context);
  callerCache().forget();
  const { changed, waiting } = done;
  if (Object.keys(waiting).length === 0) return presentPartner(changed);
  return { ...presentPartner(changed), request: await requestSettings(context, changed, waiting) };
};

/** Returns the fields of `wanted` whose values differ from those of `current`. */
function differences<T extends object>(current: T, wanted: Partial<T>): Partial<T> {
  const differing = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && value !== current[name as keyof T],
  );
  return Object.fromEntries(differing) as Partial<T>;
}
