import "@/test/database";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "@/lib/db";
import { answerReady } from "@/lib/operations/health/health-routes";
import { metricsOfProcess } from "@/lib/operations/health/metrics/metrics-of-process";
import { presentServiceState } from "@/lib/operations/health/state/present";
import { readServiceState } from "@/lib/operations/health/state/read-service-state";
import { expectNothingLost } from "@/test/database/expect-nothing-lost";
import { canMakeDisk, moveToSmallDisk } from "@/test/database/small-disk";
import { endTests, makeCard, makePartner } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";

/** Longer than the interval between two probes. */
const PROBE_PAUSE_MS = 1_100;

/**
 * Threat 25: a full disk. The tables are on a full disk: the first writes of a request fit into existing pages, and its
 * last write does not. The test needs the right to mount a disk; without it only the error codes are tested
 * (to-service-error.test.ts).
 */
describe.skipIf(!(await canMakeDisk()))("on a disk that is full", () => {
  let disk: Awaited<ReturnType<typeof moveToSmallDisk>>;
  beforeAll(async () => {
    disk = await moveToSmallDisk();
  });
  afterAll(() => disk.stop());

  test("each of the six endpoints responds 503 without effect, and with the same key succeeds once there is space", async () => {
    const partner = await makePartner();
    await expectNothingLost(partner, {
      begin: () => disk.fill("wallet_transactions"),
      end: () => disk.empty(),
    });
  });

  test("readiness, health and metrics report it after a failed write and recover automatically", async () => {
    const partner = await makePartner();
    const serviceCardId = await makeCard(partner);
    const ready = async () => (await (await answerReady()).json()).data;
    const diskFault = () => metricsOfProcess().find(({ name }) => name === "database_disk_fault");
    expect(await ready()).toEqual({ providers: [] });
    expect(diskFault()?.samples).toEqual([{ value: 0 }]);
    await disk.fill("wallet_transactions");
    const failed = await clientOf(partner).fund({ serviceCardId, amount: 5 });
    expect(failed.status).toBe(503);
    const text = "The database cannot write: its disk is full.";
    // The fault remains although some writes fit into existing pages.
    for (let looks = 0; looks < 3; looks += 1) {
      await sleep(PROBE_PAUSE_MS);
      await inTransaction((runQuery) =>
        runQuery("small_write", "UPDATE partners SET name = name", []),
      );
      expect(await ready()).toEqual({ error: text });
    }
    expect(diskFault()?.samples).toEqual([{ value: 1 }]);
    const { database, troubles } = presentServiceState(await readServiceState());
    expect(database.writeFault).toBe(text);
    expect(troubles).toContainEqual(expect.objectContaining({ area: "database" }));
    await disk.empty();
    await expect.poll(ready).toEqual({ providers: [] });
    expect(diskFault()?.samples).toEqual([{ value: 0 }]);
    const again = await clientOf(partner).fund({ serviceCardId, amount: 5 });
    expect(again.status).toBe(200);
  });

  test("reads work meanwhile", async () => {
    const partner = await makePartner();
    await disk.fill("wallet_transactions");
    expect((await clientOf(partner).balance()).status).toBe(200);
    await disk.empty();
  });
});
afterAll(endTests);
