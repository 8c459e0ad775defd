import type { Env } from "./env";

/** An external provider that production needs and that this version only simulates. */
export interface MissingProvider {
  setting: "KYC_PROVIDER" | "CARD_ISSUER";
  /** The consequence of the missing provider, in a sentence. */
  text: string;
}

/** The missing providers. The sandbox does not count in production, and this version has no other providers yet. */
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

/** The Retry-After of these refusals, in seconds: people must attach a provider, so early retries are useless. */
export const PROVIDER_RETRY_AFTER_S = "3600";
