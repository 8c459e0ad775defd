import { splitPhrase } from "@/lib/chain/signer/local";
import { makeSecrets } from "../../service/secrets.ts";
import { databaseUrl } from "../database-url.ts";
import type { Passwords } from "../passwords.ts";
import { HOST } from "../ports.ts";

export type Settings = Record<string, string | undefined>;

/** Every setting of the service's processes, by role. Secrets are new and end with the rehearsal. */
export interface ServiceSettings {
  web: Settings;
  worker: Settings;
  /** What `npm run chain` needs of them. */
  chain: Settings;
  ownerUrl: string;
}

const OWN_ENVIRONMENT = ["PATH", "HOME", "TMPDIR", "LANG"];

/** Only what the processes need of this process's own environment: no setting of another service gets in. */
const ownEnvironment = () =>
  Object.fromEntries(OWN_ENVIRONMENT.map((name) => [name, process.env[name]]));

interface SettingsOptions {
  /** The ports by which callers reach the web processes, and the service PostgreSQL: by a pooler, and without one. */
  ports: Record<"web" | "pooled" | "direct", number>;
  passwords: Passwords;
  /** The host by which the service reaches PostgreSQL without a pooler. This machine by default. */
  directHost?: string;
  /** The certificate of the authority by which the service verifies PostgreSQL. No TLS without it. */
  authorityFile?: string | undefined;
  /** What this rehearsal alone sets. */
  more: Settings;
}

export function makeSettings(options: SettingsOptions): ServiceSettings {
  const { ports, passwords, directHost = HOST, authorityFile, more } = options;
  const secrets = makeSecrets();
  const keys = splitPhrase(secrets.signerMnemonic ?? "");
  const app = { user: "partner_wallet_app", password: passwords.app, authorityFile };
  const direct = { port: ports.direct, host: directHost };
  const baseUrl = `http://${HOST}:${ports.web}`;
  const web = {
    ...ownEnvironment(),
    SERVICE_ENVIRONMENT: "staging",
    HOST,
    BASE_URL: baseUrl,
    NEXTAUTH_URL: baseUrl,
    DATABASE_URL: databaseUrl({ ...app, port: ports.pooled }),
    DATABASE_DIRECT_URL: databaseUrl({ ...app, ...direct }),
    NEXTAUTH_SECRET: secrets.nextauthSecret,
    CRON_SECRET: secrets.cronSecret,
    LINK_SECRET: secrets.linkSecret,
    CARD_KEYS: secrets.cardKeys,
    LEDGER_SIGNING_KEY: secrets.ledgerSigningKey,
    SANDBOX_SECRET: secrets.sandboxSecret,
    DEPOSIT_XPUB: secrets.depositXpub,
    KYC_PROVIDER: "sandbox",
    CARD_ISSUER: "sandbox",
    NEXT_TELEMETRY_DISABLED: "1",
    ...more,
  };
  const signer = {
    CHAIN_TREASURY_KEY: keys.treasury,
    CHAIN_RELAYER_KEY: keys.relayer,
    CHAIN_DEPOSIT_XPRV: keys.depositXprv,
  };
  return {
    web,
    worker: { ...web, ...signer },
    chain: { ...ownEnvironment(), CHAIN_RELAYER_KEY: keys.relayer },
    ownerUrl: databaseUrl({ ...app, ...direct, user: "wallet", password: passwords.owner }),
  };
}
