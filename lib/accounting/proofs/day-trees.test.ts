import "@/test/database";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { tamper } from "@/test/database/superuser";
import { endTests, makePartner } from "@/test/fixtures/make";
import { leafHash, type ProofJournal } from "./format/encode";
import { rootFromPath } from "./format/tree";
import { dayWithPath } from "./proof-days";
import { rootsOfDay } from "./roots-of-day";
import type * as store from "./store";
import { findJournals, type RootRow } from "./store";

let days = 0;
vi.mock("./store", async (original) => {
  const actual = await original<typeof store>();
  const journalsOfRoot = (...of: Parameters<typeof actual.journalsOfRoot>) => {
    days += 1;
    return actual.journalsOfRoot(...of);
  };
  return { ...actual, journalsOfRoot };
});

beforeEach(() => {
  days = 0;
});
afterAll(endTests);

/** Makes a day of a partner with journals of two legs each, more than one batch of them, and returns its root. */
async function busyDay(day: string, count: number): Promise<RootRow> {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const ending = partnerId.slice(-14);
  const id = `'jrn_' || '${ending}' || lpad(k::text, 12, '0')`;
  const at = `'${day}T10:00:00Z'::timestamptz + k * interval '1 ms'`;
  await tamper(
    `INSERT INTO ledger.journals (id, type, source_id, partner_id, leg_count, created_at)
     SELECT ${id}, 'deposit', '${ending}' || k, '${partnerId}', 2, ${at} FROM generate_series(1, ${count}) k`,
    `INSERT INTO ledger.entries (journal_id, leg, account_id, amount_micro_usd, account_version, balance_after_micro_usd, created_at)
     SELECT ${id}, l, CASE l WHEN 1 THEN 'custody:base-sepolia:usdc' ELSE 'wallet:${partnerId}' END, 1,
       CASE l WHEN 2 THEN k END, CASE l WHEN 2 THEN k END, ${at}
     FROM generate_series(1, ${count}) k, generate_series(1, 2) l`,
  );
  const found = (await rootsOfDay(day)).find((root) => root.partnerId === partnerId);
  if (!found) throw new Error("the day has no root");
  return { ...found, day, previous: "", hash: "", keyId: "", signature: "" };
}

test("proofs of the journals of a day read the day once, and each holds", async () => {
  const root = await busyDay("2026-03-10", 4_500);
  const journals = await findJournals(root, "", root.leafCount);
  const places = [0, 1, 1_999, 2_000, 2_001, 4_095, 4_096, 4_498, 4_499];
  const proofs = await Promise.all(
    places.map((place) => dayWithPath(root, journals[place]?.journalId ?? "")),
  );
  expect(days).toBe(1);
  const { partnerId, leafCount, previous, keyId, signature } = root;
  for (const [nth, index] of places.entries()) {
    const journal = journals[index] as ProofJournal;
    const path = proofs[nth]?.journals[0]?.path ?? [];
    const hashes = path.map((hash) => Buffer.from(hash, "hex"));
    const leaf = leafHash(partnerId, journal);
    expect(rootFromPath(leaf, index, leafCount, hashes)?.toString("hex")).toBe(root.root);
    // The texts are compared, so that the order of the fields counts too.
    const expected = { leafCount, root: root.root, previous, keyId, signature };
    expect(JSON.stringify(proofs[nth])).toBe(
      JSON.stringify({ day: root.day, ...expected, journals: [{ ...journal, index, path }] }),
    );
  }
  expect(await dayWithPath(root, "jrn_00000000000000000000000000")).toBeUndefined();
  expect(days).toBe(1);
});

test("a journal that was changed after its day was sealed has a proof that does not hold", async () => {
  const root = await busyDay("2026-03-11", 3);
  const { firstJournalId, lastJournalId, partnerId } = root;
  const sound = await dayWithPath(root, firstJournalId);
  await tamper(`UPDATE ledger.journals SET type = 'correction' WHERE id = '${firstJournalId}'`);
  const [changed, other] = [
    await dayWithPath(root, firstJournalId),
    await dayWithPath(root, lastJournalId),
  ];
  expect(changed?.journals[0]).toEqual({ ...sound?.journals[0], type: "correction" });
  const [proved] = changed?.journals ?? [];
  const path = (proved?.path ?? []).map((hash) => Buffer.from(hash, "hex"));
  const found = proved && rootFromPath(leafHash(partnerId, proved), 0, root.leafCount, path);
  expect(found?.toString("hex")).not.toBe(root.root);
  expect(other?.journals[0]).toMatchObject({ journalId: lastJournalId, index: 2 });
  await tamper(`UPDATE ledger.journals SET type = 'deposit' WHERE id = '${firstJournalId}'`);
});

test("journals that are not those of the root are read again for each proof", async () => {
  const root = { ...(await busyDay("2026-03-12", 3)), root: "0".repeat(64) };
  await dayWithPath(root, root.firstJournalId);
  await dayWithPath(root, root.firstJournalId);
  expect(days).toBe(2);
});

test("so many proofs that the last one would wait for long are refused until there is room", async () => {
  const root = { ...(await busyDay("2026-03-13", 3)), root: "0".repeat(64) };
  const answers = await Promise.allSettled(
    Array.from({ length: 40 }, () => dayWithPath(root, root.firstJournalId)),
  );
  const refused = answers.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({
    reason: { code: "RATE_LIMITED", headers: { "Retry-After": "5" } },
  });
  expect(await dayWithPath(root, root.firstJournalId)).toBeDefined();
});

test("a partner with as many proofs as it may have takes no place of another partner", async () => {
  const ofBusy = { ...(await busyDay("2026-03-14", 3)), root: "0".repeat(64) };
  const ofOther = await busyDay("2026-03-15", 3);
  const many = Promise.allSettled(
    Array.from({ length: 40 }, () => dayWithPath(ofBusy, ofBusy.firstJournalId)),
  );
  const others = Array.from({ length: 3 }, () => dayWithPath(ofOther, ofOther.firstJournalId));
  expect((await Promise.all(others)).every((day) => day?.root === ofOther.root)).toBe(true);
  await many;
});
