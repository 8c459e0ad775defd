import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as list } from "@/app/api/admin/audit/route";
import { keyOf } from "@/test/database/read-plan";
import { rowsReadByIndex } from "@/test/database/table-scans";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { listEntries } from "./store";

const EACH = 30_000;
/** The only actions of two partners: both are common, and have few entries together. */
const ACTIONS = ["revokeApiKey", "setRedirectUrl"] as const;

let operator: Browser;
let partnerIds: string[];

const insert = (
  prefix: string,
  [personId, partnerId, action]: readonly (string | null)[],
  numbers: string,
) =>
  sql(
    `INSERT INTO audit_entries (id, person_id, partner_id, action, target_id, created_at)
     SELECT ${keyOf(prefix)}, $1, $2, $3, 'key_' || n, now() FROM ${numbers} n`,
    [personId, partnerId, action],
  );

beforeAll(async () => {
  operator = await signedIn(await makePerson());
  // Without the chain of hashes, which one entry after another extends.
  await sql("ALTER TABLE audit_entries DISABLE TRIGGER USER");
  partnerIds = [];
  for (const [index, action] of ACTIONS.entries()) {
    const { partnerId } = await makePartner({ balanceUsd: 0 });
    partnerIds.push(partnerId);
    const { personId } = await makePerson({ partnerId });
    // The entries of both take turns.
    await insert(
      "aud",
      [personId, partnerId, action],
      `generate_series(${10 + index}, ${2 * EACH}, 2)`,
    );
  }
  const [first = "", second = ""] = partnerIds;
  const { personId } = await makePerson({ partnerId: second });
  // The oldest, and one in the middle.
  await insert("aud_a", [personId, first, ACTIONS[1]], "generate_series(1, 1)");
  await sql("UPDATE audit_entries SET id = $1 WHERE id LIKE 'aud_a_%'", [entry(1)]);
  await insert("aud_a", [personId, first, ACTIONS[1]], "generate_series(1, 1)");
  await sql("UPDATE audit_entries SET id = $1 WHERE id LIKE 'aud_a_%'", [`${entry(EACH)}5`]);
  await sql("ALTER TABLE audit_entries ENABLE TRIGGER USER; ANALYZE audit_entries");
}, 180_000);
afterAll(endTests);

const entry = (n: number) => `aud_${String(n).padStart(26, "0")}`;

async function page(query: Record<string, string>) {
  const { status, text, json } = await operator.call(list, { query });
  expect(status, text).toBe(200);
  const ids: string[] = json.data.entries.map(({ entryId }: { entryId: string }) => entryId);
  return { ids, cursor: json.data.pagination.nextCursor as string | undefined };
}

test("a page of two common filters compares some of their entries, and its cursor goes on", async () => {
  const query = { action: ACTIONS[1], partner: partnerIds[0] ?? "" };
  const before = await rowsReadByIndex("audit_entries");
  const first = await page(query);
  expect((await rowsReadByIndex("audit_entries")) - before).toBeLessThan(12_000);
  expect(first.ids).toEqual([]);
  const found: string[] = [];
  let pages = 1;
  for (let { cursor } = first; cursor !== undefined; pages += 1) {
    const next = await page({ ...query, cursor });
    found.push(...next.ids);
    cursor = next.cursor;
  }
  expect(found).toEqual([`${entry(EACH)}5`, entry(1)]);
  expect(pages).toBeLessThan(6);
});

test("entries of several values are found in their order, each once", async () => {
  const expected = await sql(
    "SELECT id FROM audit_entries WHERE action = $1 AND partner_id = ANY($2) ORDER BY id DESC",
    [ACTIONS[1], partnerIds],
  );
  const filter = { action: [ACTIONS[1]], partner: [...partnerIds, "operator"] };
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    // More than are compared, so that each page ends where its search ends.
    const next = await listEntries(filter, { skip: 0, limit: 7_000, cursor });
    found.push(...next.rows.flatMap(({ id, partnerId }) => (partnerId === null ? [] : [id])));
    cursor = next.nextCursor;
  } while (cursor !== undefined);
  expect(found).toEqual(expected.map(({ id }) => id));
}, 180_000);
