import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { findPartnerSettings, type PartnerRow } from "./store";

/**
 * Returns a partner with its settings.
 * @throws ServiceError PARTNER_NOT_FOUND
 */
export async function findPartner(partnerId: string): Promise<PartnerRow> {
  return findOrRefuse("ptn", partnerId, "PARTNER_NOT_FOUND", () => findPartnerSettings(partnerId));
}
