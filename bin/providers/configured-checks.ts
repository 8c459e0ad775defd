import { lithicIssuer } from "@/lib/cards/issuer/lithic";
import { lithicClient } from "@/lib/cards/issuer/lithic/call";
import type { LithicSettings } from "@/lib/cards/issuer/lithic/settings";
import { StripeIssuer } from "@/lib/cards/issuer/stripe/issuer";
import { stripeClient } from "@/lib/kernel/stripe/client";
import { type Environment, isStripeTestKey, NO_STRIPE_TEST_KEY, settingOf } from "./environment.ts";
import { issuerSteps } from "./issuer-steps.ts";
import { kycChecks, READ_SETTINGS } from "./kyc-checks.ts";
import { lithicTestMode } from "./lithic-test-mode.ts";
import type { ProviderCheck } from "./run-steps.ts";
import { settingsForACheck } from "./settings-for-a-check.ts";
import { stripeTestMode } from "./stripe-test-mode.ts";

/** The country of the invented cardholder. */
const COUNTRIES = ["US"];

function stripeCheck(environment: Environment): ProviderCheck {
  const provider = "Stripe Issuing";
  const key = settingOf(environment, "STRIPE_SECRET_KEY");
  if (key === undefined) return { provider, skipped: "STRIPE_SECRET_KEY is missing" };
  const chosen = settingOf(environment, "CARD_ISSUER") ?? "stripe";
  if (chosen !== "stripe") return { provider, skipped: `CARD_ISSUER is ${chosen}` };
  if (!isStripeTestKey(key)) return { provider, refused: NO_STRIPE_TEST_KEY };
  const client = stripeClient({
    STRIPE_SECRET_KEY: key,
    STRIPE_API_BASE: settingOf(environment, "STRIPE_API_BASE"),
  });
  const issuer = new StripeIssuer(client, COUNTRIES);
  return { provider, steps: issuerSteps(issuer, stripeTestMode(client)) };
}

/** The sandbox has a host of its own. */
function isLiveLithic(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined) return false;
  return URL.parse(baseUrl)?.hostname.toLowerCase() === "api.lithic.com";
}

function lithicCheck(environment: Environment): ProviderCheck {
  const provider = "Lithic";
  const apiKey = settingOf(environment, "LITHIC_API_KEY");
  if (apiKey === undefined) return { provider, skipped: "LITHIC_API_KEY is missing" };
  const baseUrl = settingOf(environment, "LITHIC_API_BASE");
  if (isLiveLithic(baseUrl))
    return { provider, refused: "LITHIC_API_BASE is Lithic's live service" };
  const business = settingOf(environment, "LITHIC_BUSINESS_ACCOUNT_TOKEN");
  const settings: LithicSettings = {
    apiKey,
    // Lithic's keys do not show their environment, but the sandbox refuses keys of production.
    environment: "sandbox",
    baseUrl,
    countries: COUNTRIES,
    cardProgramToken: settingOf(environment, "LITHIC_CARD_PROGRAM_TOKEN"),
    exemption:
      business === undefined
        ? { type: "PREPAID_CARD_USER" }
        : { type: "AUTHORIZED_USER", businessAccountToken: business },
  };
  const issuer = lithicIssuer(settings);
  return { provider, steps: issuerSteps(issuer, lithicTestMode(lithicClient(settings), issuer)) };
}

/**
 * Returns the check of each provider, by the settings that it needs. Some parts of the adapters read the settings of the
 * service, so those of this process are replaced by the ones that the checks need.
 */
export function configuredChecks(environment: Environment): ProviderCheck[] {
  const checks = [stripeCheck(environment), lithicCheck(environment), ...kycChecks(environment)];
  const made = checks.filter((check) => "steps" in check);
  const names = made.flatMap(({ provider }) => READ_SETTINGS[provider] ?? []);
  const settings = Object.fromEntries(names.map((name) => [name, settingOf(environment, name)]));
  if (made.length > 0) process.env = { NODE_ENV: "production", ...settingsForACheck(settings) };
  return checks;
}
