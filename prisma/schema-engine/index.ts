/**
 * Prisma Migrate without its downloaded engine. The history and the table `_prisma_migrations` are the same, so that
 * `prisma migrate` itself can continue from here where the network allows its download.
 */
export { applyMigrations } from "./apply-migrations.ts";
export { createTablesSql } from "./create-tables-sql.ts";
export { EarlierDatabase } from "./earlier-database.ts";
export { migrateDatabase } from "./migrate-database.ts";
export { MigrationFailed } from "./migration-failed.ts";
export { pendingMigrations } from "./pending-migrations.ts";
export { UnsupportedEncoding } from "./require-encoding.ts";
export { UnsupportedLocale } from "./require-order-of-ids.ts";
export { UnsupportedPostgres } from "./require-version.ts";
