import pg from "pg";
import { inject } from "vitest";
import "./index";

/** A connection of the superuser on which no trigger and no foreign key refuses anything; the caller ends it. */
export async function superuserClient(): Promise<pg.Client> {
  const url = new URL(inject("databaseServer").superuserUrl);
  url.pathname = new URL(process.env.DATABASE_URL ?? "").pathname;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query("SET session_replication_role = replica");
  return client;
}

/**
 * Runs statements as the superuser with triggers and foreign keys disabled, so that no rule of the service refuses
 * them.
 */
export async function tamper(...statements: string[]): Promise<void> {
  const client = await superuserClient();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
