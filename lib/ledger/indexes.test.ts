import { afterAll, expect, test } from "vitest";
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
