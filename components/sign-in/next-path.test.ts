import { expect, test } from "vitest";
import { nextPath } from "./next-path";

test.each(["/", "/cards", "/cards/card_1?do=fund", "/users?search=a%20b"])(
  "%s is accepted",
  (path) => {
    expect(nextPath(path)).toBe(path);
  },
);

test.each([
  undefined,
  "",
  "cards",
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/%09/../\n/evil.example",
  "/..//evil.example",
  "/.//evil.example",
  "javascript:alert(1)",
  "/api/auth/signout",
  "/sign-in?next=/sign-in",
  "http:/evil.example",
])("%j leads to the home page", (path) => {
  expect(nextPath(path)).toBe("/");
});
