import { Fault } from "../bootstrap/faults.mjs";
import { setting } from "../bootstrap/setting.mjs";

/** The logins to the database, each with what it is for. */
export interface DatabaseUrls {
  /** The application's login, through a pooler where there is one. */
  service: string;
  /** The application's login, past the pooler: for LISTEN and for reading whole tables. */
  direct: string;
  /** The login of the database's owner, past the pooler. */
  migrate: string;
}

/**
 * The database's URLs from the environment: DATABASE_DIRECT_URL is DATABASE_URL unless it is set, and DATABASE_MIGRATE_URL
 * is DATABASE_DIRECT_URL. Throws a Fault when all are missing or one is not a URL of PostgreSQL.
 */
export function databaseUrls(env: Record<string, string | undefined> = process.env): DatabaseUrls {
  const [service, direct, migrate] = [
    "DATABASE_URL",
    "DATABASE_DIRECT_URL",
    "DATABASE_MIGRATE_URL",
  ].map((name) => postgresUrl(name, setting(name, env)));
  const first = service ?? direct ?? migrate;
  if (first === undefined) {
    throw new Fault(
      "settings",
      "DATABASE_URL is not set: postgresql://user:password@host:port/database",
    );
  }
  return {
    service: service ?? direct ?? first,
    direct: direct ?? service ?? first,
    migrate: migrate ?? direct ?? first,
  };
}

function postgresUrl(name: string, value: string | undefined) {
  if (value === undefined) return undefined;
  if (URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)) return value;
  // Not quoted: it may hold a password.
  throw new Fault(
    "settings",
    `${name} is no URL of PostgreSQL: postgresql://user:password@host:port/database`,
  );
}
