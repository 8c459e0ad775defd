import type Lithic from "lithic";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lithicFeed } from "../../inbound/feed/lithic-feed";
import { lithicTime } from "./lithic-time";

const UTC = "2023-09-26T16:41:40.530Z";
const { TZ } = process.env;

/** A machine whose own zone is not UTC. */
beforeEach(() => {
  process.env.TZ = "America/New_York";
});
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

test.each([
  ["a zone", "2023-09-26T16:41:40.530Z"],
  ["an offset", "2023-09-26T18:41:40.530+02:00"],
  ["no zone", "2023-09-26T16:41:40.530"],
  ["no zone and a space", "2023-09-26 16:41:40.530000"],
])("a time with %s is read", (_, text) => {
  expect(lithicTime(text).toISOString()).toBe(UTC);
});

test.each(["", "yesterday", "2023-09-26", "2023-13-26T16:41:40Z"])("%j is no time", (text) => {
  expect(lithicTime(text).getTime()).toBeNaN();
});

test("a listed event without a zone is as old as its webhook", async () => {
  const event = { token: "msg_1", event_type: "card.updated", payload: {} };
  const data = [{ ...event, created: "2023-09-26T16:41:40.530" }];
  const list = async () => ({ data, has_more: false });
  const listed = [];
  const client = { events: { list } } as unknown as Lithic;
  for await (const events of lithicFeed(client).listEvents(new Date(0))) listed.push(...events);
  expect(listed).toMatchObject([{ id: "msg_1", createdAt: new Date(UTC) }]);
});
