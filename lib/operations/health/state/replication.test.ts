import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asApp } from "@/bin/postgres/create-database.ts";
import { disconnect } from "@/lib/db";
import { forgetEnv } from "@/lib/kernel/env";
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
  await queryOnce(
    cluster.superuserUrl,
    "ALTER ROLE partner_wallet_app LOGIN PASSWORD 'of-the-app'",
  );
  process.env.DATABASE_URL = asApp(cluster.ownerUrl, "of-the-app");
  forgetEnv();
});
afterAll(async () => {
  await disconnect();
  await standby?.end();
  await cluster?.stop();
});

/** A connection that asks for the write-ahead log, as a standby's. */
async function connectStandby(): Promise<void> {
  const url = new URL(cluster.superuserUrl);
  url.searchParams.set("replication", "true");
  standby = new pg.Client({ connectionString: url.href });
  await standby.connect();
}

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
    troubles: findTroubles(state).filter(({ area }) => area === "database"),
  };
}

test("health and metrics show whether commits wait for a standby, with the application's login", async () => {
  const alone = { standbys: 0, synchronous: 0, unprotected: 0, troubles: [] };
  expect(await look()).toEqual(alone);

  await connectStandby();
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
