import { expect, test } from "vitest";
import { effectOf } from "./role-texts";

const NOW = "Takes effect immediately.";

test("a role with more rights waits for a second administrator where two decide", () => {
  for (const [from, to] of [
    ["auditor", "approver"],
    ["auditor", "admin"],
    ["approver", "admin"],
  ] as const) {
    expect(effectOf(from, to, true)).toMatch(/another administrator must confirm/i);
    expect(effectOf(from, to, false)).toBe(NOW);
  }
});

test("a role with fewer rights takes effect immediately", () => {
  for (const [from, to] of [
    ["admin", "approver"],
    ["admin", "auditor"],
    ["approver", "auditor"],
  ] as const)
    expect(effectOf(from, to, true)).toBe(NOW);
});
