import { applyMigrations } from "../prisma/schema-engine/index.ts";

// A pooler may stand behind DATABASE_URL; what changes tables goes to the server itself.
const databaseUrl = process.env.DATABASE_DIRECT_URL ?? process.env.DATABASE_URL;

if (databaseUrl === undefined || databaseUrl === "") {
  console.error("DATABASE_URL is not set: it names the database to migrate.");
  process.exit(2);
}
try {
  const applied = await applyMigrations({ databaseUrl });
  for (const name of applied) console.log(`applied ${name}`);
  if (applied.length === 0) console.log("The database is up to date.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
