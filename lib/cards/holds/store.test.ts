import "@/test/database";
import pg from "pg";
import { afterAll, expect, test, vi } from "vitest";
import { connectionOptions } from "@/lib/db/connection-settings";
import { ownerUrl } from "@/test/database/owner-url";
import { endTests } from "@/test/fixtures/make";
import { findDueHolds, findDueHoldsOf } from "./store";

afterAll(endTests);

/** The plan of the statement that `send` sends, for any values. */
async function planOf(send: () => Promise<unknown>): Promise<string> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await send();
  const [{ text }] = query.mock.calls.map(([sent]) => Object(sent)) as [{ text: string }];
  query.mockRestore();
  const client = new pg.Client({ connectionString: ownerUrl(), options: connectionOptions() });
  await client.connect();
  try {
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, COSTS OFF) ${text}`);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    await client.end();
  }
}

test.each([
  ["of one partner", () => findDueHoldsOf("ptn_1", new Date(), 100)],
  ["of all partners", () => findDueHolds(new Date(), 100)],
])(
  "due holds %s are found by the index of open holds, and no table is scanned",
  async (_, send) => {
    const plan = await planOf(send);
    expect(plan).toContain("card_transactions_open_holds");
    expect(plan).not.toContain("Seq Scan on card_transactions");
    expect(plan).not.toMatch(/using card_transactions_(?!open_holds)/);
  },
);
