import { expect, test } from "vitest";
import { domainKeyOf, domainOf } from "./domain-of";

test.each([
  ["Example.COM", "example.com"],
  [" login.example.co.uk ", "login.example.co.uk"],
  ["Bücher.example", "xn--bcher-kva.example"],
  ["xn--bcher-kva.example", "xn--bcher-kva.example"],
])("the domain %j is stored as %s", (typed, key) => {
  expect(domainKeyOf(typed)).toBe(key);
});

test.each([
  ...["", "example", "example.com.", ".example.com", "-a.example", "a_b.example", "1.2.3.4"],
  ...["a.b/c.example", "user@example.com", "example.com:80", "ex%61mple.com", "a.example\u0000"],
  ...[`${"a".repeat(64)}.example`, `${"a.".repeat(130)}example`, "[::1]"],
])("%j is no domain", (typed) => {
  expect(domainKeyOf(typed)).toBeUndefined();
});

test("the domain of an email stands after its last @", () => {
  expect(domainOf("ada@Example.com")).toBe("example.com");
  expect(domainOf('"ada@evil.example"@example.com')).toBe("example.com");
  expect(domainOf("@example.com")).toBeUndefined();
  expect(domainOf("ada")).toBeUndefined();
});
