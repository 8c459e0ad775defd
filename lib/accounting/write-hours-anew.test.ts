import "@/test/database";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/durations";
import { audit } from "@/lib/ledger";
import { closeAllHours } from "@/test/database/close-hours";
import { ownerUrl } from "@/test/database/owner-url";
import { spread } from "@/test/database/past";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { snapshotHourlyBalances } from "./snapshot-hourly-balances";
import { closeWalletHours } from "./store";

/** Long enough for the job to do its work where no transaction keeps it waiting. */
const JOB_MS = 300;

afterAll(endTests);

/** The hours of the first day are stored, and the job has more days to do. */
beforeEach(async () => {
  const partner = await makePartner();
  await makeCard(partner, { amountUsd: 5 });
  await spread(new Date(Date.now() - 9 * DAY_MS), [DAY_MS]);
  await sql("SELECT ledger.close_hours()");
  await closeWalletHours();
});

/** The statements that the page has for this table. */
async function statementsFor(table: string): Promise<string[]> {
  const page = await readFile(join(import.meta.dirname, "../../docs/books.md"), "utf8");
  const [text] = page.replaceAll("\n", " ").match(/`[^`]*DELETE FROM ledger\.hours;[^`]*`/) ?? [];
  if (text === undefined) throw new Error("docs/books.md does not say how hours are written anew.");
  return text
    .slice(1, -1)
    .replaceAll("ledger.hours", `ledger.${table}`)
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

const count = async (table: string) =>
  (await sql(`SELECT count(*)::int AS n FROM ledger.${table}`))[0].n;

test.each(["hours", "wallet_hours"])(
  "what docs/books.md says writes ledger.%s anew, also while the job runs",
  async (table) => {
    const owner = new pg.Client({ connectionString: ownerUrl() });
    await owner.connect();
    const runs: Promise<unknown>[] = [];
    try {
      for (const statement of await statementsFor(table)) {
        await owner.query(statement);
        if (!statement.startsWith("DELETE")) continue;
        // The job would look for the first journal otherwise, in all journals, for longer than its statements may take.
        const far = `SELECT FROM ledger.${table}_end WHERE ended_at = '-infinity'`;
        expect((await owner.query(far)).rowCount).toBe(0);
        const run = snapshotHourlyBalances();
        runs.push(run);
        await Promise.race([run.catch(() => undefined), setTimeout(JOB_MS)]);
      }
    } finally {
      await owner.end();
    }
    await Promise.all(runs);
    await closeAllHours();
    await closeWalletHours();
    expect(await count(table)).toBeGreaterThan(0);
    const broken = (await audit()).filter(({ brokenRows }) => brokenRows.length > 0);
    expect(broken.map(({ name }) => name)).toEqual([]);
  },
);
