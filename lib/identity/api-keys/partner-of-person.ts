import type { CallingPartner } from "@/lib/contract/partner";
import { callerCache } from "./caller-cache";
import { findPartner } from "./sql-store";

/** The partner of a person, suspended or not. Cached like the partner of a key, so changes reach every process. */
export async function partnerOfPerson(partnerId: string): Promise<CallingPartner> {
  const cache = callerCache();
  const partner = cache.get(partnerId) ?? (await cache.load(partnerId, findPartner));
  if (!partner) throw new Error(`there is no partner ${partnerId}`);
  return partner;
}
