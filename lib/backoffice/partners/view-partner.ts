import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import { findPartner } from "@/lib/backoffice/find-partner";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { viewPartnerContract } from "./contract";
import { setViewing } from "./store";

/** Lets this session see a partner's dashboard with the rights of a viewer, and writes an audit entry. */
export const viewPartner: AdminUseCase<typeof viewPartnerContract> = async (context) => {
  const { id: partnerId } = await findPartner(context.input.params.id);
  const details = { targetId: partnerId };
  await auditAdminAction(context, "partner.view", details, () =>
    setViewing(context.person.sessionId, partnerId),
  );
  return { partnerId };
};
