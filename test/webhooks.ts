import { randomUUID } from "node:crypto";
import * as setWebhook from "@/app/api/v1/partner/profile/webhook/route";
import * as deliveries from "@/app/api/v1/partner/webhooks/deliveries/route";
import * as pause from "@/app/api/v1/partner/webhooks/endpoint/pause/route";
import * as resume from "@/app/api/v1/partner/webhooks/endpoint/resume/route";
import * as endpoint from "@/app/api/v1/partner/webhooks/endpoint/route";
import * as resend from "@/app/api/v1/partner/webhooks/events/[eventId]/resend/route";
import * as event from "@/app/api/v1/partner/webhooks/events/[eventId]/route";
import * as events from "@/app/api/v1/partner/webhooks/events/route";
import * as replay from "@/app/api/v1/partner/webhooks/replay/route";
import * as sendTest from "@/app/api/v1/partner/webhooks/test/route";
import { onEventsCommitted } from "@/lib/kernel/committed-events";
import { newId } from "@/lib/kernel/ids";
import { commit } from "@/lib/ledger";
import { emit } from "@/lib/webhooks/emit";
import { type CallOptions, call, type Handler } from "./call";
import { sql, type TestPartner } from "./make";

export const HOOK = "https://hooks.example.com/cards";

/** A partner's server, looking after its webhooks. */
export function webhooksOf({ apiKey }: Pick<TestPartner, "apiKey">) {
  const send = (handler: Handler, options: CallOptions = {}) =>
    call(handler, { apiKey, ...options });
  const post = (body?: unknown, params: Record<string, string> = {}) => ({
    method: "POST",
    params,
    ...(body === undefined ? {} : { body }),
  });
  return {
    set: (webhookUrl: string = HOOK) => send(setWebhook.POST, post({ webhookUrl })),
    events: (query: CallOptions["query"] = {}) => send(events.GET, { query }),
    event: (eventId: string) => send(event.GET, { params: { eventId } }),
    resend: (eventId: string) => send(resend.POST, post(undefined, { eventId })),
    deliveries: (query: CallOptions["query"] = {}) => send(deliveries.GET, { query }),
    replay: (body: unknown) => send(replay.POST, post(body)),
    countReplayable: (query: CallOptions["query"] = {}) => send(replay.GET, { query }),
    test: (body: unknown) => send(sendTest.POST, post(body)),
    endpoint: () => send(endpoint.GET),
    pause: () => send(pause.POST, { method: "POST" }),
    resume: () => send(resume.POST, { method: "POST" }),
  };
}

export type WebhookClient = ReturnType<typeof webhooksOf>;

interface MadeEvent {
  /** `user.kyc-event` unless told otherwise; the others are of a wallet deposit. */
  event?: "user.kyc-event" | "wallet.deposit.crypto";
  resourceId?: string;
  at?: Date;
  /** As it stands in the end; `not_sent` for a partner without an endpoint. */
  status?: "pending" | "delivered" | "failed";
  attempts?: number;
}

function dataOf(type: "user.kyc-event" | "wallet.deposit.crypto", partnerId: string) {
  const address = "0x52908400098527886E0F7030069857D2E4169EE7";
  return type === "user.kyc-event"
    ? {
        serviceId: newId("usr"),
        status: "approved" as const,
        email: "amara@example.com",
        firstName: "Amara",
        lastName: "Okafor",
      }
    : {
        partnerId,
        amount: 5,
        txHash: randomUUID(),
        chain: "base-sepolia",
        token: "usdc",
        fromAddress: address,
        toAddress: address,
      };
}

/** An event as a use case commits it, with its delivery moved on to where it is to stand. */
export async function makeEvent(
  { partnerId }: TestPartner,
  { event: type = "user.kyc-event", at = new Date(), ...rest }: MadeEvent = {},
): Promise<string> {
  const { resourceId = newId("usr"), status = "pending" } = rest;
  const { attempts = status === "pending" ? 0 : 1 } = rest;
  const data = dataOf(type, partnerId);
  const row = emit({ partnerId, resourceId, type, data, at } as Parameters<typeof emit>[0]);
  await commit({ events: [row] });
  await sql(
    `UPDATE webhook_deliveries SET status = $2, attempts = $3, failures = CASE WHEN $2 = 'delivered' THEN 0 ELSE $3 END,
       completed_at = CASE WHEN $2 <> 'pending' THEN now() END WHERE event_id = $1`,
    [row.id, status, attempts],
  );
  for (let number = 1; number <= attempts; number++)
    await makeAttempt(partnerId, row.id, { number, succeeded: status === "delivered" });
  return row.id;
}

interface MadeAttempt {
  number?: number;
  succeeded?: boolean;
  at?: Date;
  responseBody?: string | null;
  error?: string | null;
}

/** An attempt as the dispatcher records it: answered with 204 or 500, or not at all when there is an error. */
export async function makeAttempt(
  partnerId: string,
  eventId: string,
  { number = 1, succeeded = false, at = new Date(), ...rest }: MadeAttempt = {},
): Promise<string> {
  const { responseBody = succeeded ? "" : "no", error = null } = rest;
  const id = newId("dlv");
  const statusCode = error === null ? (succeeded ? 204 : 500) : null;
  await sql(
    `INSERT INTO webhook_attempts (id, partner_id, event_id, number, url, succeeded, status_code, response_body, error,
       started_at, duration_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 12)`,
    [id, partnerId, eventId, number, HOOK, succeeded, statusCode, responseBody, error, at],
  );
  return id;
}

export interface DeliveryState {
  status: string;
  attempts: number;
  failures: number;
  isDue: boolean;
  leaseId: string | null;
  isCompleted: boolean;
}

/** How an event's delivery stands in the database; undefined when there is none. */
export async function deliveryOf(eventId: string): Promise<DeliveryState | undefined> {
  const [row] = await sql(
    `SELECT status, attempts, failures, due_at <= now() AS "isDue", lease_id AS "leaseId",
       completed_at IS NOT NULL AS "isCompleted" FROM webhook_deliveries WHERE event_id = $1`,
    [eventId],
  );
  return row;
}

/** As the dispatcher does when it judges an endpoint. */
export async function pauseEndpoint({ partnerId }: TestPartner): Promise<void> {
  await sql(
    "UPDATE webhook_endpoints SET failing_since = now() - interval '5 days', paused_at = now() WHERE partner_id = $1",
    [partnerId],
  );
}

/** How often whoever delivers was woken by what `act` did. */
export async function wakesOf(act: () => Promise<unknown>): Promise<number> {
  let wakes = 0;
  onEventsCommitted(() => {
    wakes += 1;
  });
  try {
    await act();
  } finally {
    onEventsCommitted(undefined);
  }
  return wakes;
}
