import pg from "pg";
import { afterAll, inject } from "vitest";

/**
 * A database for this test file alone: importing this module makes it, migrated and empty. Its
 * URL is in DATABASE_URL.
 */
const server = inject("databaseServer");
const name = nameOf(process.env.DATABASE_URL ?? "");
const template = nameOf(server.templateUrl);
const objectInUse = "55006";

await asSuperuser(
  `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)}` +
    " OWNER partner_wallet",
);
// Registered before any hook of the file, and so called after them, when connections are closed.
afterAll(async () => {
  try {
    await asSuperuser(`DROP DATABASE ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    // A file that leaves a connection open keeps its database until the whole server goes.
    if (!(error instanceof Error && "code" in error && error.code === objectInUse)) throw error;
  }
});

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
