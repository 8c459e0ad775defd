import { now } from "@/lib/kernel/clock";
import { deleteExpiredSecrets } from "./sql-store";

/** Deletes the former secrets of webhooks that no longer sign. */
export async function purgeWebhookSecrets(): Promise<{ webhookSecrets: number }> {
  return { webhookSecrets: await deleteExpiredSecrets(now()) };
}
