import { splitPhrase } from "@/lib/chain/signer/local";
import { localUrl, type StartSettings } from "../bootstrap/settings.mjs";
import { ledgerSigningKey, type Secrets } from "./secrets.ts";

interface ServerEnvironmentOptions {
  settings: StartSettings;
  secrets: Secrets;
  port?: number;
  databaseUrl?: string;
  /** The settings that connect the server to the local chains. */
  chains?: Record<string, string>;
}

/**
 * Makes the environment of the server: the settings of the caller first, missing ones from the data folder. Without the
 * URL of a database it serves only to be checked.
 */
export function serverEnvironment({
  settings,
  secrets,
  port = settings.port,
  databaseUrl = settings.externalDatabaseUrl ?? "postgresql://not-yet-started/",
  chains = {},
}: ServerEnvironmentOptions): Record<string, string | undefined> {
  const baseUrl = process.env.BASE_URL || localUrl(settings.host, port);
  const generated = {
    BASE_URL: baseUrl,
    NEXTAUTH_URL: baseUrl,
    NEXTAUTH_SECRET: secrets.nextauthSecret,
    CRON_SECRET: secrets.cronSecret,
    LINK_SECRET: secrets.linkSecret,
    CARD_KEYS: secrets.cardKeys,
    LEDGER_SIGNING_KEY: ledgerSigningKey(secrets),
    DEPOSIT_XPUB: secrets.depositXpub,
    ...signerKeys(secrets, settings.environment),
    SANDBOX_SECRET: secrets.sandboxSecret,
    KYC_PROVIDER: "sandbox",
    CARD_ISSUER: "sandbox",
    // Webhook receivers and identity providers of a demo run on the same machine; production refuses the setting.
    ...(settings.environment === "staging"
      ? { WEBHOOK_ALLOW_LOOPBACK: "on", SANDBOX_MAILBOX: "on" }
      : {}),
    NEXT_TELEMETRY_DISABLED: "1",
    // No load balancer has to notice the end, and a person waits for it.
    SHUTDOWN_DRAIN_MS: "0",
    SHUTDOWN_LIMIT_MS: "2000",
    ...chains,
  };
  return {
    ...generated,
    ...withoutEmpty(process.env),
    // The owner's login is for migrations alone: the server must not have it.
    DATABASE_MIGRATE_URL: undefined,
    DATABASE_URL: databaseUrl,
    SERVICE_ENVIRONMENT: settings.environment,
    DATA_DIR: settings.dataDir,
    HOST: settings.host,
    PORT: String(port),
    NODE_ENV: "production",
  };
}

const ownKeys = ["CHAIN_SIGNER", "CHAIN_TREASURY_KEY", "CHAIN_RELAYER_KEY", "CHAIN_DEPOSIT_XPRV"];

/**
 * The recovery phrase belongs to its public key: callers set all keys or none. Production takes the separate keys
 * instead of a phrase.
 */
function signerKeys(
  { signerMnemonic, depositXpub }: Secrets,
  environment: StartSettings["environment"],
) {
  const isOurs = !process.env.DEPOSIT_XPUB || process.env.DEPOSIT_XPUB === depositXpub;
  if (!isOurs || !signerMnemonic || ownKeys.some((name) => process.env[name])) return {};
  if (environment === "staging") return { CHAIN_SIGNER_MNEMONIC: signerMnemonic };
  const { treasury, relayer, depositXprv } = splitPhrase(signerMnemonic);
  return {
    CHAIN_TREASURY_KEY: treasury,
    CHAIN_RELAYER_KEY: relayer,
    CHAIN_DEPOSIT_XPRV: depositXprv,
  };
}

/** A variable that is set to nothing counts as not set. */
function withoutEmpty(env: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}
