import { now } from "@/lib/kernel/clock";
import { queueFailingEndpoints } from "./sql-store";

/** Shorter failures end without anybody's help. */
const FAILING_MS = 3_600_000;

/** Queues e-mails to partners whose webhook endpoint has failed for an hour. */
export async function queueFailingEndpointMail(): Promise<{ queued: number }> {
  return { queued: await queueFailingEndpoints(now(), FAILING_MS) };
}
