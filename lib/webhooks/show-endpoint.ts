import { DAY_MS } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";
import { presentEndpoint } from "./present-endpoint";
import { countFailed } from "./sql-store";
import { findEndpoint } from "./store";

const FAILED_WITHIN_MS = DAY_MS;

/** Returns the partner's endpoint with its status at an instant. */
export async function showEndpoint(partnerId: string, at: Date) {
  const since = new Date(at.getTime() - FAILED_WITHIN_MS);
  const [row, failed] = await Promise.all([findEndpoint(partnerId), countFailed(partnerId, since)]);
  return presentEndpoint({ ...row, failed }, env().WEBHOOK_PAUSE_AFTER_S * 1_000);
}
