import { expect, test } from "vitest";
import { testEnvironment } from "@/test/environment";
import { requireValidEnvironment } from "./require-environment.ts";

const staging = testEnvironment("postgresql://postgres@127.0.0.1:5432/test");
const url = "https://cards.example.com";
const production = {
  ...staging,
  SERVICE_ENVIRONMENT: "production",
  BASE_URL: url,
  NEXTAUTH_URL: url,
};

test("staging starts with simulated providers", () => {
  expect(requireValidEnvironment(staging).KYC_PROVIDER).toBe("sandbox");
});

test("production does not, and one message names both settings and every other fault", () => {
  const start = () => requireValidEnvironment({ ...production, CRON_SECRET: "" });
  expect(start).toThrow(
    /CRON_SECRET is missing[\s\S]*KYC_PROVIDER must not[\s\S]*CARD_ISSUER must not/,
  );
});
