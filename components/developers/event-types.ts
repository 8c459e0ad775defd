import { EVENT_TYPES, type EventType } from "@/lib/webhooks/event-types";

/** The options of the event filter. */
export const EVENT_OPTIONS = EVENT_TYPES.map((value) => ({ value, word: value }));

/** Returns the event of a form's field; the first one for an unknown value. */
export function eventTypeOf(text: string): EventType {
  return EVENT_TYPES.find((name) => name === text) ?? "user.kyc-event";
}
