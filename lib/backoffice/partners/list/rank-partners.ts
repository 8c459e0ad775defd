import { storePartnerActivity } from "./store";

/** Stores the order of the partners by card volume and by last activity, as a background job. */
export async function rankPartners(): Promise<{ changed: number }> {
  return { changed: await storePartnerActivity() };
}
