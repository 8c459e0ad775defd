import type { Env } from "./env";

/**
 * The names under which the calls and callbacks of a configured provider are recorded, for Health and the metrics. Stripe
 * has a name per product, because each of them can fail alone.
 */
export const CARD_ISSUER_NAMES = {
  sandbox: "sandbox",
  stripe: "stripe-issuing",
  lithic: "lithic",
} as const satisfies Record<Env["CARD_ISSUER"], string>;

export const KYC_PROVIDER_NAMES = {
  sandbox: "sandbox",
  sumsub: "sumsub",
  stripe: "stripe-identity",
} as const satisfies Record<Env["KYC_PROVIDER"], string>;
