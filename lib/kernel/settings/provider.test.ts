import { describe, expect, test } from "vitest";
import { testEnvironment } from "@/test/environment";
import { readEnv } from "../env";

const complete: Record<string, string | undefined> = testEnvironment(
  "postgresql://postgres@127.0.0.1:5432/test",
);
const PRODUCTION = {
  SERVICE_ENVIRONMENT: "production",
  BASE_URL: "https://cards.example.com",
  NEXTAUTH_URL: "https://cards.example.com",
};
const STRIPE = {
  CARD_ISSUER: "stripe",
  STRIPE_SECRET_KEY: "sk_test_123456789012",
  STRIPE_AUTHORIZATION_WEBHOOK_SECRET: "whsec_one",
  STRIPE_EVENTS_WEBHOOK_SECRET: "whsec_two",
};
const LITHIC = {
  CARD_ISSUER: "lithic",
  LITHIC_API_KEY: "key",
  LITHIC_AUTHORIZATION_WEBHOOK_SECRET: "whsec_b25l",
  LITHIC_EVENTS_WEBHOOK_SECRET: "whsec_dHdv",
};
const read = (change: Record<string, string | undefined>) => readEnv({ ...complete, ...change });

function complaints(change: Record<string, string | undefined>): string[] {
  try {
    read(change);
    return [];
  } catch (error) {
    return String(error)
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
}

test("production refuses a decision that takes longer than a second", () => {
  const production = { ...PRODUCTION, ...LITHIC, ...{ KYC_PROVIDER: "sumsub" } };
  const fault = (timeoutMs: string) =>
    complaints({ ...production, CARD_DECISION_TIMEOUT_MS: timeoutMs }).filter((text) =>
      text.startsWith("CARD_DECISION_TIMEOUT_MS"),
    );
  expect(fault("950")).toEqual([]);
  expect(fault("951")).toEqual([expect.stringContaining("at most 950")]);
  expect(complaints({ ...LITHIC, CARD_DECISION_TIMEOUT_MS: "2000" })).toEqual([]);
});

describe.each([
  ["stripe", STRIPE],
  ["lithic", LITHIC],
])("the issuer %s", (_, settings) => {
  const names = Object.keys(settings).filter((name) => name !== "CARD_ISSUER");

  test("is accepted with its settings", () => {
    expect(complaints(settings)).toEqual([]);
  });

  test.each(names)("needs %s", (name) => {
    expect(complaints({ ...settings, [name]: undefined })).toEqual([`${name} is missing`]);
  });

  test("names all missing settings together, and needs none when it is not chosen", () => {
    const nothing = Object.fromEntries(names.map((name) => [name, undefined]));
    expect(complaints({ ...settings, ...nothing })).toEqual(
      names.map((name) => `${name} is missing`),
    );
    expect(complaints(nothing)).toEqual([]);
  });
});

test("a secret of Lithic that can verify nothing is named at the start", () => {
  const name = "LITHIC_EVENTS_WEBHOOK_SECRET";
  for (const value of ["whsec_", "whsec_b25l,whsec_dH-dv", "'whsec_b25l'"])
    expect(complaints({ ...LITHIC, [name]: value })).toEqual([
      `${name} must be secrets as Lithic shows them, whsec_ and base64, separated by commas`,
    ]);
  const rotated = read({ ...LITHIC, [name]: "whsec_b25l, whsec_dHdv" });
  expect(rotated.LITHIC_EVENTS_WEBHOOK_SECRET).toEqual(["whsec_b25l", "whsec_dHdv"]);
});

test("webhook secrets are separated by commas while one is rotated", () => {
  expect(read(STRIPE).STRIPE_EVENTS_WEBHOOK_SECRET).toEqual(["whsec_two"]);
  const rotated = read({ ...STRIPE, STRIPE_EVENTS_WEBHOOK_SECRET: "whsec_old, whsec_new" });
  expect(rotated.STRIPE_EVENTS_WEBHOOK_SECRET).toEqual(["whsec_old", "whsec_new"]);
  for (const value of ["whsec_old,", "a b"])
    expect(complaints({ ...STRIPE, STRIPE_EVENTS_WEBHOOK_SECRET: value })).toHaveLength(1);
});

test("the countries of the programme are codes, separated by commas", () => {
  expect(read({ CARD_COUNTRIES: "US, GB" }).CARD_COUNTRIES).toEqual(["US", "GB"]);
  for (const value of ["USA", "us", "US,"])
    expect(complaints({ CARD_COUNTRIES: value })).toEqual([
      "CARD_COUNTRIES must be ISO 3166-1 alpha-2 codes, separated by commas",
    ]);
});

test.each(["STRIPE_API_BASE", "LITHIC_API_BASE"])("%s is refused in production", (name) => {
  const base = { [name]: "http://127.0.0.1:9999" };
  expect(complaints(base)).toEqual([]);
  expect(complaints({ ...PRODUCTION, ...base })).toEqual([`${name} must not be set in production`]);
  expect(complaints({ [name]: "127.0.0.1" })).toHaveLength(1);
});

test("a key of Stripe must belong to the environment, and is never printed", () => {
  const live = { ...STRIPE, STRIPE_SECRET_KEY: "sk_live_123456789012" };
  expect(complaints({ ...PRODUCTION, ...live })).toEqual([]);
  for (const wrong of [complaints(live), complaints({ ...PRODUCTION, ...STRIPE })]) {
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toMatch(/^STRIPE_SECRET_KEY /);
    expect(wrong[0]).not.toContain("123456789012");
  }
});

test("Lithic needs the account of a business to enrol its authorized users", () => {
  const settings = { ...LITHIC, LITHIC_KYC_EXEMPTION_TYPE: "AUTHORIZED_USER" };
  expect(complaints(settings)).toEqual([
    "LITHIC_BUSINESS_ACCOUNT_TOKEN is missing: LITHIC_KYC_EXEMPTION_TYPE is AUTHORIZED_USER",
  ]);
  const business = { LITHIC_BUSINESS_ACCOUNT_TOKEN: "5e9483eb-8103-4e16-9794-2106111b2eca" };
  expect(complaints({ ...settings, ...business })).toEqual([]);
});

describe("the sanctions list", () => {
  test.each(["/etc/list.txt", "https://lists.example.com/eth.csv"])("is taken from %s", (list) => {
    expect(complaints({ ...PRODUCTION, SANCTIONS_LIST: list }).join()).not.toContain("SANCTIONS");
    expect(read({ SANCTIONS_LIST: list })).toMatchObject({
      SANCTIONS_LIST: list,
      SANCTIONS_REFRESH_MINUTES: 60,
    });
  });

  test("is not taken over plain HTTP in production, nor from a relative path", () => {
    const list = { SANCTIONS_LIST: "http://lists.example.com/eth.csv" };
    expect(complaints({ ...PRODUCTION, ...list })).toContain(
      "SANCTIONS_LIST must be https in production",
    );
    expect(complaints(list)).toEqual([]);
    for (const source of ["list.txt", "https://", "https://reader:secret/list.csv"])
      expect(complaints({ SANCTIONS_LIST: source })).toEqual([
        "SANCTIONS_LIST must be an absolute path or an https URL",
      ]);
  });

  test.each(["reader:s3cret@", "reader@", ":s3cret@"])(
    "is not taken from a URL with a user name or password (%s)",
    (credentials) => {
      const source = `https://${credentials}lists.example.com/eth.csv?key=1`;
      expect(complaints({ SANCTIONS_LIST: source })).toEqual([
        "SANCTIONS_LIST must not contain a user name or password",
      ]);
    },
  );
});
