import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import { findPartner } from "@/lib/backoffice/find-partner";
import { presentPartner } from "@/lib/backoffice/present";
import { settingsOf } from "@/lib/backoffice/settings-of";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { createPartner as makePartner } from "@/lib/partners/create-partner";
import { presentStoredSettings, storeSettings } from "@/lib/people/admin-requests/stored-settings";
import type { createPartnerContract } from "./contract";
import { inviteOwnerOf } from "./invite-owner-of";

/**
 * Creates a partner and then the invitation link of its first owner, after step-up authentication, because the link
 * gives control of the partner. If the second step fails, the partner has no owner and an owner is invited on the
 * partner's page.
 * Source: docs/decisions/0030-step-up-authentication.md
 */
export const createPartner: AdminUseCase<typeof createPartnerContract> = async (context) => {
  const { name, ownerEmail, totp, ...body } = context.input.body;
  await requireSecondFactor(context.person, totp, context.at);
  const settings = settingsOf(body);
  // Later entries have only what changes, so that without these the first fees and limits would be nowhere.
  const after = { name, ...presentStoredSettings(storeSettings(settings)) };
  const details = { targetId: "", before: null, after };
  const { partnerId } = await auditAdminAction(context, "partner.create", details, () =>
    makePartner({ name, settings, at: context.at }),
  );
  const { inviteUrl } = await inviteOwnerOf(context, partnerId, ownerEmail);
  return { ...presentPartner(await findPartner(partnerId)), inviteUrl };
};
