import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { Fault } from "../bootstrap/faults.mjs";
import { repositoryFolder, typeScriptArguments } from "../bootstrap/paths.mjs";
import { run } from "../bootstrap/run.mjs";

/** While this file exists, a seed has started and not ended. */
function seedMarker(dataDir: string) {
  return join(dataDir, "seeding");
}

/** Whether the last start was interrupted while it wrote the demo's data. */
export function wasSeedInterrupted(dataDir: string) {
  return existsSync(seedMarker(dataDir));
}

/**
 * Fills a database that has no partner yet with the demo's data. Returns whether it did.
 *
 * @param env the server's own, with DATABASE_MIGRATE_URL: the demo's operators are made by the database's owner
 */
export async function seedIfEmpty(dataDir: string, env: Record<string, string | undefined>) {
  const marker = seedMarker(dataDir);
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
