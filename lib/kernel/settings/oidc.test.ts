import { expect, test } from "vitest";
import { OIDC_SETTINGS, oidcSettingFaults } from "./oidc";

const WHOLE = {
  ...{ SERVICE_ENVIRONMENT: "production", OIDC_ISSUER: "https://idp.example", OIDC_ONLY: "off" },
  ...{ OIDC_CLIENT_ID: "cards", OIDC_CLIENT_SECRET: "s", OIDC_DOMAINS: ["operator.example"] },
};
const faultyNames = (given: object) => oidcSettingFaults({ ...WHOLE, ...given }).map((f) => f.name);

test("the settings of the provider are needed together", () => {
  expect(oidcSettingFaults({ SERVICE_ENVIRONMENT: "production" })).toEqual([]);
  expect(faultyNames({})).toEqual([]);
  expect(faultyNames({ OIDC_CLIENT_SECRET: undefined, OIDC_DOMAINS: undefined })).toEqual([
    "OIDC_CLIENT_SECRET",
    "OIDC_DOMAINS",
  ]);
  expect(faultyNames({ OIDC_ISSUER: "http://idp.example" })).toEqual(["OIDC_ISSUER"]);
});

test("single sign-on cannot be the only way without break-glass access", () => {
  expect(faultyNames({ OIDC_ONLY: "on" })).toEqual(["OIDC_BREAK_GLASS"]);
  expect(faultyNames({ OIDC_ONLY: "on", OIDC_BREAK_GLASS: ["ada@operator.example"] })).toEqual([]);
  const alone = { OIDC_ONLY: "on", OIDC_BREAK_GLASS: ["ada@operator.example"] };
  expect(oidcSettingFaults(alone).map(({ name }) => name)).toEqual(["OIDC_ISSUER"]);
});

test("lists are split and compared in lower case", () => {
  expect(OIDC_SETTINGS.OIDC_DOMAINS.parse("Operator.example, b.example")).toEqual([
    "operator.example",
    "b.example",
  ]);
  expect(OIDC_SETTINGS.OIDC_DOMAINS.safeParse("operator").success).toBe(false);
  expect(OIDC_SETTINGS.OIDC_BREAK_GLASS.safeParse("operator.example").success).toBe(false);
});
