import { expect, test } from "vitest";
import { isOvertaken, mergedWith, savedOf } from "./provider-values";

const saved = (rules: { value: string; role: "owner" | "viewer" }[]) =>
  savedOf({
    connection: { issuer: "https://login.example", clientId: "cards", roleRules: rules },
  } as Parameters<typeof savedOf>[0]);

test("a page that was open before does not bring back a rule that another owner removed", () => {
  const read = saved([{ value: "contractors", role: "owner" }]);
  const present = saved([{ value: "contractors", role: "viewer" }]);
  expect(isOvertaken(read, present)).toBe(true);
  const typed = { ...read, clientId: "cards-2", clientSecret: "new", password: "typed" };
  expect(mergedWith(present, read, typed)).toEqual({
    issuer: "https://login.example",
    clientId: "cards-2",
    clientSecret: "new",
    roleClaim: "",
    roleRules: "contractors = viewer",
    password: "",
  });
});

test("the settings that were read are not overtaken by themselves", () => {
  const rules = [{ value: "staff", role: "viewer" as const }];
  expect(isOvertaken(saved(rules), saved(rules))).toBe(false);
  expect(isOvertaken(savedOf({ connection: null } as never), saved(rules))).toBe(true);
});
