import { expect, test } from "vitest";
import { EVENT_TYPES } from "@/lib/webhooks/event-types";
import { choicesOf, type EventName, isOvertaken, isUnchanged, mergedWith } from "./chosen-events";

const [one, two, three] = EVENT_TYPES as unknown as [EventName, EventName, EventName];
const of = (...events: string[]) => choicesOf(events, EVENT_TYPES);

test("a form that was open before keeps the events that somebody else has chosen since", () => {
  const values = { ...of(one), chosen: [one, three] };
  expect(isOvertaken(values, [one])).toBe(false);
  expect(isOvertaken(values, [one, two])).toBe(true);
  const merged = mergedWith(values, [one, two], EVENT_TYPES);
  expect(merged).toEqual({ ...of(one, two, three), read: [one, two] });
  expect(isOvertaken({ ...merged, read: [one, two] }, [two, one])).toBe(false);
  const removed = mergedWith({ ...of(one, two), chosen: [two] }, [one, two, three], EVENT_TYPES);
  expect(removed.chosen).toEqual([two, three]);
});

test("the choice between all events and some is kept, too, unless the person changed it", () => {
  expect(mergedWith(of("*"), [one], EVENT_TYPES)).toEqual(of(one));
  const some = { ...of("*"), isAll: false, chosen: [two] };
  expect(mergedWith(some, [one], EVENT_TYPES)).toMatchObject({ isAll: false, chosen: [one, two] });
});

test("choices that nobody changed are not sent", () => {
  expect(isUnchanged(of(one, two), EVENT_TYPES)).toBe(true);
  expect(isUnchanged(of("*"), EVENT_TYPES)).toBe(true);
  expect(isUnchanged({ ...of(one), chosen: [two] }, EVENT_TYPES)).toBe(false);
  expect(isUnchanged({ ...of(one), isAll: true }, EVENT_TYPES)).toBe(false);
});
