// SQL: reads the rights of the login from the catalog.

import { APP_ROLE } from "./connection-settings";

/**
 * SQL for an array of the rights that the connection's login has beyond the application's role. The array is empty for
 * a login that no statement can raise above that role. A connection runs as the application's role, but `SET ROLE NONE`
 * returns it to its login.
 */
export const EXCESS_RIGHTS = `array_remove(ARRAY[
  CASE WHEN (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) THEN 'is a superuser' END,
  CASE WHEN (SELECT rolcreaterole FROM pg_roles WHERE rolname = session_user) THEN 'may create roles' END,
  CASE WHEN EXISTS (SELECT FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid
    WHERE n.nspname IN ('ledger', 'public')
      AND (pg_has_role(session_user, n.nspowner, 'MEMBER') OR pg_has_role(session_user, c.relowner, 'MEMBER')))
    THEN 'owns the tables' END,
  CASE WHEN pg_has_role(session_user, 'pg_write_all_data', 'MEMBER') THEN 'may write all data' END,
  CASE WHEN pg_has_role(session_user, 'pg_execute_server_program', 'MEMBER') THEN 'may run programs on the host' END,
  CASE WHEN pg_has_role(session_user, 'pg_write_server_files', 'MEMBER') THEN 'may write files on the host' END], NULL)`;

/** A sentence about a login with excess rights; undefined without any. */
export function loginFault(login: string, excess: readonly string[]): string | undefined {
  if (excess.length === 0) return undefined;
  return (
    `The service logs in to the database as ${login}, which ${excess.join(" and ")}: ` +
    "SQL that gets through the service could switch off the rules of the ledger."
  );
}

/** The advice for such a login. */
export const USE_APP_LOGIN =
  `As that login run once: ALTER ROLE ${APP_ROLE} LOGIN PASSWORD '…'; then set DATABASE_URL (and DATABASE_DIRECT_URL) ` +
  `to ${APP_ROLE} with that password, and DATABASE_MIGRATE_URL to the present login, for npm run migrate alone.`;
