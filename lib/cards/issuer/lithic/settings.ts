import type { Env } from "@/lib/kernel/env";

/** How the operator's programme at Lithic is set up. */
export interface LithicSettings {
  apiKey: string;
  environment: "production" | "sandbox";
  /** Replaces the address of the environment, for tests against a stand-in. */
  baseUrl: string | undefined;
  /** The countries of residence that the programme serves, ISO 3166-1 alpha-2. */
  countries: readonly string[];
  /** Lithic's default programme when undefined. */
  cardProgramToken: string | undefined;
  /** Under which exemption Lithic enrols persons whose identity was checked elsewhere. */
  exemption:
    | { type: "PREPAID_CARD_USER" }
    | { type: "AUTHORIZED_USER"; businessAccountToken: string };
}

/** Where Lithic enrols persons: its programmes are for residents of these countries. */
const COUNTRIES = ["US", "CA"];

/** Returns the settings of Lithic from those of the service, which is configured to use it. */
export function lithicSettings(env: Env): LithicSettings {
  const { LITHIC_KYC_EXEMPTION_TYPE: type, LITHIC_BUSINESS_ACCOUNT_TOKEN: business = "" } = env;
  return {
    apiKey: env.LITHIC_API_KEY ?? "",
    environment: env.SERVICE_ENVIRONMENT === "production" ? "production" : "sandbox",
    baseUrl: env.LITHIC_API_BASE,
    countries: env.CARD_COUNTRIES ?? COUNTRIES,
    cardProgramToken: env.LITHIC_CARD_PROGRAM_TOKEN,
    exemption: type === "AUTHORIZED_USER" ? { type, businessAccountToken: business } : { type },
  };
}
