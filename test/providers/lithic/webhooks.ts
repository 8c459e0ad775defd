import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import type { Contract } from "../contract/contract";
import { type NotificationAnswer, postNotification } from "../stand-in/post-notification";
import { checkSent } from "./contract";
import { instantNow, type LithicState, type StoredEvent } from "./objects";

/** Where Lithic sends notifications, and the secret that it signs them with. */
export interface LithicEndpoint {
  /** Nothing is sent while it is undefined. */
  url: string | undefined;
  secret: string;
  /** How long it waits for a decision, if not as long as the issuer. */
  decisionTimeoutMs?: number;
}

export interface LithicEndpoints {
  /** The requests that the service answers with its decision (Auth Stream Access). */
  authorizations: LithicEndpoint;
  events: LithicEndpoint;
}

const EVENT_TIMEOUT_MS = 20_000;

/** Sends a body, signed as Standard Webhooks say. */
export function sendSigned(
  { url, secret }: LithicEndpoint,
  id: string,
  body: unknown,
  timeoutMs = EVENT_TIMEOUT_MS,
): Promise<NotificationAnswer | undefined> {
  if (url === undefined) return Promise.resolve(undefined);
  const [text, now] = [JSON.stringify(body), new Date()];
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, now, text),
  };
  return postNotification(url, text, headers, timeoutMs);
}

export interface LithicDelivery {
  event: StoredEvent;
  /** Undefined when no answer came in time. */
  answer: NotificationAnswer | undefined;
}

/** The schemas of Lithic's document for the events that are sent. */
const SCHEMAS: Record<string, string> = {
  "card_transaction.updated": "card_transaction",
  "account_holder.verification": "account-holder-verification",
  "dispute.updated": "dispute-v1",
};

/** Stores events, and sends them unless they are held back. */
export function lithicEvents(
  contracts: readonly Contract[],
  state: LithicState,
  endpoints: LithicEndpoints,
) {
  const deliveries: LithicDelivery[] = [];
  const held: StoredEvent[] = [];
  let isHolding = false;
  const deliver = async (event: StoredEvent): Promise<LithicDelivery> => {
    const answer = await sendSigned(endpoints.events, event.token, event.payload);
    const delivery = { event, answer };
    deliveries.push(delivery);
    return delivery;
  };
  return {
    /** Each delivery so far, in order. */
    deliveries,
    /** Sends an event again, or one that was held back. */
    deliver,
    /** Keeps events back until `releaseEvents`. They are in Lithic's list of events meanwhile. */
    holdEvents(): void {
      isHolding = true;
    },
    /** Sends the events that were held back, in the given order. */
    async releaseEvents(order = (events: StoredEvent[]) => events): Promise<void> {
      isHolding = false;
      for (const event of order(held.splice(0))) await deliver(event);
    },
    /** Stores an event about an object, and sends it. */
    async emit(eventType: string, object: object): Promise<void> {
      const schema = SCHEMAS[eventType];
      if (schema) checkSent(contracts, schema, object);
      const event = {
        token: `msg_${randomUUID().replaceAll("-", "")}`,
        event_type: eventType,
        created: instantNow(),
        payload: structuredClone({ event_type: eventType, ...object }),
      };
      state.events.set(event.token, event);
      if (isHolding) held.push(event);
      else if (endpoints.events.url !== undefined) await deliver(event);
    },
  };
}

export type LithicEvents = ReturnType<typeof lithicEvents>;
