import { expect, test } from "vitest";
import { expiryErrors, expiryOf } from "./key-expiry";

const on = (expiresOn: string) => ({ expires: "date", expiresOn });

test("a day is the last one of the key", () => {
  expect(expiryErrors(on("2027-01-31"))).toEqual({});
  expect(new Date(expiryOf(on("2027-01-31")) ?? "").getTime()).toBe(new Date(2027, 1, 1).getTime());
});

test.each(["275760-09-13", "9999-12-31", "31.1.2027"])(
  "the day %s is refused, and never a key without an expiry",
  (day) => {
    expect(expiryErrors(on(day))).toEqual({ expiresOn: expect.stringContaining("Enter a date") });
    expect(expiryOf(on(day))).toBe(day);
  },
);
