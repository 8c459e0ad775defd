import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { findPartnerName } from "./store";

/**
 * Returns the name of an existing partner.
 * @throws ServiceError PARTNER_NOT_FOUND
 */
export async function partnerName(partnerId: string): Promise<string> {
  return findOrRefuse("ptn", partnerId, "PARTNER_NOT_FOUND", () => findPartnerName(partnerId));
}
