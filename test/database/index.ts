import pg from "pg";
import { afterAll, inject } from "vitest";

/** Importing this module creates a migrated, empty database for this test file alone. Its URL is in DATABASE_URL. */
const server = inject("databaseServer");
const name = nameOf(process.env.DATABASE_URL ?? "");
const template = nameOf(server.templateUrl);
const objectInUse = "55006";

// As files and not, as by default, page by page through the buffers and the log: that takes four times the processor time.
await asSuperuser(
  `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)}` +
    " STRATEGY FILE_COPY OWNER partner_wallet",
);
// This hook is registered before the hooks of the file, and so runs after them, when their connections are closed.
afterAll(async () => {
  try {
    await asSuperuser(`DROP DATABASE ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    // A file that leaves a connection open keeps its database until the server stops.
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
