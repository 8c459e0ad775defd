import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { leavePartnerContract } from "./contract";
import { endViewing } from "./store";

/** Ends the view of a partner's dashboard, if one is open, and writes an audit entry for the end, as for the start. */
export const leavePartner: AdminUseCase<typeof leavePartnerContract> = async (context) => {
  const { sessionId } = context.person;
  const details = { targetId: sessionId };
  await auditAdminAction(context, "partner.leave", details, () => endViewing(sessionId));
  return { left: true };
};
