import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { createDatabase } from "../bin/postgres/create-database.ts";
import { startPostgres } from "../bin/postgres/start-postgres.ts";
import { temporaryParent } from "../bin/process/make-temporary-folder.ts";
import { applyMigrations } from "../prisma/schema-engine/index.ts";

/** The settings with which a test file creates its database; see test/database/index.ts. */
export interface TestDatabaseServer {
  superuserUrl: string;
  /** The migrated database that each file copies, with the role that owns it. */
  templateUrl: string;
  /** The password of the application's role, with which the service logs in. */
  appPassword: string;
  /** PostgreSQL's server log, shared by all test files. */
  logFile: string;
}

declare module "vitest" {
  interface ProvidedContext {
    databaseServer: TestDatabaseServer;
  }
}

/**
 * A database of the tests lives for seconds. Autovacuum would only make what a plan reads depend on the moment. The passwords are of
 * this run alone, so a login need not be slow.
 */
const SHORT_LIVED = { autovacuum: "off", scram_iterations: "1" };
/** The data does not outlive the run, so it need not reach the disk. synchronous_commit stays as in production. */
const NOT_DURABLE = { fsync: "off", full_page_writes: "off" };

const role = "partner_wallet";
const template = "template_migrated";

/** Starts one PostgreSQL for the whole run, with one migrated database. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(temporaryParent(), "partner-wallet-test-"));
  const password = randomBytes(16).toString("hex");
  const logFile = join(folder, "postgres.log");
  const postgres = await startPostgres({
    folder: join(folder, "postgres"),
    password,
    logFile,
    settings: { ...SHORT_LIVED, ...(process.env.TEST_DURABLE !== "1" && NOT_DURABLE) },
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
