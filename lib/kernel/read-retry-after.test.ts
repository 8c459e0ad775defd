import { expect, test } from "vitest";
import { readRetryAfterMs } from "./read-retry-after";

const at = new Date("2026-11-23T12:00:00Z");

test.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["Mon, 23 Nov 2026 12:01:00 GMT", 60_000],
  ["Mon, 23 Nov 2026 11:00:00 GMT", 0],
  ["999999999", 3_600_000],
  ["soon", undefined],
  ["", undefined],
  [null, undefined],
])("%j is a pause of %s ms", (header, ms) => expect(readRetryAfterMs(header, at)).toBe(ms));
