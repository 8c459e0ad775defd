import pg from "pg";
import { APP_ROLE } from "../../lib/db/connection-settings.ts";
import { APP_RIGHTS, CLOSED_TO_PUBLIC } from "./app-rights.ts";
import { runAlone } from "./run-alone.ts";

const NO_PRIVILEGE = "42501";

/**
 * Selects the present rights on objects of the service's schemas, with the grantee: the application's role or PUBLIC.
 */
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

/** Returns the statements that change the present rights to the wanted ones; none if they are equal. */
export async function rightsToChange(client: pg.ClientBase): Promise<string[]> {
  // PostgreSQL then prints fully qualified names, whatever the login's search path is.
  await client.query("SET LOCAL search_path = pg_catalog");
  const { rows } = await client.query<Right>(RIGHTS_IN_FORCE, [APP_ROLE]);
  const inForce = new Set(rows.filter(({ isPublic }) => !isPublic).map(({ right }) => right));
  const missing = APP_RIGHTS.filter((right) => !inForce.has(right));
  const extra = [...inForce].filter((right) => !APP_RIGHTS.includes(right));
  const open = rows.filter((row) => row.isPublic && !isForEverybody(row));
  return [
    ...missing.map((right) => `GRANT ${right} TO ${APP_ROLE}`),
    ...extra.map((right) => `REVOKE ${right} FROM ${APP_ROLE}`),
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
