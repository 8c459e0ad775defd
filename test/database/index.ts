import pg from "pg";
import { afterAll, inject } from "vitest";
import { eventually } from "../eventually";

/** Importing this module creates a migrated, empty database for this test file alone. Its URL is in DATABASE_URL. */
const server = inject("databaseServer");
const name = nameOf(process.env.DATABASE_URL ?? "");
const template = nameOf(server.templateUrl);

// As files and not, as by default, page by page through the buffers and the log: that takes four times the processor time.
await asSuperuser(
  `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)}` +
    " STRATEGY FILE_COPY OWNER partner_wallet",
);
// This hook is registered before the hooks of the file, and so runs after them, when their connections are closed.
// PostgreSQL refuses while a connection is open. A file that leaves one fails, instead of disturbing the files after it.
afterAll(async () => {
  try {
    await eventually(() => asSuperuser(`DROP DATABASE ${pg.escapeIdentifier(name)}`));
  } catch (error) {
    // The last statement of a connection tells what work the file has left.
    throw new Error(`${error}\n${(await sessions()).join("\n")}`, { cause: error });
  }
});

/** Describes each session that is left in the database, oldest first. */
async function sessions(): Promise<string[]> {
  const rows = await asSuperuser(
    `SELECT concat_ws(', ', 'session ' || pid, usename, nullif(application_name, ''), state,
       'connected ' || backend_start::time, 'last statement ' || query_start::time || ': ' || left(query, 300)) AS session
     FROM pg_stat_activity WHERE datname = ${pg.escapeLiteral(name)} ORDER BY backend_start`,
  );
  return rows.map(({ session }) => session);
}

async function asSuperuser(statement: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function nameOf(databaseUrl: string): string {
  return decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
}
