import { expect, test } from "vitest";
import { mergedWith, savedOf } from "./provider-values";

const saved = (rules: { value: string; role: "owner" | "viewer" }[]) =>
  savedOf({
    connection: {
      ...{ issuer: "https://login.example", clientId: "cards", roleClaim: null },
      ...{ roleRules: rules, version: "sso_1.1.0" },
    },
  });

test("a page that was open before does not bring back a rule that another owner removed", () => {
  const { values: read } = saved([{ value: "contractors", role: "owner" }]);
  const { values: present } = saved([{ value: "contractors", role: "viewer" }]);
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

test("a change names the version that was read, and none where no provider was set", () => {
  expect(saved([]).version).toBe("sso_1.1.0");
  expect(savedOf({ connection: undefined }).version).toBeNull();
});
