import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { leavePartnerContract } from "./contract";
import { endViewing } from "./store";

/** Ends the look at a partner's dashboard, if there was one, which then stands in the audit log beside its beginning. */
export const leavePartner: AdminUseCase<typeof leavePartnerContract> = async (context) => {
  const { sessionId } = context.person;
  const told = { targetId: sessionId, before: null, after: null };
  await auditAdminAction(context, "partner.leave", told, () => endViewing(sessionId));
  return { left: true };
};
