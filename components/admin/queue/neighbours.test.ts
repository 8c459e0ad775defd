import { expect, test } from "vitest";
import { neighboursOf } from "./neighbours";

const waiting = [{ id: "a" }, { id: "b" }, { id: "c" }];

test.each([
  ["a", { next: "b", previous: undefined }],
  ["b", { next: "c", previous: "a" }],
  ["c", { next: "a", previous: "b" }],
  ["gone", { next: "a", previous: undefined }],
])("beside %s", (id, neighbours) => {
  expect(neighboursOf(waiting, id)).toEqual(neighbours);
});

test("the last one that waits is followed by none", () => {
  expect(neighboursOf([{ id: "a" }], "a")).toEqual({ next: undefined, previous: undefined });
  expect(neighboursOf([], "a")).toEqual({ next: undefined, previous: undefined });
});
