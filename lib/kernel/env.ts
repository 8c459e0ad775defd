import { z } from "zod";
import { APPROVAL_SETTINGS, approvalSettingFaults } from "./settings/approval";
import { CHAIN_SETTINGS, chainSettingFaults } from "./settings/chain";
import { base64Key, keyRing, signingKeys } from "./settings/key";
import { MAIL_SETTINGS, mailSettingFaults } from "./settings/mail";
import { milliseconds, positive } from "./settings/number";
import { OIDC_SETTINGS, oidcSettingFaults } from "./settings/oidc";
import { PROVIDER_SETTINGS, providerSettingFaults } from "./settings/provider";
import { RETENTION_SETTINGS } from "./settings/retention";
import { SHUTDOWN_SETTINGS, shutdownSettingFaults } from "./settings/shutdown";
import { SIGNER_SETTINGS, signerSettingFaults } from "./settings/signer";
import { TRACING_SETTINGS } from "./settings/tracing";

/** Seconds, separated by commas. */
const delaysS = z
  .string()
  .regex(/^\d{1,7}(,\d{1,7})*$/, "must be whole seconds, separated by commas")
  .transform((text) => text.split(",").map(Number))
  .optional();

const isWebUrl = (text: string) => /^https?:/i.test(text) && URL.canParse(text);

/** Also true if either text is not a web URL: the rule of its own setting reports that. */
function isSameOrigin(one: string, other: string): boolean {
  if (!isWebUrl(one) || !isWebUrl(other)) return true;
  return new URL(one).origin === new URL(other).origin;
}

/** Runs rules over several settings even if other rules fail, so that one message reports every fault. */
const always = () => true;

/**
 * Matches `http:` to another host than this machine, where `npm start` serves. Other faults are reported by the URL
 * rule.
 */
const OPEN_HTTP = /^http:\/\/(?!(127\.0\.0\.1|localhost|\[::1\])([:/]|$))/i;

const schema = z
  .object({
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    /** A connection that no pooler shares by statement or transaction, for LISTEN. Defaults to DATABASE_URL. */
    DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(16),
    /**
     * A connection without a response for this time counts as dead. It must be longer than the statement timeout of
     * PostgreSQL (15 s), so that the timeout error can arrive.
     */
    DATABASE_ANSWER_TIMEOUT_MS: milliseconds.default(20_000),
    /** How long after the beginning of an outage of the database, as in a failover, statements wait for its end. 0: not at all. */
    DATABASE_OUTAGE_WAIT_MS: z.coerce.number().int().min(0).max(60_000).default(8_000),
    /** `required` reports a fault while commits do not wait for a standby, even if no standby is connected. */
    DATABASE_SYNC_REPLICATION: z.enum(["optional", "required"]).default("optional"),
    /** How long `npm run serve` waits at its start for a database that does not respond. */
    DATABASE_START_WAIT_S: z.coerce.number().int().min(0).max(3_600).default(60),
    SERVICE_ENVIRONMENT: z.enum(["staging", "production"]),
    /** The name of this cell, where partners are distributed over several database clusters: docs/scaling.md. */
    CELL: z
      .string()
      .regex(/^[a-z][a-z0-9]{0,7}$/, "must be a lower-case letter and up to 7 more or digits")
      .optional(),
    /** The public URL of the service; the base of all links. */
    BASE_URL: z.url({ protocol: /^https?$/ }),
    /** The URL under which next-auth handles sign-ins. */
    NEXTAUTH_URL: z.url({ protocol: /^https?$/ }),
    /** The contact address of the status page and of suspended partners; without it the pages name no contact. */
    SUPPORT_EMAIL: z.email().optional(),
    /** The number of our proxies before the service that append to X-Forwarded-For: server/client-address.ts. */
    TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
    /** How long a request may take to arrive, its body included: server/server-options.ts. */
    REQUEST_TIMEOUT_MS: milliseconds.default(20_000),
    NEXTAUTH_SECRET: base64Key,
    CRON_SECRET: z.string().regex(/^\S{32,}$/, "must be 32 characters or more, without spaces"),
    LINK_SECRET: base64Key,
    CARD_KEYS: keyRing,
    /**
     * The version that seals. While a key is being introduced, this is a version that every process has:
     * docs/decisions/0039-key-rotation.md.
     */
    CARD_KEYS_SEAL_VERSION: positive.optional(),
    /**
     * Signs the daily roots of the ledger; without it no roots are made: docs/verifiable-ledger.md. The first key signs.
     */
    LEDGER_SIGNING_KEY: signingKeys.optional(),
    ...SIGNER_SETTINGS,
    ...PROVIDER_SETTINGS,
    ...MAIL_SETTINGS,
    ...APPROVAL_SETTINGS,
    ...OIDC_SETTINGS,
    ...TRACING_SETTINGS,
    ...SHUTDOWN_SETTINGS,
    ...RETENTION_SETTINGS,
    /** How often the rows of the last days and a part of the older ones are checked; in between each hour only new entries. */
    LEDGER_FULL_CHECK_HOURS: z.coerce.number().min(1).max(720).default(24),
    /** How many rows of each kind that part has. With more rows than 30 parts, all are checked less often than each 30 days. */
    LEDGER_CHECK_ROWS: z.coerce.number().int().min(1).max(1_000_000_000).default(5_000_000),
    SANDBOX_SECRET: base64Key.optional(),
    /** How long after a promotion to approver or admin a person's approvals count where two are required. */
    OPERATOR_APPROVAL_DELAY_HOURS: z.coerce.number().min(0).max(720).default(24),
    /** `off` if an external scheduler calls the background routes. */
    SCHEDULER: z.enum(["on", "off"]).default("on"),
    /** Timeout of one attempt, including the response body. */
    WEBHOOK_TIMEOUT_MS: milliseconds.default(10_000),
    /** Replaces the retry schedule of lib/webhooks/delivery/plan-retry.ts. */
    WEBHOOK_RETRY_DELAYS_S: delaysS,
    /** Concurrent requests of this process: in total, and per partner. */
    WEBHOOK_MAX_IN_FLIGHT: positive.default(256),
    WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER: positive.default(16),
    /** The polling interval for due retries. Source: spec: Delivery and retries: every 30 seconds. */
    WEBHOOK_SWEEP_MS: milliseconds.default(30_000),
    /** How long a process leases a delivery. Must be longer than the timeout. */
    WEBHOOK_LEASE_MS: milliseconds.default(30_000),
    /** An endpoint is paused after only failures for this time. */
    WEBHOOK_PAUSE_AFTER_S: positive.default(5 * 86_400),
    /** Allows receivers and identity providers on this machine over plain HTTP, for experiments; never in production. */
    WEBHOOK_ALLOW_LOOPBACK: z.enum(["on", "off"]).default("off"),
    ...CHAIN_SETTINGS,
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
  // The negated comparison passes NaN, which the setting's own rule reports.
  .refine((env) => !(env.WEBHOOK_LEASE_MS <= env.WEBHOOK_TIMEOUT_MS), {
    path: ["WEBHOOK_LEASE_MS"],
    message: "must be more than WEBHOOK_TIMEOUT_MS",
    when: always,
  })
  .superRefine(
    (env, context) => {
      const faults = [
        ...[providerSettingFaults, mailSettingFaults, signerSettingFaults],
        ...[approvalSettingFaults, oidcSettingFaults, shutdownSettingFaults, chainSettingFaults],
      ];
      for (const { name, message } of faults.flatMap((faultsOf) => faultsOf(env)))
        context.addIssue({ code: "custom", path: [name], message });
    },
    { when: always },
  );

export type Env = z.infer<typeof schema>;

type Source = Record<string, string | undefined>;

/**
 * Parses the settings. An empty value (`NAME=`) counts as unset.
 * @param furtherFaults returns faults beyond those of the settings themselves, one line each
 * @throws Error that names every missing or invalid setting.
 */
export function readEnv(
  environment: Source,
  furtherFaults: (source: Source) => string[] = () => [],
): Env {
  const source = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value?.trim() !== ""),
  );
  const parsed = schema.safeParse(source);
  const further = furtherFaults(source).map((fault) => `  ${fault}`);
  if (parsed.success && further.length === 0) return parsed.data;
  const lines = (parsed.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0]);
    // A rule over several settings may report one that has its default value.
    const isMissing = source[name] === undefined && issue.code !== "custom";
    return isMissing ? `  ${name} is missing` : `  ${name} ${issue.message}`;
  });
  throw new Error(
    `These settings are missing or invalid (see .env.example):\n${[...new Set([...lines, ...further])].join("\n")}`,
  );
}

let cached: Env | undefined;

/** The settings of this process, parsed once. */
export function env(): Env {
  cached ??= readEnv(process.env);
  return cached;
}

/** Discards the parsed settings, for tests that change the environment. */
export function forgetEnv(): void {
  cached = undefined;
}
