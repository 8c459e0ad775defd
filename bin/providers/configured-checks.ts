import { lithicIssuer } from "@/lib/cards/issuer/lithic";
import { StripeIssuer } from "@/lib/cards/issuer/stripe/issuer";
import { stripeClient } from "@/lib/kernel/stripe/client";
import { type Environment, isStripeTestKey, NO_STRIPE_TEST_KEY, settingOf } from "./environment.ts";
import { issuerSteps } from "./issuer-steps.ts";
import { kycChecks } from "./kyc-checks.ts";
import type { ProviderCheck } from "./run-steps.ts";

/** The country of the invented cardholder. */
const COUNTRIES = ["US"];

function stripeCheck(environment: Environment): ProviderCheck {
  const provider = "Stripe Issuing";
  const key = settingOf(environment, "STRIPE_SECRET_KEY");
  if (key === undefined) return { provider, skipped: "STRIPE_SECRET_KEY is missing" };
  const issuer = settingOf(environment, "CARD_ISSUER") ?? "stripe";
  if (issuer !== "stripe") return { provider, skipped: `CARD_ISSUER is ${issuer}` };
  if (!isStripeTestKey(key)) return { provider, refused: NO_STRIPE_TEST_KEY };
  const client = stripeClient({
    STRIPE_SECRET_KEY: key,
    STRIPE_API_BASE: settingOf(environment, "STRIPE_API_BASE"),
  });
  return { provider, steps: issuerSteps(new StripeIssuer(client, COUNTRIES)) };
}

function lithicCheck(environment: Environment): ProviderCheck {
  const provider = "Lithic";
  const apiKey = settingOf(environment, "LITHIC_API_KEY");
  if (apiKey === undefined) return { provider, skipped: "LITHIC_API_KEY is missing" };
  const business = settingOf(environment, "LITHIC_BUSINESS_ACCOUNT_TOKEN");
  const issuer = lithicIssuer({
    apiKey,
    // Keys do not say what they are for: the sandbox does not accept those of production.
    environment: "sandbox",
    baseUrl: settingOf(environment, "LITHIC_API_BASE"),
    countries: COUNTRIES,
    cardProgramToken: settingOf(environment, "LITHIC_CARD_PROGRAM_TOKEN"),
    exemption:
      business === undefined
        ? { type: "PREPAID_CARD_USER" }
        : { type: "AUTHORIZED_USER", businessAccountToken: business },
  });
  return { provider, steps: issuerSteps(issuer) };
}

/** Returns the check of each provider, by the settings that it needs. */
export function configuredChecks(environment: Environment): ProviderCheck[] {
  return [stripeCheck(environment), lithicCheck(environment), ...kycChecks(environment)];
}
