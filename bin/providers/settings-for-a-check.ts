import { makeSecrets } from "../service/secrets.ts";

/**
 * A complete environment of the service for adapters that read the service's settings: a check shall need none but the
 * provider's own. The secrets are new and protect nothing.
 */
export function settingsForACheck(
  ofProvider: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const secrets = makeSecrets();
  const baseUrl = "http://127.0.0.1:3000";
  return {
    DATABASE_URL: "postgresql://not-used/",
    SERVICE_ENVIRONMENT: "staging",
    BASE_URL: baseUrl,
    NEXTAUTH_URL: baseUrl,
    NEXTAUTH_SECRET: secrets.nextauthSecret,
    CRON_SECRET: secrets.cronSecret,
    LINK_SECRET: secrets.linkSecret,
    CARD_KEYS: secrets.cardKeys,
    DEPOSIT_XPUB: secrets.depositXpub,
    SANDBOX_SECRET: secrets.sandboxSecret,
    KYC_PROVIDER: "sandbox",
    CARD_ISSUER: "sandbox",
    ...ofProvider,
  };
}
