import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { revokeOperatorInvitationContract } from "./contract";
import { revokeOperatorInvitation as revoke } from "./store";

/** Revokes an unused invitation link. */
export const revokeOperatorInvitation: AdminUseCase<
  typeof revokeOperatorInvitationContract
> = async (context) => {
  const { id } = context.input.params;
  if (!isId("inv", id)) throw new ServiceError("INVITATION_NOT_FOUND");
  const details = { targetId: id };
  const at = await databaseTimeOf(context.at);
  const isRevoked = await auditAdminAction(context, "operator.uninvite", details, () =>
    revoke(id, at),
  );
  if (!isRevoked) throw new ServiceError("INVITATION_NOT_FOUND");
  return { revoked: true };
};
