import { expect, test } from "vitest";
import { returnUrl } from "./return-url";

test.each([
  ["https://shop.example", "https://shop.example/?referenceId=usr_1"],
  ["https://shop.example/done?a=b#part", "https://shop.example/done?a=b&referenceId=usr_1#part"],
  ["https://shop.example/?referenceId=x&referenceId=y", "https://shop.example/?referenceId=usr_1"],
  [
    "https://shop.example/d%C3%A9j%C3%A0?q=a%26b",
    "https://shop.example/d%C3%A9j%C3%A0?q=a%26b&referenceId=usr_1",
  ],
  [
    "https://shop.example/?flag&q=a%20b&sig=x+y/z==",
    "https://shop.example/?flag&q=a%20b&sig=x+y/z==&referenceId=usr_1",
  ],
  [
    "https://shop.example/?flag&referenceId=x&q=a%20b&&sig=x+y/z==",
    "https://shop.example/?flag&q=a%20b&&sig=x+y/z==&referenceId=usr_1",
  ],
  ["https://shop.example/?reference%49d=x", "https://shop.example/?referenceId=usr_1"],
  ["https://shop.example/?", "https://shop.example/?referenceId=usr_1"],
])("%s becomes %s", (redirectUrl, expected) => {
  expect(returnUrl(redirectUrl, "usr_1")).toBe(expected);
});

test("an id with special characters stays one parameter", () => {
  expect(returnUrl("https://shop.example", "a&b=c#d")).toBe(
    "https://shop.example/?referenceId=a%26b%3Dc%23d",
  );
});

test("without a redirect URL there is no return URL", () => {
  expect(returnUrl(null, "usr_1")).toBeUndefined();
});
