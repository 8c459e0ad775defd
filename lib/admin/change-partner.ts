import { auditEntry } from "@/lib/audit/audit-entry";
import { callerCache } from "@/lib/auth/caller-cache";
import type { AdminUseCase } from "@/lib/http/admin-route";
import { decideAndCommit } from "@/lib/ledger";
import { confirmLoosening } from "./confirm-loosening";
import type { changePartnerContract } from "./contract";
import { findPartner } from "./find-partner";
import { presentPartner, presentSettings } from "./present";
import { settingsOf } from "./settings-of";

/**
 * Changes what is named of a partner's settings, with an audit entry of what it was. What lets one person approve more
 * is confirmed with a code. Source: design 7, fees.
 */
export const changePartner: AdminUseCase<typeof changePartnerContract> = async (context) => {
  const { person, input, requestId, ipAddress, at } = context;
  const wanted = settingsOf(input.body);
  const changed = await decideAndCommit(
    async () => {
      const partner = await findPartner(input.params.id);
      await confirmLoosening(context, partner, wanted);
      return partner;
    },
    (partner) => {
      const set = differences(partner, wanted);
      const after = { ...partner, ...set };
      if (Object.keys(set).length === 0) return { work: {}, result: after };
      const entry = auditEntry({
        personId: person.id,
        action: "partner.settings",
        targetId: partner.id,
        before: differences(presentSettings(after), presentSettings(partner)),
        after: differences(presentSettings(partner), presentSettings(after)),
        ipAddress,
        requestId,
        at,
      });
      return {
        work: {
          update: { partners: [{ id: partner.id, version: partner.version, set }] },
          insert: { audit_entries: [entry] },
        },
        result: after,
      };
    },
  );
  callerCache().forget();
  return presentPartner(changed);
};

/** What `wanted` names and `current` has otherwise, as `wanted` has it. */
function differences<T extends object>(current: T, wanted: Partial<T>): Partial<T> {
  const differing = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && value !== current[name as keyof T],
  );
  return Object.fromEntries(differing) as Partial<T>;
}
