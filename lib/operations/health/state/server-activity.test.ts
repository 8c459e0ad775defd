import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asApp, asLogin } from "@/bin/postgres/create-database.ts";
import { disconnect } from "@/lib/db";
import { forgetEnv } from "@/lib/kernel/env";
import { queryOnce } from "@/test/database/empty-database";
import { type OtherCluster, startOtherCluster } from "@/test/database/other-cluster";
import { readDatabase } from "./store";

// Connections and transactions of a whole server: one that no other test uses.
let cluster: OtherCluster;
const clients: pg.Client[] = [];
beforeAll(async () => {
  cluster = await startOtherCluster();
  for (const role of ["partner_wallet_app", "partner_wallet_read"])
    await queryOnce(cluster.superuserUrl, `ALTER ROLE ${role} LOGIN PASSWORD 'of-the-role'`);
  process.env.DATABASE_URL = asApp(cluster.ownerUrl, "of-the-role");
  forgetEnv();
});
afterAll(async () => {
  await disconnect();
  for (const client of clients) await client.end();
  await cluster?.stop();
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  clients.push(client);
  await client.connect();
  return client;
}

test("with the application's login: an old transaction of a report is seen, with its login", async () => {
  expect(await readDatabase()).toMatchObject({
    oldestTransactionS: 0,
    oldestTransactionLogin: null,
  });
  const report = await connect(asLogin(cluster.ownerUrl, "partner_wallet_read", "of-the-role"));
  await report.query("BEGIN");
  await report.query("SELECT count(*) FROM partners");
  const during = await readDatabase();
  expect(during).toMatchObject({ oldestTransactionLogin: "partner_wallet_read" });
  expect(during.oldestTransactionS).toBeGreaterThan(0);
  await report.query("COMMIT");
  expect(await readDatabase()).toMatchObject({
    oldestTransactionS: 0,
    oldestTransactionLogin: null,
  });
});

test("the connections of all logins are counted, because they share the server's limit", async () => {
  const superuser = await connect(cluster.superuserUrl);
  await connect(cluster.ownerUrl);
  const difference = async () => {
    const { connections } = await readDatabase();
    const { rows } = await superuser.query<{ open: number }>(
      "SELECT count(*)::int AS open FROM pg_stat_activity WHERE backend_type = 'client backend'",
    );
    return connections - (rows[0]?.open ?? 0);
  };
  await expect.poll(difference).toBe(0);
});

test("the application reads the activity by its function alone, and no statement of another login", async () => {
  const owner = await connect(cluster.ownerUrl);
  await owner.query("SELECT 'a secret of the owner'");
  const app = await connect(asApp(cluster.ownerUrl, "of-the-role"));
  const { rows } = await app.query("SELECT query FROM pg_stat_activity");
  const texts = rows.map(({ query }) => query);
  expect(texts).toContain("<insufficient privilege>");
  expect(texts.join()).not.toContain("a secret of the owner");
});
