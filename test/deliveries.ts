import { randomBytes } from "node:crypto";
import { newId } from "@/lib/kernel/ids";
import { seal } from "@/lib/kernel/seal";
import { commit } from "@/lib/ledger";
import { emit } from "@/lib/webhooks/emit";
import { setEndpoint, setSubscription } from "@/lib/webhooks/store";
import { sql } from "./make";

/** Endpoints and events for tests of delivery, past the routes: a partner here is an id with an endpoint. */
export interface TestEndpoint {
  partnerId: string;
  /** The current secret. */
  secret: string;
}

const HOUR_MS = 3_600_000;

/** Sets where a partner is told, as Set Webhook does. */
export async function setTestEndpoint(partnerId: string, url: string): Promise<TestEndpoint> {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const id = newId("whs");
  const at = new Date();
  await setEndpoint(partnerId, url, {
    id,
    sealed: seal(secret, { partnerId, rowId: id, field: "webhookSecret" }),
    at,
    previousExpiresAt: new Date(at.getTime() + 24 * HOUR_MS),
  });
  return { partnerId, secret };
}

/** A partner that is told at `url`, of everything unless told otherwise. */
export async function makeEndpoint(url: string, events?: string[]): Promise<TestEndpoint> {
  const endpoint = await setTestEndpoint(newId("ptn"), url);
  if (events) await setSubscription(endpoint.partnerId, events);
  return endpoint;
}

/** Commits events, each about a resource of its own unless one is named. Answers with their ids. */
export async function commitEvents(
  partnerId: string,
  count = 1,
  { resourceId, isTest = false }: { resourceId?: string; isTest?: boolean } = {},
): Promise<string[]> {
  const events = Array.from({ length: count }, (_, index) =>
    emit({
      partnerId,
      resourceId: resourceId ?? newId("usr"),
      type: "user.kyc-event",
      at: new Date(),
      isTest,
      data: {
        serviceId: newId("usr"),
        status: "approved",
        email: `${index}@example.com`,
        firstName: "Zoë",
        lastName: "Ñandú 🦤",
      },
    }),
  );
  await commit({ events });
  return events.map(({ id }) => id);
}

// biome-ignore lint/suspicious/noExplicitAny: rows are looked at column by column
type Row = any;

export const deliveryOf = async (eventId: string): Promise<Row> =>
  (await sql("SELECT * FROM webhook_deliveries WHERE event_id = $1", [eventId]))[0];

export const deliveriesOf = (partnerId: string): Promise<Row[]> =>
  sql("SELECT * FROM webhook_deliveries WHERE partner_id = $1 ORDER BY event_id", [partnerId]);

/** In the order of their numbers. */
export const attemptsOf = (eventId: string): Promise<Row[]> =>
  sql("SELECT * FROM webhook_attempts WHERE event_id = $1 ORDER BY number", [eventId]);

export const endpointOf = async (partnerId: string): Promise<Row> =>
  (await sql("SELECT * FROM webhook_endpoints WHERE partner_id = $1", [partnerId]))[0];

/** Lets the time pass until what waits of a partner is due, leases included. */
export async function makeDue(partnerId: string): Promise<void> {
  await sql(
    "UPDATE webhook_deliveries SET due_at = now() WHERE partner_id = $1 AND status = 'pending'",
    [partnerId],
  );
}
