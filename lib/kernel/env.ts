import { pbkdf2Sync } from "node:crypto";
import { HDKey } from "viem/accounts";
import { z } from "zod";
import { microUsdFromNumber } from "./money";

const base64Key = z
  .string()
  .refine(
    (text) => Buffer.from(text, "base64").length >= 32,
    "must be at least 32 bytes in base64",
  );

/** `1:<base64>,2:<base64>`: AES-256 keys by version; all of them open, and the highest seals unless another is named. */
const keyRing = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim().split(":")))
  .refine(
    (parts) =>
      parts.every(
        ([version, key]) =>
          /^[1-9]\d*$/.test(version ?? "") && Buffer.from(key ?? "", "base64").length === 32,
      ),
    "must be <version>:<32 bytes in base64>, separated by commas",
  )
  .refine(
    (parts) => new Set(parts.map(([version]) => version)).size === parts.length,
    "must have each version once",
  )
  .transform(
    (parts) =>
      new Map(parts.map(([version, key]) => [Number(version), Buffer.from(key ?? "", "base64")])),
  );

const DEFAULT_RETRY_DELAYS_S = "30,120,480,1920,7680,30720,86400";

/** Seconds, separated by commas. */
const delaysS = z
  .string()
  .regex(/^\d{1,7}(,\d{1,7})*$/, "must be whole seconds, separated by commas")
  .default(DEFAULT_RETRY_DELAYS_S)
  .transform((text) => text.split(",").map(Number));

const positive = z.coerce.number().int().min(1);

/** Every chain of lib/chain/networks.ts, as it stands in names of settings. */
const CHAINS = [
  "BASE",
  "POLYGON",
  "OPTIMISM",
  "BASE_SEPOLIA",
  "POLYGON_AMOY",
  "OPTIMISM_SEPOLIA",
] as const;
type ChainSuffix = (typeof CHAINS)[number];

function perChain<Prefix extends string, Setting extends z.ZodType>(
  prefix: Prefix,
  setting: Setting,
) {
  return Object.fromEntries(CHAINS.map((chain) => [`${prefix}_${chain}`, setting])) as {
    [Chain in ChainSuffix as `${Prefix}_${Chain}`]: Setting;
  };
}

/** The parent of the deposit addresses: what DEPOSIT_XPUB is the public key of. */
export const DEPOSIT_PATH = "m/44'/60'/0'/0";
const PHRASE_RULE = "must be a BIP-39 phrase, the one that DEPOSIT_XPUB was made from";

/** Whether deposit addresses can be signed for: their public key comes from this phrase. */
function isPhraseOf(phrase: string, xpub: string): boolean {
  if (!/^([a-z]+ ){11,23}[a-z]+$/.test(phrase)) return false;
  // BIP-39's seed, by OpenSSL, which is much quicker than JavaScript: every process does this once.
  const seed = pbkdf2Sync(phrase, "mnemonic", 2048, 64, "sha512");
  return HDKey.fromMasterSeed(seed).derive(DEPOSIT_PATH).publicExtendedKey === xpub;
}

function isExtendedKey(text: string): boolean {
  try {
    // One that is private has no place in the settings: it would sign.
    return text.startsWith("xpub") && HDKey.fromExtendedKey(text).publicKey !== null;
  } catch {
    return false;
  }
}

const isWebUrl = (text: string) => /^https?:/i.test(text) && URL.canParse(text);

/** True too where one of them is no such URL: that is named by its own rule. */
function isSameOrigin(one: string, other: string): boolean {
  if (!isWebUrl(one) || !isWebUrl(other)) return true;
  return new URL(one).origin === new URL(other).origin;
}

/** Rules over several settings do not wait for the others to hold: one message names all that is wrong. */
const always = () => true;

/** `http:` is for this machine alone, where `npm start` serves. Anything else that is not a URL is named by its own rule. */
const OPEN_HTTP = /^http:\/\/(?!(127\.0\.0\.1|localhost|\[::1\])([:/]|$))/i;

const schema = z
  .object({
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    /** A connection that is not pooled by statement or transaction, for what listens; the same by default. */
    DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(16),
    /**
     * After so long without an answer a connection to the database is dead. PostgreSQL ends a statement itself after 15 s,
     * which must be heard first.
     */
    DATABASE_ANSWER_TIMEOUT_MS: positive.default(20_000),
    /** `required` where commits must wait for a standby: without one that is said, also when none is connected. */
    DATABASE_SYNC_REPLICATION: z.enum(["optional", "required"]).default("optional"),
    /** How long `npm run serve` waits at its start for a database that does not answer. */
    DATABASE_START_WAIT_S: z.coerce.number().int().min(0).max(3_600).default(60),
    SERVICE_ENVIRONMENT: z.enum(["staging", "production"]),
    /** Where people and partners reach the service; links are made from it. */
    BASE_URL: z.url({ protocol: /^https?$/ }),
    /** For next-auth, which keeps sign-ins there. */
    NEXTAUTH_URL: z.url({ protocol: /^https?$/ }),
    /** Whom suspended partners write to; their page names nobody without it. */
    SUPPORT_EMAIL: z.email().optional(),
    /** Proxies of ours between clients and the service, each adding to X-Forwarded-For: bin/steps/tell-client-address.mjs. */
    TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
    /** How long a request may take to arrive, its body included: bin/steps/end-slow-requests.mjs. */
    REQUEST_TIMEOUT_MS: positive.default(20_000),
    NEXTAUTH_SECRET: base64Key,
    CRON_SECRET: z.string().regex(/^\S{32,}$/, "must be 32 characters or more, without spaces"),
    LINK_SECRET: base64Key,
    CARD_KEYS: keyRing,
    /** Which of them seals. While a key is new, one that every process has: docs/decisions/0039-turning-keys.md. */
    CARD_KEYS_SEAL_VERSION: positive.optional(),
    /** Extended public key that deposit addresses are derived from; the service never holds the private one. */
    DEPOSIT_XPUB: z.string().refine(isExtendedKey, "must be an extended public key (xpub), whole"),
    KYC_PROVIDER: z.enum(["sandbox"]),
    CARD_ISSUER: z.enum(["sandbox"]),
    SANDBOX_SECRET: base64Key.optional(),
    /** How long after somebody became an approver or admin their approvals count where two are needed. */
    OPERATOR_APPROVAL_DELAY_HOURS: z.coerce.number().min(0).max(720).default(24),
    /** `off` when an outside scheduler calls the background routes. */
    SCHEDULER: z.enum(["on", "off"]).default("on"),
    /** For one attempt, the answer's body included. */
    WEBHOOK_TIMEOUT_MS: positive.default(10_000),
    /** Between an attempt that failed and the next one: as many retries as there are numbers. */
    WEBHOOK_RETRY_DELAYS_S: delaysS,
    /** Requests under way in this process: in all, and to one partner. */
    WEBHOOK_MAX_IN_FLIGHT: positive.default(256),
    WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER: positive.default(16),
    /** How often retries are looked for. Source: spec: Delivery and retries: every 30 seconds. */
    WEBHOOK_SWEEP_MS: positive.default(30_000),
    /** How long a process may keep what it took to send, before another takes it. Longer than the timeout. */
    WEBHOOK_LEASE_MS: positive.default(30_000),
    /** Failures alone for so long pause an endpoint. */
    WEBHOOK_PAUSE_AFTER_S: positive.default(5 * 86_400),
    /** Receivers on this machine over plain HTTP, for trying things; never in production. */
    WEBHOOK_ALLOW_LOOPBACK: z.enum(["on", "off"]).default("off"),
    /** A node of each chain, JSON-RPC over HTTP. A chain without one is off: nothing is credited or sent on it. */
    ...perChain("RPC_URL", z.url({ protocol: /^https?$/ }).optional()),
    /** How many blocks make a transaction certain, its own included, where another number than ours is wanted. */
    ...perChain("CONFIRMATIONS", positive.max(10_000).optional()),
    /** The first block that is read for deposits, where ours (docs/decisions/0015-chains.md) is not wanted. */
    ...perChain("CHAIN_START_BLOCK", z.coerce.number().int().min(0).optional()),
    /** Chains that run beside the service, as those of `npm start` do, separated by commas: no explorer knows them. */
    LOCAL_CHAINS: z
      .string()
      .default("")
      .transform((text) => text.split(",").filter((chain) => chain !== "")),
    /** For one request to a node, its answer included. */
    CHAIN_RPC_TIMEOUT_MS: positive.default(10_000),
    /** How often chains are looked at, approved withdrawals are sent, and deposit addresses are swept. */
    CHAIN_WATCH_MS: positive.default(1_000),
    CHAIN_SEND_MS: positive.default(1_000),
    CHAIN_SWEEP_MS: positive.default(60_000),
    /** What a deposit address must have to be swept while the treasury is not short. */
    CHAIN_SWEEP_MIN_USD: z.coerce
      .number()
      .min(0)
      .max(1_000_000)
      .refine((usd) => microUsdFromNumber(usd, 6) !== null, "must have six decimals at most")
      .default(5),
    /** An alert tells when the relayer's coin suffices for fewer transfers than these, at what gas costs now. */
    CHAIN_GAS_FLOOR_TRANSFERS: positive.default(200),
    /** How often the books are held against the chains. */
    CHAIN_RECONCILE_MS: positive.default(3_600_000),
    /** How long an authorisation to pay is good for, by the chain's clock: only then can a payout fail for good. */
    CHAIN_PAYOUT_VALID_S: positive.default(86_400),
    /** How long a transaction may wait to be mined, by the chain's clock, before more is offered for it. */
    CHAIN_REPLACE_AFTER_MS: positive.default(30_000),
    /** The most that is ever offered for a unit of gas, where another limit than ours is wanted. */
    CHAIN_MAX_FEE_GWEI: z.coerce.number().positive().optional(),
    /** Transactions sent and not mined at any time, on each chain. Nodes keep 16 of one sender for certain. */
    CHAIN_MAX_IN_FLIGHT: positive.max(64).default(16),
    /** How long a process that died keeps others from sending on a chain. Much longer than one request. */
    CHAIN_LEASE_MS: positive.default(60_000),
    /**
     * Signs payouts, sweeps and the relayer's transactions: m/44'/60'/0'/0/i are the deposit addresses, m/44'/60'/1'/0/0
     * the treasury, m/44'/60'/2'/0/0 the relayer. Without it nothing is sent.
     */
    CHAIN_SIGNER_MNEMONIC: z.string().optional(),
    /** Sends the sandbox's deposits; on the local chains of `npm start` it is made by itself. */
    SANDBOX_FAUCET_PRIVATE_KEY: z
      .string()
      .regex(/^0x[0-9a-f]{64}$/i, "must be 0x and 64 hexadecimal digits")
      .transform((key) => key as `0x${string}`)
      .optional(),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  })
  .refine((env) => env.SERVICE_ENVIRONMENT !== "production" || !OPEN_HTTP.test(env.BASE_URL), {
    path: ["BASE_URL"],
    message: "must be https in production",
    when: always,
  })
  .refine((env) => isSameOrigin(env.NEXTAUTH_URL, env.BASE_URL), {
    path: ["NEXTAUTH_URL"],
    message: "must have the host and port of BASE_URL: nobody could stay signed in",
    when: always,
  })
  .refine(
    ({ CARD_KEYS_SEAL_VERSION: version, CARD_KEYS: ring }) =>
      version === undefined || !(ring instanceof Map) || ring.has(version),
    { path: ["CARD_KEYS_SEAL_VERSION"], message: "must be a version of CARD_KEYS", when: always },
  )
  .refine(
    (env) => env.SERVICE_ENVIRONMENT !== "production" || env.WEBHOOK_ALLOW_LOOPBACK !== "on",
    { path: ["WEBHOOK_ALLOW_LOOPBACK"], message: "must be off in production", when: always },
  )
  // One that is not a number is named by its own rule.
  .refine((env) => !(env.WEBHOOK_LEASE_MS <= env.WEBHOOK_TIMEOUT_MS), {
    path: ["WEBHOOK_LEASE_MS"],
    message: "must be more than WEBHOOK_TIMEOUT_MS",
    when: always,
  })
  .refine(
    ({ CHAIN_SIGNER_MNEMONIC: phrase, DEPOSIT_XPUB: xpub }) =>
      phrase === undefined || !isExtendedKey(xpub) || isPhraseOf(phrase, xpub),
    { path: ["CHAIN_SIGNER_MNEMONIC"], message: PHRASE_RULE, when: always },
  )
  .refine(
    (env) =>
      (env.KYC_PROVIDER !== "sandbox" && env.CARD_ISSUER !== "sandbox") || env.SANDBOX_SECRET,
    {
      path: ["SANDBOX_SECRET"],
      message: "is missing",
      when: always,
    },
  );

export type Env = z.infer<typeof schema>;

/**
 * The settings, parsed. One that is set to nothing is not set, as in `NAME=` of a file. Throws one error that names every
 * missing or invalid one.
 */
export function readEnv(environment: Record<string, string | undefined>): Env {
  const source = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value?.trim() !== ""),
  );
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    // A rule over several settings may name one that was left to its default.
    const isMissing = source[name] === undefined && issue.code !== "custom";
    return isMissing ? `  ${name} is missing` : `  ${name} ${issue.message}`;
  });
  throw new Error(
    `These settings are missing or invalid (see .env.example):\n${[...new Set(lines)].join("\n")}`,
  );
}

let cached: Env | undefined;

/** The settings of this process, read once. */
export function env(): Env {
  cached ??= readEnv(process.env);
  return cached;
}

/** The settings are read again at the next use: for tests, which change them while they run. */
export function forgetEnv(): void {
  cached = undefined;
}
