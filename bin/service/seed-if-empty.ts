import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { Fault } from "../bootstrap/faults.mjs";
import { repositoryFolder, typeScriptArguments } from "../bootstrap/paths.mjs";
import { run } from "../bootstrap/run.mjs";
import type { StartSettings } from "../bootstrap/settings.mjs";

/** The database that gets the demo's data: that of a data folder, or one of the caller's. */
export type SeedPlace = Pick<StartSettings, "dataDir"> &
  Partial<Pick<StartSettings, "externalDatabaseUrl">>;

/**
 * While this file exists, a seed of that database has started and not ended. Each database has a file of its own: an
 * incomplete demo is dropped, and the data folder's database must not be dropped for another one that is incomplete.
 */
function seedMarker({ dataDir, externalDatabaseUrl }: SeedPlace) {
  if (externalDatabaseUrl === undefined) return join(dataDir, "seeding-own");
  const { host, pathname } = new URL(externalDatabaseUrl);
  return join(dataDir, `seeding-${hash("sha256", `${host}${pathname}`, "hex").slice(0, 16)}`);
}

/** Whether the last start with this database was interrupted while it wrote the demo's data. */
export function wasSeedInterrupted(place: SeedPlace) {
  return existsSync(seedMarker(place));
}

/**
 * Whether the data folder's database, with the local chains, is only an incomplete demo, which the next demo replaces. Never
 * for a start in production: it refuses the database of a demo, and drops nothing.
 */
export function mustStartOver({
  environment,
  ...place
}: SeedPlace & Pick<StartSettings, "environment">) {
  const isOwn = place.externalDatabaseUrl === undefined;
  return environment === "staging" && isOwn && wasSeedInterrupted(place);
}

/** Forgets that a seed was interrupted, because the database is a new one, with data that must stay. */
export function forgetInterruptedSeed(place: SeedPlace) {
  return rm(seedMarker(place), { force: true });
}

/**
 * Fills a database that has no partner yet with the demo's data. Returns whether it did.
 *
 * @param env the server's own, with DATABASE_MIGRATE_URL: the demo's operators are made by the database's owner
 */
export async function seedIfEmpty(place: SeedPlace, env: Record<string, string | undefined>) {
  const marker = seedMarker(place);
  if (await hasPartner(env.DATABASE_URL)) {
    if (!existsSync(marker)) return false;
    throw new Fault(
      "seed",
      "An earlier start was cut short while it filled this database with the demo's data. Give " +
        `an empty database as DATABASE_URL, or delete ${marker} to use it as it is.`,
    );
  }
  await writeFile(marker, "");
  const { code, output } = await run(process.execPath, typeScriptArguments("prisma/seed.ts"), {
    cwd: repositoryFolder,
    // The demo's people are invented, so none of them is sent to an outside provider.
    env: { ...env, CARD_ISSUER: "sandbox", KYC_PROVIDER: "sandbox", LOG_LEVEL: "warn" },
  });
  if (code !== 0) throw new Fault("seed", `The demo's data could not be made:\n\n${output}`);
  await rm(marker);
  return true;
}

async function hasPartner(databaseUrl: string | undefined) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query("SELECT 1 FROM partners LIMIT 1")).rowCount !== 0;
  } finally {
    await client.end();
  }
}
