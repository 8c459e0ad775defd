import pg from "pg";
import { refuseEarlierDatabase } from "./earlier-database.ts";
import { readHistory } from "./migration-history.ts";
import { prismaFolder, readMigrations, scriptsByName } from "./read-files.ts";
import { requireVersion } from "./require-version.ts";

/**
 * Returns the names of the migrations that were not applied yet. Changes nothing.
 * @throws UnsupportedPostgres when the server is too old, EarlierDatabase when its migrations are older than ours.
 */
export async function pendingMigrations({
  databaseUrl,
  folder = prismaFolder,
}: {
  databaseUrl: string;
  folder?: string;
}): Promise<string[]> {
  const names = [...scriptsByName(await readMigrations(folder)).keys()];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await requireVersion(client);
    const history = await readHistory(client);
    refuseEarlierDatabase(history, names);
    const applied = new Set(
      history.filter(({ state }) => state === "applied").map(({ name }) => name),
    );
    return names.filter((name) => !applied.has(name));
  } finally {
    await client.end();
  }
}
