import { type Environment, isStripeTestKey, NO_STRIPE_TEST_KEY, settingOf } from "./environment.ts";
import { identitySteps } from "./identity-steps.ts";
import type { ProviderCheck } from "./run-steps.ts";
import { sumsubSteps } from "./sumsub-steps.ts";

const SUMSUB_SETTINGS = ["SUMSUB_APP_TOKEN", "SUMSUB_SECRET_KEY", "SUMSUB_LEVEL_NAME"];

function sumsubCheck(environment: Environment): ProviderCheck {
  const provider = "Sumsub";
  const missing = SUMSUB_SETTINGS.filter((name) => settingOf(environment, name) === undefined);
  if (missing.length > 0) return { provider, skipped: `${missing.join(", ")} missing` };
  if (!settingOf(environment, "SUMSUB_APP_TOKEN")?.startsWith("sbx:"))
    return { provider, refused: "SUMSUB_APP_TOKEN is not a token of the sandbox (sbx:…)" };
  return { provider, steps: sumsubSteps() };
}

/** Many accounts at Stripe have no access to Stripe Identity, so it is checked only where it is chosen. */
function identityCheck(environment: Environment): ProviderCheck {
  const provider = "Stripe Identity";
  if (settingOf(environment, "KYC_PROVIDER") !== "stripe")
    return { provider, skipped: "KYC_PROVIDER is not stripe" };
  const key = settingOf(environment, "STRIPE_SECRET_KEY");
  if (key === undefined) return { provider, skipped: "STRIPE_SECRET_KEY is missing" };
  if (!isStripeTestKey(key)) return { provider, refused: NO_STRIPE_TEST_KEY };
  return { provider, steps: identitySteps() };
}

/** The settings that each adapter takes from those of the service. */
export const READ_SETTINGS: Readonly<Record<string, readonly string[]>> = {
  Sumsub: [...SUMSUB_SETTINGS, "SUMSUB_API_BASE"],
  "Stripe Identity": ["STRIPE_SECRET_KEY", "STRIPE_API_BASE"],
};

/** Returns the checks of the identity verification providers. */
export const kycChecks = (environment: Environment): ProviderCheck[] => [
  sumsubCheck(environment),
  identityCheck(environment),
];
