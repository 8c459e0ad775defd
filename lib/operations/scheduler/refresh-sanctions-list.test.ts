import "@/test/database";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/kernel/env";
import { findList } from "@/lib/withdrawals/screening/sql-store";
import { eventually } from "@/test/eventually";
import { endTests } from "@/test/fixtures/make";
import { runIfDue } from "./claimed-run";
import { refreshSanctionsListJob } from "./jobs";
import { startScheduler } from "./start-scheduler";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sanctions-"));
});
afterAll(async () => {
  delete env().SANCTIONS_LIST;
  await rm(folder, { recursive: true });
  await endTests();
});

test("the first sanctions list is fetched at the start with the setting, after a run without it", async () => {
  await runIfDue(refreshSanctionsListJob, { retryMs: 1_000 });
  env().SANCTIONS_LIST = join(folder, "list.csv");
  await expect(refreshSanctionsListJob.run()).rejects.toThrow("No sanctions list is in force");
  await writeFile(join(folder, "list.csv"), `0x${"1".repeat(40)}\n`);
  const scheduler = startScheduler([refreshSanctionsListJob], 0);
  try {
    await eventually(async () => expect(await findList()).toMatchObject({ addressCount: 1 }));
  } finally {
    await scheduler.stop();
  }
});
