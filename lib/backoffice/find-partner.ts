import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { findPartnerSettings, type PartnerRow } from "./store";

/**
 * Returns a partner with its settings.
 * @throws ServiceError PARTNER_NOT_FOUND
 */
export async function findPartner(partnerId: string): Promise<PartnerRow> {
  const row = isId("ptn", partnerId) ? await findPartnerSettings(partnerId) : undefined;
  if (!row) throw new ServiceError("PARTNER_NOT_FOUND");
  return row;
}
