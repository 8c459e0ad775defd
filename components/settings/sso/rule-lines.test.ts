import { expect, test } from "vitest";
import { linesOf, rulesOf } from "./rule-lines";

test("rules and their lines are read back the same", () => {
  const rules = [
    { value: "cn=admins,dc=example", role: "owner" },
    { value: "everybody", role: "viewer" },
  ] as const;
  expect(rulesOf(linesOf(rules))).toEqual({ rules });
});

test("a line that is no rule is named", () => {
  expect(rulesOf("admins = Owner\n\n all = king").wrong).toBe("all = king");
  expect(rulesOf("= owner").wrong).toBe("= owner");
  expect(rulesOf("owner").wrong).toBe("owner");
});
