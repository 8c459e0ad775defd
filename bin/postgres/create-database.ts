import pg from "pg";

/** As in lib/db/connection-settings.ts. */
const APP_ROLE = "partner_wallet_app";

interface CreateDatabaseOptions {
  superuserUrl: (database: string) => string;
  role: string;
  password: string;
  database: string;
  /** The password of the application's role. Without one, migrations create that role and nobody logs in as it. */
  appPassword?: string;
  /** Whether to drop the database and everything in it first. */
  startOver?: boolean;
}

/**
 * Creates the service's role and database, unless they exist. The role is no superuser, as on a managed PostgreSQL, so
 * it has the same rights as in production.
 *
 * @returns the database's URL for that role
 */
export async function createDatabase({
  superuserUrl,
  role,
  password,
  database,
  appPassword,
  startOver = false,
}: CreateDatabaseOptions): Promise<string> {
  const client = new pg.Client({ connectionString: superuserUrl("postgres") });
  await client.connect();
  try {
    const name = pg.escapeIdentifier(role);
    const roles = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
    if (roles.rowCount === 0) await client.query(`CREATE ROLE ${name}`);
    // CREATEROLE, because migrations make the role with which the application works.
    await client.query(
      `ALTER ROLE ${name} LOGIN CREATEROLE PASSWORD ${pg.escapeLiteral(password)}`,
    );
    await client.query(`ALTER ROLE ${name} SET createrole_self_grant = 'set, inherit'`);
    // The owner's function public.server_activity tells the application what other logins do.
    await client.query(`GRANT pg_read_all_stats TO ${name}`);
    if (appPassword !== undefined) await createAppLogin(client, name, appPassword);
    if (startOver) {
      await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(database)} WITH (FORCE)`);
    }
    const databases = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [
      database,
    ]);
    if (databases.rowCount === 0) {
      await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)} OWNER ${name}`);
    }
  } finally {
    await client.end();
  }
  return asLogin(superuserUrl(database), role, password);
}

/**
 * The application logs in as its own role and not as the owner: no statement that it sends can become the owner.
 *
 * @param owner quoted
 */
async function createAppLogin(client: pg.Client, owner: string, password: string) {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [APP_ROLE]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${APP_ROLE}`);
  await client.query(`ALTER ROLE ${APP_ROLE} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  await client.query(`GRANT ${APP_ROLE} TO ${owner} WITH ADMIN OPTION`);
}

/** The same database for another login. */
export function asLogin(databaseUrl: string, role: string, password: string) {
  const url = new URL(databaseUrl);
  url.username = encodeURIComponent(role);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** The same database for the application's login. */
export function asApp(databaseUrl: string, password: string) {
  return asLogin(databaseUrl, APP_ROLE, password);
}
