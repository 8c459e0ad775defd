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
afterAll(() => eventually(() => asSuperuser(`DROP DATABASE ${pg.escapeIdentifier(name)}`)));

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function nameOf(databaseUrl: string): string {
  return decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
}
