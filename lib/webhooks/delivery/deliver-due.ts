import { DAY_MS } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { type Drained, dispatcher } from "./dispatcher";
import { RETRY_DELAYS_S } from "./plan-retry";
import { freeStrayDeliveries } from "./store";

/** More than the spread of retries, and than processes differ in their settings. */
const MARGIN_MS = DAY_MS;
/** The rows of one partner that a run frees; the next run continues. */
const MAX_FREED = 1_000;

/**
 * Sends what is due for a retry, as a background job. Before that it frees deliveries that are due later than any retry can be.
 * Source: docs/decisions/0014-webhook-delivery.md
 */
export async function deliverDue(): Promise<Drained> {
  const delaysS = env().WEBHOOK_RETRY_DELAYS_S ?? RETRY_DELAYS_S;
  const longestMs = Math.max(env().WEBHOOK_LEASE_MS, ...delaysS.map((delayS) => delayS * 1_000));
  const freed = await freeStrayDeliveries(longestMs + MARGIN_MS, MAX_FREED);
  if (freed > 0) log().warn({ freed }, "deliveries of a clock that was ahead are due now");
  return dispatcher().drain();
}
