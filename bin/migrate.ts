import { migrateDatabase } from "../prisma/schema-engine/index.ts";
import { exitCodes, runCommand } from "./command.ts";
import { databaseUrls } from "./database/urls.ts";

/**
 * `npm run migrate`, with the login of the database's owner (DATABASE_MIGRATE_URL, DATABASE_DIRECT_URL or DATABASE_URL, the
 * first that is set): brings the database up to this version, with the application's role and exactly its rights. Does
 * nothing where nothing is missing. Exit code 0 when the database is right, 2 when it could not be made so.
 */
await runCommand(async () => {
  const { applied, isRoleNew, corrected } = await migrateDatabase({
    databaseUrl: databaseUrls().migrate,
  });
  for (const name of applied) console.log(`applied ${name}`);
  if (isRoleNew) console.log("created the role partner_wallet_app");
  if (corrected.length > 0)
    console.log(`corrected ${corrected.length} rights of the role partner_wallet_app`);
  if (applied.length === 0 && !isRoleNew && corrected.length === 0)
    console.log("The database is up to date.");
  return exitCodes.sound;
});
