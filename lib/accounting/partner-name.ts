import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { findPartnerName } from "./store";

/**
 * Returns the name of an existing partner.
 * @throws ServiceError PARTNER_NOT_FOUND
 */
export async function partnerName(partnerId: string): Promise<string> {
  const name = isId("ptn", partnerId) ? await findPartnerName(partnerId) : undefined;
  if (name === undefined) throw new ServiceError("PARTNER_NOT_FOUND");
  return name;
}
