import { migrateDatabase } from "../prisma/schema-engine/index.ts";
import { READ_ROLE } from "../prisma/schema-engine/read-rights.ts";
import { exitCodes, runCommand } from "./command.ts";
import { databaseUrls } from "./database/urls.ts";

/**
 * `npm run migrate`, with the login of the database's owner (DATABASE_MIGRATE_URL, DATABASE_DIRECT_URL or DATABASE_URL, the
 * first that is set): brings the database up to this version, with the roles of the application and of
 * reports and exactly their rights. Does
 * nothing where nothing is missing. Exit code 0 when the database is right, 2 when it could not be made so.
 */
await runCommand(async () => {
  const { applied, isRoleNew, corrected, hasReader } = await migrateDatabase({
    databaseUrl: databaseUrls().migrate,
    onLockTimeout: ({ message }) => console.error(`${message} It is tried again.`),
  });
  for (const name of applied) console.log(`applied ${name}`);
  if (isRoleNew) console.log("created the role partner_wallet_app");
  if (corrected.length > 0)
    console.log(`corrected ${corrected.length} rights of the role partner_wallet_app`);
  if (!hasReader)
    console.log(
      `The role ${READ_ROLE} for reports is missing, and this login may not create it. The service does not need it.`,
    );
  if (applied.length === 0 && !isRoleNew && corrected.length === 0)
    console.log("The database is up to date.");
  return exitCodes.sound;
});
