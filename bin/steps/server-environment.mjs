import { localUrl } from "./settings.mjs";

/**
 * The environment of the server: what the person who starts it has set comes first, and what is
 * missing comes from the data folder. Without a database's URL it is good for being checked only.
 *
 * @param {object} options
 * @param {ReturnType<import("./settings.mjs").readStartSettings>} options.settings
 * @param {import("./secrets.mjs").Secrets} options.secrets
 * @param {number} [options.port]
 * @param {string} [options.databaseUrl]
 * @returns {Record<string, string | undefined>}
 */
export function serverEnvironment({
  settings,
  secrets,
  port = settings.port,
  databaseUrl = settings.externalDatabaseUrl ?? "postgresql://not-yet-started/",
}) {
  const baseUrl = process.env.BASE_URL || localUrl(settings.host, port);
  const generated = {
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
    NEXT_TELEMETRY_DISABLED: "1",
  };
  return {
    ...generated,
    ...withoutEmpty(process.env),
    DATABASE_URL: databaseUrl,
    SERVICE_ENVIRONMENT: settings.environment,
    DATA_DIR: settings.dataDir,
    HOST: settings.host,
    PORT: String(port),
    NODE_ENV: "production",
  };
}

/** A variable that is set to nothing counts as not set. @param {Record<string, string | undefined>} env */
function withoutEmpty(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}
