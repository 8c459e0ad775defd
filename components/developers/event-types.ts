import { EVENT_TEXTS } from "@/lib/webhooks/event-texts";

type EventType = keyof typeof EVENT_TEXTS;

/** Whether a text of the page is the name of an event. */
const isEventType = (text: string): text is EventType => text in EVENT_TEXTS;

/** Every event, in the order of the reference. */
export const EVENT_NAMES = Object.keys(EVENT_TEXTS).filter(isEventType);

/** What can be chosen from. */
export const EVENT_OPTIONS = EVENT_NAMES.map((value) => ({ value, word: value }));

/** The event that a field of a form names; the first one for anything that is none. */
export function eventTypeOf(text: string): EventType {
  return EVENT_NAMES.find((name) => name === text) ?? "user.kyc-event";
}
