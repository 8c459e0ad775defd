import { findPartner } from "@/lib/backoffice/find-partner";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import type { inviteOwnerContract } from "./contract";
import { inviteOwnerOf } from "./invite-owner-of";

/**
 * Invites an owner of a partner that has none, after step-up authentication.
 * Source: docs/decisions/0030-asked-again.md
 */
export const inviteOwner: AdminUseCase<typeof inviteOwnerContract> = async (context) => {
  const { person, input, at } = context;
  await requireSecondFactor(person, input.body.totp, at);
  const { id } = await findPartner(input.params.id);
  return inviteOwnerOf(context, id, input.body.email);
};
