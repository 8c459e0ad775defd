import { Fault } from "../bootstrap/faults.mjs";
import { setting } from "../bootstrap/setting.mjs";

/**
 * The logins to the database, each with what it is for.
 *
 * @typedef {object} DatabaseUrls
 * @property {string} service of the application, through a pooler where there is one
 * @property {string} direct of the application, past the pooler: for what listens or reads whole tables
 * @property {string} migrate of the database's owner, past the pooler
 */

/**
 * The database's URLs from the environment: DATABASE_DIRECT_URL is DATABASE_URL unless it is set, and DATABASE_MIGRATE_URL
 * is DATABASE_DIRECT_URL. Ends with a Fault when one is missing or no URL of PostgreSQL.
 *
 * @param {Record<string, string | undefined>} [env]
 * @returns {DatabaseUrls}
 */
export function databaseUrls(env = process.env) {
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

/** @param {string} name @param {string | undefined} value */
function postgresUrl(name, value) {
  if (value === undefined) return undefined;
  if (URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)) return value;
  // Not quoted: it may hold a password.
  throw new Fault(
    "settings",
    `${name} is no URL of PostgreSQL: postgresql://user:password@host:port/database`,
  );
}
