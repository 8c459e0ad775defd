import { APP_ROLE } from "./connection-settings";

/**
 * What the login of this connection may do beyond the application's role, an array of texts: empty for a login that no
 * statement can lift above that role. A connection works as the application's role in any case, but `SET ROLE NONE` takes it
 * back to its login.
 */
export const EXCESS_RIGHTS = `array_remove(ARRAY[
  CASE WHEN (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) THEN 'is a superuser' END,
  CASE WHEN (SELECT rolcreaterole FROM pg_roles WHERE rolname = session_user) THEN 'may create roles' END,
  CASE WHEN EXISTS (SELECT FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid
    WHERE n.nspname IN ('ledger', 'public')
      AND (pg_has_role(session_user, n.nspowner, 'MEMBER') OR pg_has_role(session_user, c.relowner, 'MEMBER')))
    THEN 'owns the tables' END,
  CASE WHEN pg_has_role(session_user, 'pg_write_all_data', 'MEMBER') THEN 'may write all data' END], NULL)`;

/** What is wrong with a login that may do more than the application, in a sentence; undefined where it may not. */
export function loginFault(login: string, excess: readonly string[]): string | undefined {
  if (excess.length === 0) return undefined;
  return (
    `The service logs in to the database as ${login}, which ${excess.join(" and ")}: ` +
    "SQL that gets through the service could switch off the rules of the ledger."
  );
}

/** What to do about such a login. */
export const USE_APP_LOGIN =
  `As that login run once: ALTER ROLE ${APP_ROLE} LOGIN PASSWORD '…'; then set DATABASE_URL (and DATABASE_DIRECT_URL) ` +
  `to ${APP_ROLE} with that password, and DATABASE_MIGRATE_URL to the present login, for npm run migrate alone.`;
