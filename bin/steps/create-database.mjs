import pg from "pg";

/**
 * Makes the service's own role and database, unless they are there. The role is no superuser, as
 * on a managed PostgreSQL: what it may do in production it may do here, and no more.
 *
 * @param {object} options
 * @param {(database: string) => string} options.superuserUrl
 * @param {string} options.role
 * @param {string} options.password
 * @param {string} options.database
 * @param {boolean} [options.startOver] without what the database held before
 * @returns {Promise<string>} the database's URL for that role
 */
export async function createDatabase({
  superuserUrl,
  role,
  password,
  database,
  startOver = false,
}) {
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
  const url = new URL(superuserUrl(database));
  url.username = encodeURIComponent(role);
  url.password = encodeURIComponent(password);
  return url.href;
}
