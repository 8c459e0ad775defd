import { expect, test } from "vitest";
import { changesOf, isLooser } from "./allow-list-changes";

const OFF = { allowList: false, waitHours: 24 };
const ON = { allowList: true, waitHours: 24 };

test("a form sends what was changed in it, so that it keeps the list that another owner switched on", () => {
  const changes = changesOf(OFF, { allowList: "", waitHours: "48" });
  expect(changes).toEqual({ waitHours: 48 });
  expect(isLooser(ON, changes)).toBe(false);
  expect(changesOf(OFF, { allowList: "", waitHours: " 24 " })).toEqual({});
  expect(changesOf(ON, { allowList: "", waitHours: "24" })).toEqual({ allowList: false });
});

test("switching the list off and a shorter waiting time permit more, compared with the present terms", () => {
  expect(isLooser(ON, { allowList: false })).toBe(true);
  expect(isLooser(ON, { waitHours: 1 })).toBe(true);
  expect(isLooser(OFF, { waitHours: 1 })).toBe(false);
  expect(
    isLooser({ ...ON, waitHours: 72 }, changesOf(ON, { allowList: "on", waitHours: "48" })),
  ).toBe(true);
});

test("what is no number of hours is sent as one that the contract refuses", () => {
  expect(changesOf(ON, { allowList: "on", waitHours: "soon" })).toEqual({ waitHours: Number.NaN });
});
