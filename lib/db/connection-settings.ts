/** The role that the application runs as; it may read the ledger and cannot write its tables. */
export const APP_ROLE = "partner_wallet_app";

/** What a setting is asked to be, and which of its values are as good. */
interface Setting {
  value: string;
  isKept(inForce: string): boolean;
}

const exactly = (value: string): Setting => ({ value, isKept: (inForce) => inForce === value });

/** Milliseconds; less is as good, and 0 would be none at all. */
const atMost = (limitMs: number): Setting => ({
  value: String(limitMs),
  isKept: (inForce) => Number(inForce) > 0 && Number(inForce) <= limitMs,
});

/**
 * What every connection is set to.
 *
 * One plan per statement, whatever its values: made once, and never the one that a single large partner would suggest,
 * which reads everybody's rows backwards until 50 of its own are found. And by index: tables grow between two looks of
 * the statistics, and a plan made while one was short must not read it whole when it is long.
 */
const CONNECTION_SETTINGS: Record<string, Setting> = {
  role: exactly(APP_ROLE),
  statement_timeout: atMost(15_000),
  lock_timeout: atMost(10_000),
  // An answer is only given for what a crash cannot take back, whatever the server's own setting is.
  synchronous_commit: {
    value: "on",
    isKept: (inForce) => inForce === "on" || inForce === "remote_apply",
  },
  plan_cache_mode: exactly("force_generic_plan"),
  enable_seqscan: exactly("off"),
};

/** The startup parameter by which a connection asks for its settings. A pooler may drop it without a word. */
export function connectionOptions(): string {
  return Object.entries(CONNECTION_SETTINGS)
    .map(([name, { value }]) => `-c ${name}=${value}`)
    .join(" ");
}

/** An expression for the settings that are in force where it is evaluated; times are in ms. */
export const SETTINGS_IN_FORCE = `(SELECT jsonb_object_agg(name, setting) || jsonb_build_object('role', current_user)
  FROM pg_settings WHERE name IN (${Object.keys(CONNECTION_SETTINGS)
    .map((name) => `'${name}'`)
    .join(", ")}))`;

export type SettingsInForce = Partial<Record<string, string>>;

/** What of a connection's settings was lost on its way, in a sentence; undefined when nothing was. */
export function lostSettings(inForce: SettingsInForce): string | undefined {
  const lost = Object.entries(CONNECTION_SETTINGS)
    .filter(([name, { isKept }]) => !isKept(inForce[name] ?? ""))
    .map(([name, { value }]) => `${name} (wanted: ${value})`);
  if (lost.length === 0) return undefined;
  return `Connections to the database lose these settings: ${lost.join(", ")}.`;
}

/** What to do about settings that are lost. */
export const KEEP_SETTINGS =
  "A pooler, or DATABASE_URL itself, replaces the startup parameter options: " +
  "log in as the application's role, with the settings as its own. See docs/pooler.md";

const PREPARED_STATEMENTS =
  "The pooler mixes up prepared statements. PgBouncer keeps them apart from 1.21 on, with max_prepared_statements. " +
  "See docs/pooler.md";

const STARTUP_PARAMETER =
  "The pooler refuses the startup parameter options. Let it pass it over: ignore_startup_parameters = options. " +
  "See docs/pooler.md";

/** PostgreSQL itself says "protocol violation" only to a client that is broken; PgBouncer says it of whatever it refuses. */
const PROTOCOL_VIOLATION = "08P01";
/** SQLSTATEs by which a pooler gives itself away that mixes up prepared statements. */
const MIXED_UP = new Set(["26000", "42P05"]);

/** What a pooler's refusal means and what to do; undefined for an error that is not a pooler's. */
export function poolerRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error)) return undefined;
  if (MIXED_UP.has(String(error.code))) return PREPARED_STATEMENTS;
  if (error.code !== PROTOCOL_VIOLATION) return undefined;
  if (/startup parameter/i.test(error.message)) return STARTUP_PARAMETER;
  return "The pooler cannot reach the database.";
}
