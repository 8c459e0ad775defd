import { EVENT_TEXTS } from "@/lib/webhooks/event-texts";

type EventType = keyof typeof EVENT_TEXTS;

/** Returns whether a text is the name of an event. */
const isEventType = (text: string): text is EventType => text in EVENT_TEXTS;

/** Every event, in the order of the reference. */
export const EVENT_NAMES = Object.keys(EVENT_TEXTS).filter(isEventType);

/** The options of the event filter. */
export const EVENT_OPTIONS = EVENT_NAMES.map((value) => ({ value, word: value }));

/** Returns the event of a form's field; the first one for an unknown value. */
export function eventTypeOf(text: string): EventType {
  return EVENT_NAMES.find((name) => name === text) ?? "user.kyc-event";
}
