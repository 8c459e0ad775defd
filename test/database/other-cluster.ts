import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { asApp, createDatabase } from "@/bin/postgres/create-database.ts";
import { startPostgres } from "@/bin/postgres/start-postgres.ts";
import { temporaryParent } from "@/bin/process/make-temporary-folder.ts";
import { forgetEnv } from "@/lib/kernel/env";
import { migrateDatabase } from "@/prisma/schema-engine";
import { queryOnce } from "./empty-database";

export type OtherCluster = Awaited<ReturnType<typeof startOtherCluster>>;

/**
 * Starts a second PostgreSQL, for tests that change the roles or settings of a whole cluster. The caller stops it.
 *
 * @param settings for those that only a start can change
 */
export async function startOtherCluster(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(temporaryParent(), "partner-wallet-cluster-"));
  const password = randomBytes(16).toString("hex");
  const postgres = await startPostgres({
    folder: join(folder, "postgres"),
    password,
    logFile: join(folder, "postgres.log"),
    settings: { fsync: "off", full_page_writes: "off", ...settings },
    ownGroup: false,
  });
  const superuserUrl = postgres.overTcp(postgres.superuserUrl("wallet"));
  const login = { superuserUrl: postgres.superuserUrl, role: "wallet_owner", password };
  const ownerUrl = postgres.overTcp(await createDatabase({ ...login, database: "wallet" }));
  await migrateDatabase({ databaseUrl: ownerUrl });
  return {
    superuserUrl,
    ownerUrl,
    /**
     * Leaves the database as `pg_dump` and `pg_restore --no-owner` into another cluster do: the data is there, the
     * application's role is missing, and every GRANT to it has failed. `--no-acl` also omits what was revoked from
     * PUBLIC.
     */
    async loseAppRole({ withAcl = true } = {}): Promise<void> {
      await queryOnce(
        superuserUrl,
        "DROP OWNED BY partner_wallet_app; DROP ROLE partner_wallet_app",
      );
      if (!withAcl)
        await queryOnce(
          superuserUrl,
          "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ledger, public TO PUBLIC",
        );
    },
    /** Connects the service's code of this process to the cluster, with the application's login. */
    async connectAsApp(): Promise<void> {
      await queryOnce(
        superuserUrl,
        `ALTER ROLE partner_wallet_app LOGIN PASSWORD ${pg.escapeLiteral(password)}`,
      );
      process.env.DATABASE_URL = asApp(ownerUrl, password);
      forgetEnv();
    },
    async stop(): Promise<void> {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
