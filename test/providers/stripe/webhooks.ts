import Stripe from "stripe";
import type { Contract } from "../contract/contract";
import { type NotificationAnswer, postNotification } from "../stand-in/post-notification";
import { newEvent } from "./objects";
import type { StripeState } from "./state";

/** Where Stripe sends notifications, and the secret that it signs them with. */
export interface Endpoint {
  /** Nothing is sent while it is undefined. */
  url: string | undefined;
  secret: string;
  /** How long it waits for a decision, if not as long as the issuer. */
  decisionTimeoutMs?: number;
}

export interface StripeEndpoints {
  /** The requests that the service answers with its decision. */
  authorizations: Endpoint;
  /** The event that the service must process. */
  events: Endpoint;
}

export interface Delivery {
  event: Stripe.Event;
  /** Undefined when no answer came in time. */
  answer: NotificationAnswer | undefined;
}

const EVENT_TIMEOUT_MS = 20_000;

/** Sends an event, signed by Stripe's own client. */
export function sendEvent(
  { url, secret }: Endpoint,
  event: Stripe.Event,
  timeoutMs = EVENT_TIMEOUT_MS,
) {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  return url === undefined
    ? Promise.resolve(undefined)
    : postNotification(url, payload, { "Stripe-Signature": signature }, timeoutMs);
}

/** Returns the fields that a change has given other values, with the values before. */
function changedFields(before: object, after: object): Record<string, unknown> {
  const now: Record<string, unknown> = { ...after };
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name]),
    ),
  );
}

/** Fails if Stripe's document does not allow the object: the stand-in must not send what Stripe would not. */
export function checkObject(contract: Contract, object: { object: string }): void {
  const problems = contract.problemsOfObject(object.object, object);
  if (problems.length > 0) throw new Error(`The stand-in is wrong: ${problems.join("; ")}`);
}

/** Stores events, and sends them unless they are held back. */
export function eventSender(contract: Contract, state: StripeState, endpoints: StripeEndpoints) {
  const deliveries: Delivery[] = [];
  const held: Stripe.Event[] = [];
  let isHolding = false;
  const deliver = async (event: Stripe.Event): Promise<Delivery> => {
    const delivery = { event, answer: await sendEvent(endpoints.events, event) };
    deliveries.push(delivery);
    return delivery;
  };
  return {
    /** Each delivery so far, in order. */
    deliveries,
    /** Sends an event again, or one that was held back. */
    deliver,
    /** Keeps events back until `releaseEvents`. They are in Stripe's list of events meanwhile. */
    holdEvents(): void {
      isHolding = true;
    },
    /** Sends the events that were held back, in the given order. */
    async releaseEvents(order = (events: Stripe.Event[]) => events): Promise<void> {
      isHolding = false;
      for (const event of order(held.splice(0))) await deliver(event);
    },
    /** Stores an event about an object, and sends it. */
    async emit(type: string, object: { object: string }, before?: object): Promise<void> {
      checkObject(contract, object);
      const event = newEvent(type, object, before && changedFields(before, object));
      state.events.set(event.id, event);
      if (isHolding) held.push(event);
      else if (endpoints.events.url !== undefined) await deliver(event);
    },
  };
}

export type EventSender = ReturnType<typeof eventSender>;
