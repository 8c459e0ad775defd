import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstIdAt } from "@/lib/kernel/ids";
import { readPlan } from "@/test/database/read-plan";
import { tamper } from "@/test/database/superuser";
import { endTests, makePartner } from "@/test/fixtures/make";
import { RECENT_AUDIT_QUERIES } from "./audit-since";

/** Journals from before the check, of two entries each. */
const OLD = 50_000;
let since: Date;

beforeAll(async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const id = "'jrn_' || lpad(n::text, 26, '0')";
  const at = "'2026-01-01T00:00:00Z'::timestamptz + n * interval '1 s'";
  await tamper(
    `INSERT INTO ledger.journals (id, type, source_id, partner_id, leg_count, created_at)
     SELECT ${id}, 'deposit', 'old' || n, '${partnerId}', 2, ${at} FROM generate_series(1, ${OLD}) n`,
    `INSERT INTO ledger.entries (journal_id, leg, account_id, amount_micro_usd, created_at)
     SELECT ${id}, leg, CASE leg WHEN 1 THEN 'suspense' ELSE 'fees' END, 1, ${at}
     FROM generate_series(1, ${OLD}) n, generate_series(1, 2) leg`,
    "SELECT brin_summarize_new_values('ledger.entries_created_at_idx')",
    "ANALYZE ledger.journals, ledger.entries",
  );
  since = new Date();
  await makePartner({ balanceUsd: 10 });
});
afterAll(endTests);

test.each(RECENT_AUDIT_QUERIES)(
  "$name reads what is new and its neighbours",
  async ({ name, text }) => {
    const values = [since, firstIdAt("jrn", since)].slice(0, text.includes("$2") ? 2 : 1);
    const { rows } = await readPlan({ name: `recent_${name.replaceAll("-", "_")}`, text, values });
    expect(rows).toBeLessThan(OLD / 4);
  },
);
