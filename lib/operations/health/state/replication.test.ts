import type pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { disconnect } from "@/lib/db";
import { forgetEnv } from "@/lib/kernel/env";
import {
  connectStandby,
  receiveAsArchive,
  receiveWithoutReplay,
} from "@/test/database/connect-standby";
import { queryOnce } from "@/test/database/empty-database";
import { type OtherCluster, startOtherCluster } from "@/test/database/other-cluster";
import { metricsOfState } from "../metrics/metrics-of-state";
import { findTroubles } from "./find-troubles";
import { readServiceState } from "./read-service-state";

// Settings of a whole server: one that no other test uses.
let cluster: OtherCluster;
let standby: pg.Client | undefined;
beforeAll(async () => {
  cluster = await startOtherCluster();
  await cluster.connectAsApp();
});
afterEach(async () => {
  await standby?.end();
  standby = undefined;
  delete process.env.DATABASE_SYNC_REPLICATION;
  forgetEnv();
});
afterAll(async () => {
  await disconnect();
  await cluster?.stop();
});

async function waitFor(names: string): Promise<void> {
  await queryOnce(cluster.superuserUrl, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await queryOnce(cluster.superuserUrl, "SELECT pg_reload_conf()");
}

async function look() {
  const state = await readServiceState();
  const metrics = metricsOfState(state);
  const sampleOf = (name: string) =>
    metrics.find((metric) => metric.name === `database_${name}`)?.samples[0]?.value;
  return {
    standbys: sampleOf("standbys"),
    synchronous: sampleOf("commits_synchronous"),
    unprotected: sampleOf("commits_unprotected"),
    lagS: sampleOf("replication_lag_seconds"),
    troubles: findTroubles(state).filter(({ area }) => area === "database"),
  };
}

test("health and metrics show whether commits wait for a standby, with the application's login", async () => {
  const alone = { standbys: 0, synchronous: 0, unprotected: 0, troubles: [] };
  expect(await look()).toEqual(alone);

  standby = await connectStandby(cluster.superuserUrl);
  const expected = { standbys: 1, synchronous: 0, unprotected: 1 };
  await expect.poll(look).toMatchObject({ ...expected, troubles: [{ severity: "attention" }] });

  await waitFor("FIRST 1 (s1)");
  const protectedNow = { standbys: 1, synchronous: 1, unprotected: 0, troubles: [] };
  await expect.poll(look).toEqual(protectedNow);

  await standby?.end();
  standby = undefined;
  const hanging = { standbys: 0, synchronous: 1, unprotected: 0 };
  await expect.poll(look).toMatchObject({ ...hanging, troubles: [{ severity: "failed" }] });

  // As Patroni does when the last standby is gone and synchronous_mode is not strict.
  await waitFor("");
  await expect.poll(look).toEqual(alone);
  process.env.DATABASE_SYNC_REPLICATION = "required";
  forgetEnv();
  expect(await look()).toMatchObject({ unprotected: 1, troubles: [{ severity: "failed" }] });
});

/** Writes to the log of the database, so that the standby has something to replay. */
const write = () =>
  queryOnce(cluster.superuserUrl, "SELECT pg_logical_emit_message(true, 'test', 'a record')");

async function lookAfterWrite() {
  await write();
  return await look();
}

test("the lag of a standby that does not replay is seen with the application's login", async () => {
  standby = await connectStandby(cluster.superuserUrl);
  await receiveWithoutReplay(standby);
  await expect.poll(lookAfterWrite).toMatchObject({ standbys: 1, lagS: expect.any(Number) });
});

test("an archive of the write-ahead log is no standby, though it is connected as one", async () => {
  standby = await connectStandby(cluster.superuserUrl);
  await receiveAsArchive(standby);
  const alone = { standbys: 0, unprotected: 0, lagS: undefined, troubles: [] };
  await expect.poll(lookAfterWrite).toMatchObject(alone);
});

test("an owner without the rights of pg_read_all_stats is reported, with the statement that grants them", async () => {
  const owner = new URL(cluster.ownerUrl).username;
  standby = await connectStandby(cluster.superuserUrl);
  await receiveWithoutReplay(standby);
  await queryOnce(cluster.superuserUrl, `REVOKE pg_read_all_stats FROM ${owner}`);
  const grant = `GRANT pg_read_all_stats TO ${owner}`;
  const hidden = await lookAfterWrite();
  expect(hidden).toMatchObject({ standbys: 1, lagS: undefined });
  const action = `Run as a superuser: ${grant}`;
  expect(hidden.troubles).toContainEqual(expect.objectContaining({ action }));

  await queryOnce(cluster.superuserUrl, grant);
  await expect.poll(lookAfterWrite).toMatchObject({ lagS: expect.any(Number) });
  expect((await look()).troubles).not.toContainEqual(expect.objectContaining({ action }));
});
