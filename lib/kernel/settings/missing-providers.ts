import type { Env } from "../env";

/** An external provider that production needs and that is only simulated. */
export interface MissingProvider {
  setting: "KYC_PROVIDER" | "CARD_ISSUER";
  /** The consequence of the missing provider, in a sentence. */
  text: string;
}

/** The missing providers: the sandbox does not count in production. */
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

/**
 * Returns the faults with which the service refuses to start in production, one line each: a simulated provider. Use as
 * the further faults of `readEnv`.
 */
export function simulatedInProduction(source: Record<string, string | undefined>): string[] {
  if (source.SERVICE_ENVIRONMENT !== "production") return [];
  return (["KYC_PROVIDER", "CARD_ISSUER"] as const)
    .filter((setting) => source[setting] === "sandbox")
    .map((setting) => `${setting} must not be sandbox in production: the sandbox only simulates`);
}

/** The Retry-After of these refusals, in seconds: people must attach a provider, so early retries are useless. */
export const PROVIDER_RETRY_AFTER_S = "3600";
