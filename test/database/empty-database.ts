import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, inject } from "vitest";

const made: string[] = [];

afterAll(async () => {
  for (const name of made.splice(0)) await asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`);
});

/**
 * Creates a database without tables, for tests of migrations. Returns the URL of its owner.
 *
 * @param options of CREATE DATABASE
 */
export const makeEmptyDatabase = (options = "") => makeDatabase(options);

/** Creates a migrated database without rows, besides the test file's own. Returns the URL of its owner. */
export function makeOtherDatabase(): Promise<string> {
  const template = new URL(inject("databaseServer").templateUrl).pathname.slice(1);
  return makeDatabase(`TEMPLATE ${pg.escapeIdentifier(template)}`);
}

async function makeDatabase(options: string): Promise<string> {
  const name = `empty_${randomBytes(8).toString("hex")}`;
  await asSuperuser(`CREATE DATABASE ${name} OWNER partner_wallet ${options}`);
  made.push(name);
  const url = new URL(inject("databaseServer").templateUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement and returns its rows. */
export async function queryOnce(
  databaseUrl: string,
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function asSuperuser(statement: string): Promise<void> {
  await queryOnce(inject("databaseServer").superuserUrl, statement);
}
