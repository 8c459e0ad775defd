import type { EVENT_TYPES } from "@/lib/webhooks/event-types";

export type EventName = (typeof EVENT_TYPES)[number];

export interface ChosenEvents {
  isAll: boolean;
  chosen: EventName[];
  /** The subscription that the form was opened with; a kept draft has that of its time. */
  read: string[];
}

/** Returns the choices that the form shows for a subscription. */
export const choicesOf = (
  events: readonly string[],
  types: readonly EventName[],
): ChosenEvents => ({
  isAll: events.includes("*"),
  chosen: types.filter((name) => events.includes(name)),
  read: [...events],
});

const textOf = (events: readonly string[]) => [...events].sort().join(" ");

/** Returns whether somebody has saved another subscription since the form read its own. */
export const isOvertaken = ({ read }: ChosenEvents, events: readonly string[]): boolean =>
  textOf(read) !== textOf(events);

/** Returns whether the choices are those of the subscription that was read. */
export function isUnchanged(values: ChosenEvents, types: readonly EventName[]): boolean {
  const opened = choicesOf(values.read, types);
  if (values.isAll !== opened.isAll) return false;
  return values.isAll || textOf(values.chosen) === textOf(opened.chosen);
}

/** Returns the present subscription with the choices that the person changed. */
export function mergedWith(
  values: ChosenEvents,
  events: readonly string[],
  types: readonly EventName[],
): ChosenEvents {
  const [opened, present] = [choicesOf(values.read, types), choicesOf(events, types)];
  const isChosen = (name: EventName) => {
    const typed = values.chosen.includes(name);
    return typed === opened.chosen.includes(name) ? present.chosen.includes(name) : typed;
  };
  return {
    isAll: values.isAll === opened.isAll ? present.isAll : values.isAll,
    chosen: types.filter(isChosen),
    read: present.read,
  };
}
