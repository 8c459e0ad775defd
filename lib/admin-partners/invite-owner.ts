import { findPartner } from "@/lib/admin/find-partner";
import type { AdminUseCase } from "@/lib/http/admin-route";
import type { inviteOwnerContract } from "./contract";
import { inviteOwnerOf } from "./invite-owner-of";

/** Invites an owner of a partner whose owner never came, or is gone. Source: issue 6, Partners. */
export const inviteOwner: AdminUseCase<typeof inviteOwnerContract> = async (context) => {
  const { id } = await findPartner(context.input.params.id);
  return inviteOwnerOf(context, id, context.input.body.email);
};
