/**
 * A PostgreSQL for development, in the foreground: `node bin/dev-postgres.ts`, with its data in
 * DATA_DIR (`.data-dev`). Prints its DATABASE_URL; Ctrl-C stops it.
 */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { explain } from "./bootstrap/faults.mjs";
import { setting } from "./bootstrap/setting.mjs";
import { createDatabase } from "./postgres/create-database.ts";
import { startPostgres } from "./postgres/start-postgres.ts";

async function main() {
  const dataDir = resolve(setting("DATA_DIR") ?? ".data-dev");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const password = await keptPassword(join(dataDir, "password"));
  const port = setting("PGPORT");
  const postgres = await startPostgres({
    folder: join(dataDir, "postgres"),
    password,
    logFile: join(dataDir, "postgres.log"),
    settings: port === undefined ? {} : { port },
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => postgres.stop());
  const databaseUrl = await createDatabase({
    superuserUrl: postgres.superuserUrl,
    role: "partner_wallet",
    password,
    database: "partner_wallet",
  });
  console.log(`DATABASE_URL=${postgres.overTcp(databaseUrl)}`);
  const reason = await postgres.ended;
  console.log(`PostgreSQL ended (${reason}).`);
}

async function keptPassword(path: string) {
  if (existsSync(path)) return (await readFile(path, "utf8")).trim();
  const password = randomBytes(24).toString("base64url");
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  return password;
}

try {
  await main();
} catch (error) {
  process.exitCode = explain(error);
}
