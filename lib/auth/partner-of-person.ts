import { ServiceError } from "@/lib/errors";
import type { CallingPartner } from "@/lib/partners/partner";
import { findPartner } from "@/lib/partners/store";
import { callerCache } from "./caller-cache";

/**
 * The partner that one of its people acts for. Kept as that of a key is: every process hears of its changes.
 * @throws ServiceError PARTNER_SUSPENDED
 */
export async function partnerOfPerson(partnerId: string): Promise<CallingPartner> {
  const cache = callerCache();
  const partner = cache.get(partnerId) ?? (await cache.load(partnerId, findPartner));
  if (!partner) throw new Error(`there is no partner ${partnerId}`);
  if (partner.suspendedAt) throw new ServiceError("PARTNER_SUSPENDED");
  return partner;
}
