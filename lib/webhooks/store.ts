import { query } from "@/lib/db";

interface NewSecret {
  id: string;
  sealed: string;
  at: Date;
  /** Until when the secret that it replaces goes on signing. */
  previousExpiresAt: Date;
}

/** Sets where a partner is told, with a new secret beside those that still sign. A paused endpoint goes on. */
export async function setEndpoint(
  partnerId: string,
  url: string,
  { id, sealed, at, previousExpiresAt }: NewSecret,
): Promise<void> {
  await query("set_webhook_endpoint", "SELECT set_webhook_endpoint($1, $2, $3, $4, $5, $6)", [
    partnerId,
    url,
    id,
    sealed,
    at,
    previousExpiresAt,
  ]);
}

export async function setSubscription(partnerId: string, events: string[]): Promise<void> {
  await query(
    "set_webhook_subscription",
    `INSERT INTO webhook_endpoints (partner_id, events) VALUES ($1, $2)
     ON CONFLICT (partner_id) DO UPDATE SET events = excluded.events`,
    [partnerId, events],
  );
}
