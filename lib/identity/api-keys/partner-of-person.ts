import type { CallingPartner } from "@/lib/contract/partner";
import { callerCache } from "./caller-cache";
import { findPartner } from "./store";

/** The partner that somebody acts for, suspended or not. Kept as that of a key is: every process hears of its changes. */
export async function partnerOfPerson(partnerId: string): Promise<CallingPartner> {
  const cache = callerCache();
  const partner = cache.get(partnerId) ?? (await cache.load(partnerId, findPartner));
  if (!partner) throw new Error(`there is no partner ${partnerId}`);
  return partner;
}
