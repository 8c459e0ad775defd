import { expect, test } from "vitest";
import { makeEmptyDatabase, queryOnce } from "@/test/database/empty-database";
import { migrate, requireMigrated } from "./migrate.ts";

/** Creates a database of an earlier version: its first migration does not exist in this version. */
async function earlierDatabase(): Promise<string> {
  const databaseUrl = await makeEmptyDatabase();
  await migrate(databaseUrl);
  await queryOnce(
    databaseUrl,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '0001_tables', now())`,
  );
  return databaseUrl;
}

test("a data folder with a database of an earlier version is refused, with the ways out", async () => {
  const databaseUrl = await earlierDatabase();
  await expect(migrate(databaseUrl, "/srv/wallet/.data")).rejects.toMatchObject({
    kind: "migration",
    message: expect.stringMatching(
      /earlier version of the service.*0001_tables.*Keep using.*data folder \/srv\/wallet\/\.data.*remove that folder.*DATA_DIR/s,
    ),
  });
});

test("an external database of an earlier version: migrating and serving are refused, with advice", async () => {
  const databaseUrl = await earlierDatabase();
  const refusal = {
    kind: "migration",
    message: expect.stringMatching(/0001_tables.*empty database/),
  };
  await expect(migrate(databaseUrl)).rejects.toMatchObject(refusal);
  await expect(requireMigrated(databaseUrl)).rejects.toMatchObject(refusal);
});
