import { z } from "zod";

const base64Key = z
  .string()
  .refine(
    (text) => Buffer.from(text, "base64").length >= 32,
    "must be at least 32 bytes in base64",
  );

/** `1:<base64>,2:<base64>`: AES-256 keys by version; the highest one seals, all of them open. */
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
    SERVICE_ENVIRONMENT: z.enum(["staging", "production"]),
    /** Where people and partners reach the service; links are made from it. */
    BASE_URL: z.url({ protocol: /^https?$/ }),
    NEXTAUTH_URL: z.url({ protocol: /^https?$/ }),
    NEXTAUTH_SECRET: base64Key,
    CRON_SECRET: z.string().min(32),
    LINK_SECRET: base64Key,
    CARD_KEYS: keyRing,
    /** Extended public key that deposit addresses are derived from; the service never holds the private one. */
    DEPOSIT_XPUB: z.string().startsWith("xpub"),
    KYC_PROVIDER: z.enum(["sandbox"]),
    CARD_ISSUER: z.enum(["sandbox"]),
    SANDBOX_SECRET: base64Key.optional(),
    /** `off` when an outside scheduler calls the background routes. */
    SCHEDULER: z.enum(["on", "off"]).default("on"),
    /** For one attempt, the answer's body included. */
    WEBHOOK_TIMEOUT_MS: positive.default(10_000),
    /** Between an attempt that failed and the next one: as many retries as there are numbers. */
    WEBHOOK_RETRY_DELAYS_S: delaysS,
    /** Requests under way in this process: in all, and to one partner. */
    WEBHOOK_MAX_IN_FLIGHT: positive.default(256),
    WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER: positive.default(16),
    /** How often retries are looked for. Source: spec, Delivery and retries: every 30 seconds. */
    WEBHOOK_SWEEP_MS: positive.default(30_000),
    /** How long a process may keep what it took to send, before another takes it. Longer than the timeout. */
    WEBHOOK_LEASE_MS: positive.default(30_000),
    /** Failures alone for so long pause an endpoint. */
    WEBHOOK_PAUSE_AFTER_S: positive.default(5 * 86_400),
    /** Receivers on this machine over plain HTTP, for trying things; never in production. */
    WEBHOOK_ALLOW_LOOPBACK: z.enum(["on", "off"]).default("off"),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  })
  .refine((env) => env.SERVICE_ENVIRONMENT !== "production" || !OPEN_HTTP.test(env.BASE_URL), {
    path: ["BASE_URL"],
    message: "must be https in production",
    when: always,
  })
  .refine(
    (env) => env.SERVICE_ENVIRONMENT !== "production" || env.WEBHOOK_ALLOW_LOOPBACK !== "on",
    { path: ["WEBHOOK_ALLOW_LOOPBACK"], message: "must be off in production", when: always },
  )
  .refine((env) => env.WEBHOOK_LEASE_MS > env.WEBHOOK_TIMEOUT_MS, {
    path: ["WEBHOOK_LEASE_MS"],
    message: "must be more than WEBHOOK_TIMEOUT_MS",
    when: always,
  })
  .refine(
    (env) =>
      (env.KYC_PROVIDER !== "sandbox" && env.CARD_ISSUER !== "sandbox") || env.SANDBOX_SECRET,
    {
      path: ["SANDBOX_SECRET"],
      message: "is needed by the sandbox providers",
      when: always,
    },
  );

export type Env = z.infer<typeof schema>;

/** The settings, parsed. Throws one error that names every missing or invalid one. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return source[name] === undefined ? `  ${name} is missing` : `  ${name} ${issue.message}`;
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
