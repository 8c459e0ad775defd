import { now } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { queueFailingEndpoints } from "./sql-store";

/** Shorter failures end without anybody's help. */
const FAILING_MS = HOUR_MS;

/** Queues e-mails to partners whose webhook endpoint has failed for an hour. */
export async function queueFailingEndpointMail(): Promise<{ queued: number }> {
  return { queued: await queueFailingEndpoints(now(), FAILING_MS) };
}
