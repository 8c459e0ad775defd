import type { Env } from "./env";

/** Something outside that production needs and that is only simulated. */
export interface MissingProvider {
  setting: "KYC_PROVIDER" | "CARD_ISSUER";
  /** What cannot be done without it, in a sentence. */
  text: string;
}

/**
 * The providers that are missing: in production the sandbox stands in for none of them. This version has no other ones yet.
 */
export function missingProviders({
  SERVICE_ENVIRONMENT,
  KYC_PROVIDER,
  CARD_ISSUER,
}: Pick<Env, "SERVICE_ENVIRONMENT" | "KYC_PROVIDER" | "CARD_ISSUER">): MissingProvider[] {
  if (SERVICE_ENVIRONMENT !== "production") return [];
  const missing: MissingProvider[] = [];
  if (KYC_PROVIDER === "sandbox")
    missing.push({
      setting: "KYC_PROVIDER",
      text: "No user can be created: no identity verification provider is attached.",
    });
  if (CARD_ISSUER === "sandbox")
    missing.push({
      setting: "CARD_ISSUER",
      text: "No card can be issued: no card issuer is attached.",
    });
  return missing;
}

/** How long a partner should wait before it asks again: a provider is attached by people. */
export const PROVIDER_RETRY_AFTER_S = "3600";
