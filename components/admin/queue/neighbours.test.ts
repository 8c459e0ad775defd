import { expect, test } from "vitest";
import { neighboursOf } from "./neighbours";

const waiting = [{ id: "b" }, { id: "d" }, { id: "f" }];

test.each([
  ["b", { next: "d", previous: undefined }],
  ["d", { next: "f", previous: "b" }],
  ["f", { next: "b", previous: "d" }],
])("neighbours of %s in the queue", (id, neighbours) => {
  expect(neighboursOf(waiting, id)).toEqual(neighbours);
});

test.each([
  ["a", { next: "b", previous: undefined }],
  ["c", { next: "d", previous: "b" }],
  ["e", { next: "f", previous: "d" }],
  ["g", { next: "b", previous: "f" }],
])("%s has left the queue: its neighbours are those of its old place", (id, neighbours) => {
  expect(neighboursOf(waiting, id)).toEqual(neighbours);
});

test("the last pending withdrawal has no neighbours", () => {
  expect(neighboursOf([{ id: "a" }], "a")).toEqual({ next: undefined, previous: undefined });
  expect(neighboursOf([], "a")).toEqual({ next: undefined, previous: undefined });
});
