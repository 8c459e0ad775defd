import { expect, test } from "vitest";
import { clientAddress } from "./client-address";

test.each([
  [undefined, null],
  ["", null],
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8::1", "2001:db8::1"],
  ["10.0.0.1, 203.0.113.7", null],
  ["unknown", null],
  ["<script>", null],
  ["203.0.113.7:443", null],
])("X-Forwarded-For %j comes from %j", (value, address) => {
  const headers = new Headers(value === undefined ? {} : { "x-forwarded-for": value });
  expect(clientAddress({ headers })).toBe(address);
});
