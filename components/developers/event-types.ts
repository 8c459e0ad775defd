import { EVENT_TYPES, type EventType } from "@/lib/webhooks/event-types";

/** The options of the event filter. */
export const EVENT_OPTIONS = EVENT_TYPES.map((value) => ({ value, word: value }));

/** Returns whether a text is the name of an event. */
export const isEventType = (text: string): text is EventType =>
  EVENT_TYPES.some((name) => name === text);
