import { describe, expect, test } from "vitest";
import { testEnvironment } from "@/test/environment";
import { readEnv } from "../env";
import { simulatedInProduction } from "./missing-providers";

type Change = Record<string, string | undefined>;

const complete: Change = testEnvironment("postgresql://postgres@127.0.0.1:5432/test");
const SUMSUB: Change = {
  KYC_PROVIDER: "sumsub",
  SUMSUB_APP_TOKEN: "sbx:token",
  SUMSUB_SECRET_KEY: "secret",
  SUMSUB_WEBHOOK_SECRET: "webhook",
  SUMSUB_LEVEL_NAME: "basic kyc level",
};
const STRIPE: Change = {
  KYC_PROVIDER: "stripe",
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_IDENTITY_WEBHOOK_SECRET: "whsec_1",
};
const PRODUCTION: Change = {
  SERVICE_ENVIRONMENT: "production",
  BASE_URL: "https://cards.example.com",
  NEXTAUTH_URL: "https://cards.example.com",
};

/** Returns the faults that `npm run serve` names, without the one about the simulated card issuer. */
function faults(change: Change): string[] {
  try {
    readEnv({ ...complete, ...change }, simulatedInProduction);
    return [];
  } catch (error) {
    const [, ...lines] = String(error instanceof Error ? error.message : error).split("\n");
    return lines.map((line) => line.trim()).filter((line) => !line.startsWith("CARD_ISSUER"));
  }
}

describe("the settings of an identity provider", () => {
  test.each([SUMSUB, STRIPE])("are complete: $KYC_PROVIDER", (settings) => {
    expect(faults(settings)).toEqual([]);
  });

  test.each([
    ...Object.keys(SUMSUB).map((name) => [SUMSUB, name] as const),
    ...Object.keys(STRIPE).map((name) => [STRIPE, name] as const),
  ])("are named when they are missing: $0.KYC_PROVIDER, %s", (settings, name) => {
    for (const nothing of [undefined, "", " "])
      expect(faults({ ...settings, [name]: nothing })).toEqual([`${name} is missing`]);
  });

  test("are all named in one message", () => {
    expect(faults({ KYC_PROVIDER: "sumsub", CRON_SECRET: undefined }).sort()).toEqual([
      "CRON_SECRET is missing",
      "SUMSUB_APP_TOKEN is missing",
      "SUMSUB_LEVEL_NAME is missing",
      "SUMSUB_SECRET_KEY is missing",
      "SUMSUB_WEBHOOK_SECRET is missing",
    ]);
  });

  test("may have several webhook secrets, separated by commas", () => {
    const read = readEnv({ ...complete, ...SUMSUB, SUMSUB_WEBHOOK_SECRET: "old, new" });
    expect(read.SUMSUB_WEBHOOK_SECRET).toEqual(["old", "new"]);
    expect(faults({ ...STRIPE, STRIPE_IDENTITY_WEBHOOK_SECRET: "," })).toEqual([
      "STRIPE_IDENTITY_WEBHOOK_SECRET must be secrets, separated by commas",
    ]);
  });

  test("may name the levels that end a workflow, separated by commas", () => {
    const read = readEnv({ ...complete, ...SUMSUB, SUMSUB_APPROVAL_LEVELS: "one, last level" });
    expect(read.SUMSUB_APPROVAL_LEVELS).toEqual(["one", "last level"]);
    expect(faults({ ...SUMSUB, SUMSUB_APPROVAL_LEVELS: "one," })).toEqual([
      "SUMSUB_APPROVAL_LEVELS must be names of levels, separated by commas",
    ]);
  });
});

describe("the environment", () => {
  const live: Change = { ...STRIPE, STRIPE_SECRET_KEY: "sk_live_1" };

  test("production refuses a simulated identity provider by name", () => {
    expect(faults(PRODUCTION)).toEqual([
      "KYC_PROVIDER must not be sandbox in production: the sandbox only simulates",
    ]);
    expect(faults({ ...PRODUCTION, ...live })).toEqual([]);
  });

  test("production does not ask for the secret of the simulation that it refuses", () => {
    expect(faults({ ...PRODUCTION, SANDBOX_SECRET: undefined })).toEqual([
      "KYC_PROVIDER must not be sandbox in production: the sandbox only simulates",
    ]);
  });

  test("production refuses another address of a provider", () => {
    const bases = { SUMSUB_API_BASE: "http://127.0.0.1:1", STRIPE_API_BASE: "http://127.0.0.1:1" };
    expect(faults({ ...STRIPE, ...bases })).toEqual([]);
    expect(faults({ ...PRODUCTION, ...live, ...bases })).toEqual([
      "STRIPE_API_BASE must not be set in production",
      "SUMSUB_API_BASE must not be set in production",
    ]);
  });

  test("production refuses a token of Sumsub's sandbox, without its value", () => {
    expect(faults({ ...PRODUCTION, ...SUMSUB })).toEqual([
      "SUMSUB_APP_TOKEN is a token of Sumsub's sandbox, which production refuses",
    ]);
  });
});
