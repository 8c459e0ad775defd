/**
 * Prisma Migrate without its downloaded engine: the same history, the same `_prisma_migrations`
 * table, so that on an open network the ordinary `prisma migrate` goes on from here.
 */
export { applyMigrations } from "./apply-migrations.ts";
export { createTablesSql } from "./create-tables-sql.ts";
export { EarlierDatabase } from "./earlier-database.ts";
export { migrateDatabase } from "./migrate-database.ts";
export { MigrationFailed } from "./migration-failed.ts";
export { pendingMigrations } from "./pending-migrations.ts";
export { UnsupportedPostgres } from "./require-version.ts";
