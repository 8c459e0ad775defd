import pg from "pg";
import { APP_ROLE } from "../../lib/db/connection-settings.ts";
import { APP_RIGHTS, CLOSED_TO_PUBLIC } from "./app-rights.ts";
import { READ_RIGHTS, READ_ROLE } from "./read-rights.ts";
import { runAlone } from "./run-alone.ts";

const NO_PRIVILEGE = "42501";
/** Another database of the cluster was migrated at the same time, and the role was created there. */
const CREATED_MEANWHILE = new Set(["42710", "23505"]);

/** Selects the present rights of a role and of PUBLIC on objects of the service's schemas, with the grantee. */
const RIGHTS_IN_FORCE = `
WITH objects AS (
  SELECT 'SCHEMA ' || quote_ident(nspname) AS object, nspacl AS acl, '' AS columns
    FROM pg_namespace WHERE nspname IN ('ledger', 'public')
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || format('%I.%I', nspname, relname), relacl, ''
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE nspname IN ('ledger', 'public') AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'TABLE ' || format('%I.%I', nspname, relname), attacl, format(' (%I)', attname)
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE nspname IN ('ledger', 'public') AND attacl IS NOT NULL
  UNION ALL
  SELECT 'FUNCTION ' || p.oid::regprocedure, coalesce(proacl, acldefault('f', proowner)), ''
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE nspname IN ('ledger', 'public')
)
SELECT right_.privilege_type || columns || ' ON ' || object AS "right", right_.grantee = 0 AS "isPublic"
FROM objects, aclexplode(acl) right_
WHERE right_.grantee IN (0, $1::regrole)`;

interface Right {
  right: string;
  isPublic: boolean;
}

/** Whether PUBLIC keeps this right: it may use schemas, and execute functions that are not closed. */
const isForEverybody = ({ right }: Right) =>
  right.startsWith("USAGE ON SCHEMA") ||
  (right.startsWith("EXECUTE ON FUNCTION") && !CLOSED_TO_PUBLIC.includes(right));

interface RoleRights {
  role: string;
  rights: readonly string[];
}

const APP: RoleRights = { role: APP_ROLE, rights: APP_RIGHTS };
/** The role for reports and support. */
export const READER: RoleRights = { role: READ_ROLE, rights: READ_RIGHTS };

/** Returns the statements that change the present rights to the wanted ones; none if they are equal. */
export async function rightsToChange(
  client: pg.ClientBase,
  { role, rights }: RoleRights = APP,
): Promise<string[]> {
  // PostgreSQL then prints fully qualified names, whatever the login's search path is.
  await client.query("SET LOCAL search_path = pg_catalog");
  const { rows } = await client.query<Right>(RIGHTS_IN_FORCE, [role]);
  const inForce = new Set(rows.filter(({ isPublic }) => !isPublic).map(({ right }) => right));
  const missing = rights.filter((right) => !inForce.has(right));
  const extra = [...inForce].filter((right) => !rights.includes(right));
  const open = rows.filter((row) => row.isPublic && !isForEverybody(row));
  return [
    ...missing.map((right) => `GRANT ${right} TO ${role}`),
    ...extra.map((right) => `REVOKE ${right} FROM ${role}`),
    ...open.map(({ right }) => `REVOKE ${right} FROM PUBLIC`),
  ];
}

async function inTransaction<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } finally {
    await client.end();
  }
}

/**
 * Creates the application's role unless the cluster has it, and returns whether it was created. A role belongs to the
 * cluster and not to a database, so it is missing after a database was restored into another cluster.
 */
export function ensureAppRole(databaseUrl: string): Promise<boolean> {
  return runAlone(databaseUrl, () =>
    inTransaction(databaseUrl, async (client) => {
      const found = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [APP_ROLE]);
      if (found.rowCount !== 0) return false;
      try {
        await client.query(`CREATE ROLE ${APP_ROLE} NOLOGIN; GRANT ${APP_ROLE} TO CURRENT_USER`);
      } catch (error) {
        throw isRefused(error) ? await missingRole(databaseUrl, error) : error;
      }
      return true;
    }),
  );
}

/**
 * Creates the role for reports and support unless the cluster has it, and gives it exactly READ_RIGHTS. Returns false where
 * the role is missing and this login may not create it: the service does not need it.
 */
export function ensureReader(databaseUrl: string): Promise<boolean> {
  return runAlone(databaseUrl, () =>
    inTransaction(databaseUrl, async (client) => {
      if (!(await hasReader(client))) return false;
      for (const statement of await rightsToChange(client, READER)) await client.query(statement);
      return true;
    }),
  );
}

/** Whether the role for reports exists, or could be created. */
async function hasReader(client: pg.ClientBase): Promise<boolean> {
  const found = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [READ_ROLE]);
  if (found.rowCount !== 0) return true;
  await client.query("SAVEPOINT attempt");
  try {
    await client.query(`CREATE ROLE ${READ_ROLE} NOLOGIN`);
    return true;
  } catch (error) {
    await client.query("ROLLBACK TO SAVEPOINT attempt");
    if (error instanceof pg.DatabaseError && CREATED_MEANWHILE.has(error.code ?? "")) return true;
    if (isRefused(error)) return false;
    throw error;
  }
}

/**
 * Gives the application's role exactly the rights of APP_RIGHTS, in one transaction. Returns the executed statements;
 * none if the rights were correct.
 */
export function ensureAppRights(databaseUrl: string): Promise<string[]> {
  return runAlone(databaseUrl, () =>
    inTransaction(databaseUrl, async (client) => {
      const statements = await rightsToChange(client);
      for (const statement of statements) await client.query(statement);
      return statements;
    }),
  );
}

const isRefused = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === NO_PRIVILEGE;

async function missingRole(databaseUrl: string, cause: unknown): Promise<Error> {
  const user = pg.escapeIdentifier(decodeURIComponent(new URL(databaseUrl).username));
  return new Error(
    `The role ${APP_ROLE} is missing and this login may not create it. Run as a superuser, then migrate again:\n` +
      `  CREATE ROLE ${APP_ROLE} NOLOGIN;\n  GRANT ${APP_ROLE} TO ${user} WITH ADMIN OPTION;`,
    { cause },
  );
}
