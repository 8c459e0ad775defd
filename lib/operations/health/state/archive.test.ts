import { afterAll, beforeAll, expect, test } from "vitest";
import { disconnect } from "@/lib/db";
import { queryOnce } from "@/test/database/empty-database";
import { type OtherCluster, startOtherCluster } from "@/test/database/other-cluster";
import { registryOf } from "../metrics/metric";
import { metricsOfState } from "../metrics/metrics-of-state";
import { readServiceState } from "./read-service-state";

// Settings of a whole server: one that no other test uses.
let cluster: OtherCluster;
beforeAll(async () => {
  cluster = await startOtherCluster({ archive_mode: "on" });
  await cluster.connectAsApp();
});
afterAll(async () => {
  await disconnect();
  await cluster?.stop();
});

async function set(setting: string, value: string): Promise<void> {
  await queryOnce(cluster.superuserUrl, `ALTER SYSTEM SET ${setting} = '${value}'`);
  await queryOnce(cluster.superuserUrl, "SELECT pg_reload_conf()");
}

/** Fills a segment of the write-ahead log, which is then to be archived. */
async function endSegment(): Promise<void> {
  await queryOnce(cluster.superuserUrl, "SELECT pg_logical_emit_message(true, 'test', 'a record')");
  await queryOnce(cluster.superuserUrl, "SELECT pg_switch_wal()");
}

async function scrape() {
  const metrics = metricsOfState(await readServiceState());
  const text = await registryOf(metrics).metrics();
  const sampleOf = (name: string) =>
    new RegExp(`^partner_wallet_database_archive_${name} (.*)$`, "m").exec(text)?.[1];
  return { failing: sampleOf("failing"), age: sampleOf("age_seconds") };
}

test("with the application's login: failures of the archive command are seen until it succeeds", async () => {
  await set("archive_timeout", "1h");
  await set("archive_command", "false");
  await endSegment();
  const options = { timeout: 30_000 };
  await expect.poll(scrape, options).toEqual({ failing: "1", age: expect.any(String) });
  const before = Number((await scrape()).age);

  await set("archive_command", "true");
  await expect.poll(async () => (await scrape()).failing, options).toBe("0");
  expect(Number((await scrape()).age)).toBeLessThan(before);
});

test("without archive_timeout the age of the last segment has no sample, because nothing says when the next is due", async () => {
  await set("archive_timeout", "0");
  await expect.poll(scrape).toEqual({ failing: "0", age: undefined });
});
