import pg from "pg";
import { inject } from "vitest";
import { endTests } from "../fixtures/make";
import "./index";

const name = decodeURIComponent(new URL(process.env.DATABASE_URL ?? "").pathname.slice(1));
const copy = pg.escapeIdentifier(`${name}_copy`);
const lost = pg.escapeIdentifier(`${name}_lost`);
const used = pg.escapeIdentifier(name);

/** Runs statements about the whole database, to which nobody is connected meanwhile. */
async function whileUnused(...statements: string[]): Promise<void> {
  await endTests();
  const client = new pg.Client({ connectionString: inject("databaseServer").superuserUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Takes a backup of this file's database; an earlier one is dropped. */
export const backUp = () =>
  whileUnused(
    `DROP DATABASE IF EXISTS ${copy}`,
    `CREATE DATABASE ${copy} TEMPLATE ${used} OWNER partner_wallet`,
  );

/** Replaces this file's database by the backup: everything that was committed since is lost. */
export const restoreBackup = () =>
  whileUnused(
    `DROP DATABASE IF EXISTS ${lost}`,
    `ALTER DATABASE ${used} RENAME TO ${lost}`,
    `ALTER DATABASE ${copy} RENAME TO ${used}`,
    `DROP DATABASE ${lost}`,
  );

/** Empties every map and set that this process remembers, so that it knows as little as a new one. */
export function forgetProcess(): void {
  const { partnerWallet } = globalThis as { partnerWallet?: Map<string, unknown> };
  for (const value of partnerWallet?.values() ?? [])
    if (value instanceof Map || value instanceof Set) value.clear();
}
