import { z } from "zod";
import { isStandardSecret } from "../signatures/standard-webhook";

/** Signing secrets, separated by commas: more than one while a secret is being rotated. */
const secretList = z
  .string()
  .transform((text) => text.split(",").map((secret) => secret.trim()))
  .refine(
    (list) => list.every((secret) => /^\S+$/.test(secret)),
    "must be secrets, separated by commas",
  );
const secrets = secretList.optional();
/** Another text would verify nothing: each message, and with it each authorization, would be refused. */
const standardSecrets = secretList
  .refine(
    (list) => list.every(isStandardSecret),
    "must be secrets as Lithic shows them, whsec_ and base64, separated by commas",
  )
  .optional();

const token = z.string().regex(/^\S+$/, "must have no spaces").optional();
const apiBase = z.url({ protocol: /^https?$/ }).optional();

/** The settings of card issuers. */
const ISSUER_SETTINGS = {
  CARD_ISSUER: z.enum(["sandbox", "stripe", "lithic"]),
  /**
   * The countries of residence that the operator's card programme serves, ISO 3166-1 alpha-2, separated by commas.
   * Defaults to what the issuer serves everywhere: `US` for Stripe, `US,CA` for Lithic, all for the sandbox.
   */
  CARD_COUNTRIES: z
    .string()
    .transform((text) => text.split(",").map((code) => code.trim()))
    .refine(
      (codes) => codes.every((code) => /^[A-Z]{2}$/.test(code)),
      "must be ISO 3166-1 alpha-2 codes, separated by commas",
    )
    .optional(),
  /**
   * How long a decision about an authorization may take; then the authorization is declined. Stripe waits two seconds for
   * the response, Lithic three.
   */
  CARD_DECISION_TIMEOUT_MS: z.coerce.number().int().min(1).default(900),
  STRIPE_SECRET_KEY: token,
  /** Signs the requests for a decision about an authorization. */
  STRIPE_AUTHORIZATION_WEBHOOK_SECRET: secrets,
  /** Signs all other events of Stripe Issuing. */
  STRIPE_EVENTS_WEBHOOK_SECRET: secrets,
  /** Replaces the address of Stripe's API, for tests against a stand-in. */
  STRIPE_API_BASE: apiBase,
  LITHIC_API_KEY: token,
  LITHIC_AUTHORIZATION_WEBHOOK_SECRET: standardSecrets,
  LITHIC_EVENTS_WEBHOOK_SECRET: standardSecrets,
  LITHIC_API_BASE: apiBase,
  /** The card programme at Lithic, where the operator has more than one. */
  LITHIC_CARD_PROGRAM_TOKEN: z.uuid().optional(),
  /** Under which exemption Lithic enrols persons, as the operator agreed with Lithic's bank. */
  LITHIC_KYC_EXEMPTION_TYPE: z
    .enum(["PREPAID_CARD_USER", "AUTHORIZED_USER"])
    .default("PREPAID_CARD_USER"),
  /** The account of the enrolled business whose authorized users the persons are. */
  LITHIC_BUSINESS_ACCOUNT_TOKEN: z.uuid().optional(),
};

/** The settings of identity verification providers. */
const KYC_SETTINGS = {
  KYC_PROVIDER: z.enum(["sandbox", "sumsub", "stripe"]),
  /** The app token of a Sumsub client; one of its sandbox begins with `sbx:`. */
  SUMSUB_APP_TOKEN: token,
  /** Signs requests to Sumsub. */
  SUMSUB_SECRET_KEY: token,
  /** Signs Sumsub's callbacks. */
  SUMSUB_WEBHOOK_SECRET: secrets,
  /** The verification level to which persons are sent. */
  SUMSUB_LEVEL_NAME: z.string().optional(),
  /**
   * The levels of which an approval is the whole check, separated by commas: those with which a workflow can end. Defaults
   * to SUMSUB_LEVEL_NAME.
   */
  SUMSUB_APPROVAL_LEVELS: z
    .string()
    .transform((text) => text.split(",").map((level) => level.trim()))
    .refine(
      (levels) => levels.every((level) => level !== ""),
      "must be names of levels, separated by commas",
    )
    .optional(),
  SUMSUB_API_BASE: apiBase,
  /** Signs the callbacks of Stripe Identity. Its requests use STRIPE_SECRET_KEY. */
  STRIPE_IDENTITY_WEBHOOK_SECRET: secrets,
};

function isListSource(source: string): boolean {
  if (!/^(\/|https?:\/\/)\S+$/.test(source)) return false;
  return source.startsWith("/") || URL.canParse(source);
}

function hasCredentials(source: string): boolean {
  if (!URL.canParse(source)) return false;
  const { username, password } = new URL(source);
  return username !== "" || password !== "";
}

/** The settings of the sanctions screening: docs/decisions/0095-sanctions-screening.md */
const SCREENING_SETTINGS = {
  /** A file or an https URL with one sanctioned address a line, or in the first column. Without it nothing is screened. */
  SANCTIONS_LIST: z
    .string()
    .refine(isListSource, "must be an absolute path or an https URL")
    // fetch refuses such a URL, and quotes it in its error.
    .refine((source) => !hasCredentials(source), "must not contain a user name or password")
    .optional(),
  SANCTIONS_REFRESH_MINUTES: z.coerce.number().int().min(1).max(10_080).default(60),
  /** The SHA-256 of a list that is accepted although it has fewer than half of the addresses of the one before. */
  SANCTIONS_LIST_ACCEPT_SHA256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits in lower case")
    .optional(),
};

/** The settings of all outside providers. Part of the schema in env.ts. */
export const PROVIDER_SETTINGS = { ...KYC_SETTINGS, ...ISSUER_SETTINGS, ...SCREENING_SETTINGS };

/** The settings that a chosen provider needs: by the setting that chooses it, and its value. */
const NEEDED: Record<string, Record<string, readonly string[]>> = {
  CARD_ISSUER: {
    sandbox: ["SANDBOX_SECRET"],
    stripe: [
      "STRIPE_SECRET_KEY",
      "STRIPE_AUTHORIZATION_WEBHOOK_SECRET",
      "STRIPE_EVENTS_WEBHOOK_SECRET",
    ],
    lithic: [
      "LITHIC_API_KEY",
      "LITHIC_AUTHORIZATION_WEBHOOK_SECRET",
      "LITHIC_EVENTS_WEBHOOK_SECRET",
    ],
  },
  KYC_PROVIDER: {
    sandbox: ["SANDBOX_SECRET"],
    sumsub: ["SUMSUB_APP_TOKEN", "SUMSUB_SECRET_KEY", "SUMSUB_WEBHOOK_SECRET", "SUMSUB_LEVEL_NAME"],
    stripe: ["STRIPE_SECRET_KEY", "STRIPE_IDENTITY_WEBHOOK_SECRET"],
  },
};

/** The real card issuers, in the order of CARD_ISSUER. */
const OUTSIDE_ISSUERS = ["stripe", "lithic"] as const;
type OutsideIssuer = (typeof OUTSIDE_ISSUERS)[number];

/**
 * Returns the real card issuers that are attached: the one that issues new cards (CARD_ISSUER) first, and former ones
 * whose settings are all still there, because their cards live on.
 */
export function attachedIssuers(settings: Settings): OutsideIssuer[] {
  const isAttached = (name: OutsideIssuer) =>
    (NEEDED.CARD_ISSUER?.[name] ?? []).every((setting) => settings[setting] !== undefined);
  const isCurrent = (name: OutsideIssuer) => settings.CARD_ISSUER === name;
  const current = OUTSIDE_ISSUERS.filter(isCurrent);
  return [...current, ...OUTSIDE_ISSUERS.filter((name) => !isCurrent(name) && isAttached(name))];
}

const API_BASES = ["STRIPE_API_BASE", "LITHIC_API_BASE", "SUMSUB_API_BASE"] as const;

/** The part of the settings that the rules below read. A setting with a fault of its own may have any value. */
type Settings = Record<string, unknown>;

/** Stripe's keys say which of its two environments they belong to: `sk_live_…`, `rk_test_…`. */
function stripeKeyFault({ SERVICE_ENVIRONMENT, STRIPE_SECRET_KEY: key }: Settings) {
  if (typeof key !== "string") return undefined;
  if (SERVICE_ENVIRONMENT === "production" && key.includes("_test_"))
    return "is a key of Stripe's test mode, which production refuses";
  if (SERVICE_ENVIRONMENT === "staging" && key.includes("_live_"))
    return "is a live key, which staging refuses: it would issue real cards";
  return undefined;
}

function sumsubTokenFault({ SERVICE_ENVIRONMENT, SUMSUB_APP_TOKEN: token }: Settings) {
  return SERVICE_ENVIRONMENT === "production" && String(token).startsWith("sbx:")
    ? "is a token of Sumsub's sandbox, which production refuses"
    : undefined;
}

/** Every authorization is answered within a second; the rest of it is for checking the signature and for sending. */
const MAX_DECISION_TIMEOUT_MS = 950;

const isDecisionLate = ({ SERVICE_ENVIRONMENT, CARD_DECISION_TIMEOUT_MS }: Settings) =>
  SERVICE_ENVIRONMENT === "production" &&
  Number(CARD_DECISION_TIMEOUT_MS) > MAX_DECISION_TIMEOUT_MS;

/**
 * The settings that the chosen providers need and that are missing. In production the simulations are refused, so it would mislead to
 * ask for their secret.
 */
function missingSettings(settings: Settings): string[] {
  const isUseless = (provider: string) =>
    provider === "sandbox" && settings.SERVICE_ENVIRONMENT === "production";
  return Object.entries(NEEDED).flatMap(([choice, byProvider]) => {
    const provider = String(settings[choice]);
    const needed = isUseless(provider) ? [] : (byProvider[provider] ?? []);
    return needed.filter((name) => settings[name] === undefined);
  });
}

/** Returns the faults of the providers' settings together: each with the name of its setting. */
export function providerSettingFaults(settings: Settings): { name: string; message: string }[] {
  const faults = missingSettings(settings).map((name) => ({ name, message: "is missing" }));
  if (settings.SERVICE_ENVIRONMENT === "production")
    for (const name of API_BASES)
      if (settings[name] !== undefined)
        faults.push({ name, message: "must not be set in production" });
  if (
    settings.LITHIC_KYC_EXEMPTION_TYPE === "AUTHORIZED_USER" &&
    settings.LITHIC_BUSINESS_ACCOUNT_TOKEN === undefined
  )
    faults.push({
      name: "LITHIC_BUSINESS_ACCOUNT_TOKEN",
      message: "is missing: LITHIC_KYC_EXEMPTION_TYPE is AUTHORIZED_USER",
    });
  if (isDecisionLate(settings))
    faults.push({
      name: "CARD_DECISION_TIMEOUT_MS",
      message: `must be at most ${MAX_DECISION_TIMEOUT_MS} in production: each authorization is answered within a second`,
    });
  if (
    settings.SERVICE_ENVIRONMENT === "production" &&
    String(settings.SANCTIONS_LIST).startsWith("http:")
  )
    faults.push({ name: "SANCTIONS_LIST", message: "must be https in production" });
  const stripeKey = stripeKeyFault(settings);
  if (stripeKey) faults.push({ name: "STRIPE_SECRET_KEY", message: stripeKey });
  const sumsubToken = sumsubTokenFault(settings);
  if (sumsubToken) faults.push({ name: "SUMSUB_APP_TOKEN", message: sumsubToken });
  return faults;
}
