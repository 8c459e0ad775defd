import "@/test/database";
import { afterAll, expect, test, vi } from "vitest";
import { GET as fileRoute } from "@/app/api/v1/partner/export/statement-proof/route";
import { BATCH_ROWS } from "@/lib/db/batch-rows";
import { tamper } from "@/test/database/superuser";
import { endTests, makePartner } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { proofFileSchema } from "./format/proof-file";
import { verifyFile } from "./format/verify-file";
import { rootsOfDay } from "./roots-of-day";
import type * as store from "./store";

/** The number of journals that each statement has read. */
const batches: number[] = [];
vi.mock("./store", async (original) => {
  const actual = await original<typeof store>();
  const findJournals = async (...of: Parameters<typeof actual.findJournals>) => {
    const journals = await actual.findJournals(...of);
    batches.push(journals.length);
    return journals;
  };
  return { ...actual, findJournals };
});

afterAll(endTests);

/** Makes a day of a partner with this many journals, and its root without a signature. */
async function makeDay(partnerId: string, day: string, count: number): Promise<void> {
  const ending = `${partnerId.slice(-10)}${day.slice(-2)}`;
  const id = `'jrn_' || '${ending}' || lpad(k::text, 14, '0')`;
  const at = `'${day}T10:00:00Z'::timestamptz + k * interval '1 ms'`;
  await tamper(
    `INSERT INTO ledger.journals (id, type, source_id, partner_id, leg_count, created_at)
     SELECT ${id}, 'deposit', '${ending}' || k, '${partnerId}', 2, ${at} FROM generate_series(1, ${count}) k`,
    `INSERT INTO ledger.entries (journal_id, leg, account_id, amount_micro_usd, created_at)
     SELECT ${id}, l, CASE l WHEN 1 THEN 'custody:base-sepolia:usdc' ELSE 'suspense' END, 2 * l - 3, ${at}
     FROM generate_series(1, ${count}) k, generate_series(1, 2) l`,
  );
  const found = (await rootsOfDay(day)).find((root) => root.partnerId === partnerId);
  if (!found) throw new Error("the day has no root");
  const { leafCount, root, firstJournalId, lastJournalId } = found;
  await tamper(
    `INSERT INTO ledger.signing_keys (key_id, public_key, created_at) VALUES ('none', repeat('A', 43) || '=', now()) ON CONFLICT DO NOTHING`,
    `INSERT INTO ledger.day_roots (partner_id, day, leaf_count, root, previous, hash, key_id, signature, first_journal_id,
       last_journal_id, created_at)
     VALUES ('${partnerId}', '${day}', ${leafCount}, '${root}', repeat('0', 64), '', 'none', repeat('A', 86) || '==',
       '${firstJournalId}', '${lastJournalId}', now())`,
    "UPDATE ledger.days_end SET closed_before = '2026-04-02', sealed_before = '2026-04-02'",
  );
}

test("the proof of a busy day is read in batches, and has each of its journals once", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const counts = [2 * BATCH_ROWS + 500, 3, 2 * BATCH_ROWS];
  for (const [nth, count] of counts.entries())
    await makeDay(partnerId, `2026-03-${10 + nth}`, count);
  const browser = await signedIn(await makePerson({ partnerId }));
  const answer = await browser.call(fileRoute, { query: { month: "2026-03" } });
  expect(answer.status).toBe(200);
  const file = proofFileSchema.parse(JSON.parse(answer.text ?? ""));
  expect(file.days.map(({ journals }) => journals.length)).toEqual(counts);
  const texts = verifyFile(file, []).map(({ text }) => text);
  for (const [nth, count] of counts.entries())
    expect(texts).toContainEqual(
      expect.stringContaining(`2026-03-${10 + nth}: all ${count} journals lead to the root`),
    );
  expect(Math.max(...batches)).toBe(BATCH_ROWS);
});
