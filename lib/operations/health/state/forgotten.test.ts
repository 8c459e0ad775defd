import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { disconnect } from "@/lib/db";
import { connectStandby, receiveWithoutReplay } from "@/test/database/connect-standby";
import { queryOnce } from "@/test/database/empty-database";
import { type OtherCluster, startOtherCluster } from "@/test/database/other-cluster";
import { registryOf } from "../metrics/metric";
import { metricsOfState } from "../metrics/metrics-of-state";
import { readServiceState } from "./read-service-state";

const MEBIBYTE = 1024 ** 2;

// Replication slots and prepared transactions of a whole server: one that no other test uses.
let cluster: OtherCluster;
beforeAll(async () => {
  cluster = await startOtherCluster({ max_prepared_transactions: "2" });
  await cluster.connectAsApp();
});
afterAll(async () => {
  await disconnect();
  await cluster?.stop();
});

async function scrape() {
  const text = await registryOf(metricsOfState(await readServiceState())).metrics();
  const sampleOf = (name: string) => {
    const sample = new RegExp(`^partner_wallet_database_${name} (.*)$`, "m").exec(text)?.[1];
    return sample === undefined ? undefined : Number(sample);
  };
  return {
    heldBytes: sampleOf("slot_held_wal_bytes"),
    isInactive: sampleOf("slot_inactive"),
    preparedS: sampleOf("oldest_prepared_transaction_seconds"),
  };
}

const writeMebibyte = () =>
  queryOnce(
    cluster.superuserUrl,
    `SELECT pg_logical_emit_message(true, 'test', repeat('x', ${MEBIBYTE}))`,
  );

/** Makes a slot that holds the write-ahead log from now on. */
const createSlot = (name: string) =>
  queryOnce(cluster.superuserUrl, `SELECT pg_create_physical_replication_slot('${name}', true)`);

test("with the application's login: the slot that is furthest behind is seen, and whether a client uses it", async () => {
  expect(await scrape()).toMatchObject({ heldBytes: undefined, isInactive: undefined });

  await createSlot("gone");
  await writeMebibyte();
  const { heldBytes = 0, isInactive } = await scrape();
  expect(heldBytes).toBeGreaterThan(MEBIBYTE);
  expect(isInactive).toBe(1);

  await createSlot("later");
  await writeMebibyte();
  expect((await scrape()).heldBytes).toBeGreaterThan(heldBytes + MEBIBYTE);
  expect((await readServiceState()).database.slot).toMatchObject({ name: "gone", isActive: false });

  await queryOnce(cluster.superuserUrl, "SELECT pg_drop_replication_slot('gone')");
  const standby = await connectStandby(cluster.superuserUrl);
  await receiveWithoutReplay(standby, "later");
  await expect.poll(scrape).toMatchObject({ heldBytes: expect.any(Number), isInactive: 0 });
  await standby.end();
  await expect.poll(scrape).toMatchObject({ isInactive: 1 });
  await queryOnce(cluster.superuserUrl, "SELECT pg_drop_replication_slot('later')");
});

test("a slot that never reserved any of the write-ahead log holds nothing", async () => {
  await queryOnce(cluster.superuserUrl, "SELECT pg_create_physical_replication_slot('unused')");
  expect((await readServiceState()).database.slot).toBeNull();
});

test("with the application's login: the oldest prepared transaction is seen after its connection has ended", async () => {
  expect(await scrape()).toMatchObject({ preparedS: 0 });
  const owner = new pg.Client({ connectionString: cluster.ownerUrl });
  await owner.connect();
  for (const name of ["first", "second"]) {
    await owner.query("BEGIN");
    await owner.query("SELECT pg_current_xact_id()");
    await owner.query(`PREPARE TRANSACTION '${name}'`);
  }
  await owner.end();

  const { database } = await readServiceState();
  expect(database.preparedTransaction).toEqual({
    name: "first",
    database: "wallet",
    login: new URL(cluster.ownerUrl).username,
    ageS: expect.any(Number),
  });
  expect((await scrape()).preparedS).toBeGreaterThan(0);

  for (const name of ["first", "second"])
    await queryOnce(cluster.ownerUrl, `ROLLBACK PREPARED '${name}'`);
  expect(await scrape()).toMatchObject({ preparedS: 0 });
});
