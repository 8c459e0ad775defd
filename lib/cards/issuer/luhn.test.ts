import fc from "fast-check";
import { expect, test } from "vitest";
import { isLuhnValid, luhnCheckDigit } from "./luhn";

test.each([
  "4242424242424242",
  "4000000000000002",
  "5555555555554444",
  "378282246310005",
  "6011111111111117",
])("%s is valid", (number) => expect(isLuhnValid(number)).toBe(true));

test.each([
  "4242424242424241",
  "4242424242424224",
  "",
  "0",
  "4242 4242 4242 4242",
  "42424242424242424242",
  "４２４２４２４２４２４２４２４２",
])("%j is not valid", (number) => expect(isLuhnValid(number)).toBe(false));

const digits = fc.stringMatching(/^\d{11,18}$/);

test("a number with its check digit is valid, and with any other last digit it is not", () => {
  fc.assert(
    fc.property(digits, (account) => {
      const right = luhnCheckDigit(account);
      for (const last of "0123456789") expect(isLuhnValid(account + last)).toBe(last === right);
    }),
  );
});

test("one wrong digit is always detected", () => {
  fc.assert(
    fc.property(digits, fc.nat(17), fc.integer({ min: 1, max: 9 }), (account, at, by) => {
      const number = account + luhnCheckDigit(account);
      const place = at % number.length;
      const digit = (Number(number[place]) + by) % 10;
      expect(isLuhnValid(number.slice(0, place) + digit + number.slice(place + 1))).toBe(false);
    }),
  );
});
