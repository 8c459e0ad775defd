// SQL: reads the settings in force for a connection from the catalog.

import { errorCodeOf } from "@/lib/kernel/error-code";

/** The database role of the application. It may read the ledger and cannot write its tables. */
export const APP_ROLE = "partner_wallet_app";

/**
 * Firewalls forget connections after minutes without a packet, and a host that is gone closes none. Linux alone would send the
 * first packet after two hours.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 } as const;

/** The value of a setting, and a test for values that are as good. */
interface Setting {
  value: string;
  isKept(inForce: string): boolean;
}

const exactly = (value: string): Setting => ({ value, isKept: (inForce) => inForce === value });

/** A limit in milliseconds. A smaller value is as good; 0 would mean no limit. */
const atMost = (limitMs: number): Setting => ({
  value: String(limitMs),
  isKept: (inForce) => Number(inForce) > 0 && Number(inForce) <= limitMs,
});

const UTC_NAMES = new Set(["UTC", "Etc/UTC", "GMT", "Etc/GMT"]);

/**
 * The settings of every connection.
 *
 * force_generic_plan: one plan per statement, independent of its values. A plan for the values of one large partner
 * would scan the rows of all partners backwards until it finds 50 of that partner. enable_seqscan off: tables grow
 * between two runs of ANALYZE, and a plan from when a table was short must not scan the whole table when it is long.
 */
const CONNECTION_SETTINGS: Record<string, Setting> = {
  role: exactly(APP_ROLE),
  statement_timeout: atMost(15_000),
  lock_timeout: atMost(10_000),
  // A response is sent only for a commit that survives a crash, whatever the server's own setting is.
  synchronous_commit: {
    value: "on",
    isKept: (inForce) => inForce === "on" || inForce === "remote_apply",
  },
  // The rules of the database read, under their locks, what other transactions have committed since the transaction began.
  default_transaction_isolation: exactly("read committed"),
  // Prisma's driver adapter sends and reads times without their offset.
  TimeZone: { value: "UTC", isKept: (inForce) => UTC_NAMES.has(inForce) },
  plan_cache_mode: exactly("force_generic_plan"),
  enable_seqscan: exactly("off"),
  // PostgreSQL adds so much to the cost of a scan that it still needs that it would compile short statements for seconds. A
  // pooler without this setting makes the service slower, not wrong.
  jit: { value: "off", isKept: () => true },
  // A generic plan expects many rows in a range that has a few, and would start processes for them: 10 ms each time.
  max_parallel_workers_per_gather: { value: "0", isKept: () => true },
};

/** The startup parameter with the settings of a connection. A pooler may drop it silently. */
export function connectionOptions(): string {
  return Object.entries(CONNECTION_SETTINGS)
    .map(([name, { value }]) => `-c ${name}=${value.replaceAll(" ", "\\ ")}`)
    .join(" ");
}

/** An SQL expression for the current settings of the connection that evaluates it; times are in ms. */
export const SETTINGS_IN_FORCE = `(SELECT jsonb_object_agg(name, setting) || jsonb_build_object('role', current_user)
  FROM pg_settings WHERE name IN (${Object.keys(CONNECTION_SETTINGS)
    .map((name) => `'${name}'`)
    .join(", ")}))`;

export type SettingsInForce = Partial<Record<string, string>>;

/** A sentence that names the settings which the connection does not have; undefined if it has all. */
export function lostSettings(inForce: SettingsInForce): string | undefined {
  const lost = Object.entries(CONNECTION_SETTINGS)
    .filter(([name, { isKept }]) => !isKept(inForce[name] ?? ""))
    .map(([name, { value }]) => `${name} (wanted: ${value})`);
  if (lost.length === 0) return undefined;
  return `Connections to the database lose these settings: ${lost.join(", ")}.`;
}

/** The advice for lost settings. */
export const KEEP_SETTINGS =
  "A pooler, or DATABASE_URL itself, replaces the startup parameter options: " +
  "log in as the application's role, with the settings as its own. See docs/pooler.md";

const PREPARED_STATEMENTS =
  "The pooler mixes up prepared statements. PgBouncer keeps them apart from 1.21 on, with max_prepared_statements. " +
  "See docs/pooler.md";

const STARTUP_PARAMETER =
  "The pooler refuses the startup parameter options. Let it pass it over: ignore_startup_parameters = options. " +
  "See docs/pooler.md";

/** PostgreSQL sends "protocol violation" only to a faulty client; PgBouncer sends it for everything that it refuses. */
const PROTOCOL_VIOLATION = "08P01";
/** SQLSTATEs that show that a pooler mixes up prepared statements. */
const MIXED_UP = new Set(["26000", "42P05"]);

/** The meaning of a pooler's refusal, with advice; undefined for an error that is not a pooler's. */
export function poolerRefusal(error: unknown): string | undefined {
  const code = errorCodeOf(error);
  if (code !== undefined && MIXED_UP.has(code)) return PREPARED_STATEMENTS;
  if (code !== PROTOCOL_VIOLATION || !(error instanceof Error)) return undefined;
  if (/startup parameter/i.test(error.message)) return STARTUP_PARAMETER;
  return "The pooler cannot reach the database.";
}
