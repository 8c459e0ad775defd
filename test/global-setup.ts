import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { createDatabase } from "../bin/postgres/create-database.ts";
import { startPostgres } from "../bin/postgres/start-postgres.ts";
import { temporaryParent } from "../bin/process/make-temporary-folder.ts";
import { applyMigrations } from "../prisma/schema-engine/index.ts";

/** What a test file needs to make itself a database; see test/database/index.ts. */
export interface TestDatabaseServer {
  superuserUrl: string;
  /** The migrated database of which each file gets a copy, as the role that owns it. */
  templateUrl: string;
  /** Of the application's role, as which the service logs in. */
  appPassword: string;
  /** What PostgreSQL says by itself, of every file's tests. */
  logFile: string;
}

declare module "vitest" {
  interface ProvidedContext {
    databaseServer: TestDatabaseServer;
  }
}

const role = "partner_wallet";
const template = "template_migrated";

/** One PostgreSQL for the whole run, with one migrated database in it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(temporaryParent(), "partner-wallet-test-"));
  const password = randomBytes(16).toString("hex");
  const logFile = join(folder, "postgres.log");
  const postgres = await startPostgres({
    folder: join(folder, "postgres"),
    password,
    logFile,
    // Nothing here outlives the run. What a commit waits for stays as in production.
    settings: process.env.TEST_DURABLE === "1" ? {} : { fsync: "off", full_page_writes: "off" },
    ownGroup: false,
  });
  try {
    const { superuserUrl } = postgres;
    const appPassword = randomBytes(16).toString("hex");
    const database = { superuserUrl, role, password, database: template, appPassword };
    const templateUrl = await createDatabase(database);
    await applyMigrations({ databaseUrl: templateUrl });
    project.provide("databaseServer", {
      superuserUrl: superuserUrl("postgres"),
      templateUrl,
      appPassword,
      logFile,
    });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
