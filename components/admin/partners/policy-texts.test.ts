import { expect, test } from "vitest";
import { changesOf, isLooser, textsOf, wantedOf } from "./policy-texts";

const opened = {
  allowList: true,
  waitHours: 24,
  hourLimit: 500,
  dayLimit: 1_000,
  addressDayLimit: null,
};

test("only the changed terms are sent, and unchanged ones are not, however they are written", () => {
  expect(changesOf(opened, { ...textsOf(opened), dayLimit: "1,000.00" })).toEqual({});
  const typed = { ...textsOf(opened), waitHours: "48", hourLimit: "" };
  expect(changesOf(opened, typed)).toEqual({ waitHours: 48, hourLimit: null });
  expect(isLooser(opened, wantedOf(opened, opened, typed))).toBe(true);
});

test("what another administrator changed while the form was open is neither set back nor a loosening", () => {
  const policy = { ...opened, dayLimit: 200, addressDayLimit: 100 };
  const typed = { ...textsOf(opened), waitHours: "48" };
  expect(changesOf(opened, typed)).toEqual({ waitHours: 48 });
  expect(wantedOf(policy, opened, typed)).toEqual({ ...policy, waitHours: 48 });
  expect(isLooser(policy, wantedOf(policy, opened, typed))).toBe(false);
});
