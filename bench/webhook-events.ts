import type pg from "pg";
import { createApiKey } from "@/lib/identity/api-keys/create-api-key";
import { newId } from "@/lib/kernel/ids";
import { createPartner } from "@/lib/partners/create-partner";
import { emit } from "@/lib/webhooks/emit";

/** A body as most of them are. */
export const EVENT_DATA = {
  type: "debit" as const,
  status: "approved" as const,
  serviceCardId: newId("card"),
  serviceTransactionId: newId("txn"),
  amount: 25,
  description: "Blue Bottle Coffee",
};

/** A partner whose webhook is the receiver, set as a partner sets it. */
export async function makeListeningPartner(
  baseUrl: string,
  name: string,
  webhookUrl: string,
): Promise<string> {
  const at = new Date();
  const { partnerId } = await createPartner({ name, at });
  const { apiKey } = await createApiKey({ partnerId, name, at });
  const answer = await fetch(`${baseUrl}/api/v1/partner/profile/webhook`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ webhookUrl }),
  });
  if (!answer.ok) throw new Error(`Set Webhook answered ${answer.status} ${await answer.text()}`);
  return partnerId;
}

/** `count` events, each of a resource of its own, spread over the partners: due at once, as after their commit. */
export async function commitEvents(
  client: pg.Client,
  partnerIds: readonly string[],
  count: number,
): Promise<void> {
  const at = new Date();
  const events = Array.from({ length: count }, (_, index) => {
    const partnerId = partnerIds[index % partnerIds.length] ?? "";
    const type = "card.transaction-event";
    const resourceId = newId("txn");
    const { id, body } = emit({ partnerId, resourceId, type, data: EVENT_DATA, at });
    return { id, partner_id: partnerId, type, resource_id: resourceId, body, created_at: at };
  });
  await client.query("SELECT commit_events($1::jsonb)", [JSON.stringify(events)]);
}

/** Whether each delivery of the partners is done. Throws when one had to be tried again: the receiver takes all. */
export async function allDelivered(
  client: pg.Client,
  partnerIds: readonly string[],
): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT EXISTS (SELECT FROM webhook_deliveries WHERE partner_id = ANY ($1) AND status = 'pending') AS pending",
    [partnerIds],
  );
  if (rows[0].pending) return false;
  const tried = await client.query(
    "SELECT count(*)::int AS again FROM webhook_deliveries WHERE partner_id = ANY ($1) AND (attempts > 1 OR status = 'failed')",
    [partnerIds],
  );
  if (tried.rows[0].again > 0) throw new Error(`${tried.rows[0].again} deliveries were not taken`);
  return true;
}
