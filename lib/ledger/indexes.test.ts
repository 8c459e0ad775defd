import { afterAll, expect, test } from "vitest";
import { superuserClient } from "@/test/database/superuser";
import { endTests, sql } from "@/test/fixtures/make";

afterAll(endTests);

/**
 * Plans are made while tables are short and kept while they grow (decision 0013). With a second index that begins with
 * the type, the planner chose to read every authorization ever for the checks of a card's holds.
 */
test("a journal is looked up by type and source in one index, and no other could be planned for it", async () => {
  const rows = await sql(
    `SELECT i.indexrelid::regclass::text AS name FROM pg_index i
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
     WHERE i.indrelid = 'ledger.journals'::regclass AND a.attname IN ('type', 'source_id')`,
  );
  expect(rows).toEqual([{ name: "ledger.journals_type_source_id_key" }]);
});

/** With the index of the account in its plan, the balance of `fees` reads every fee that was ever taken. */
test("the balance of an account of the service is planned by the time of the entries alone", async () => {
  const client = await superuserClient();
  try {
    const { rows } = await client.query<{ body: string }>(
      "SELECT prosrc AS body FROM pg_proc WHERE oid = 'ledger.service_balance(text)'::regprocedure",
    );
    const body = rows[0]?.body.replaceAll(/\baccount\b/g, "'fees'");
    // As for the service's login, whose plans are made while tables are short.
    await client.query("SET enable_seqscan = off");
    const plan = JSON.stringify((await client.query(`EXPLAIN ${body}`)).rows);
    expect(plan).toContain("entries_created_at_idx");
    expect(plan).not.toMatch(/entries_(account_id|service_account)/);
  } finally {
    await client.end();
  }
});
