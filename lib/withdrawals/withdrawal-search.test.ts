import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as exportOwn } from "@/app/api/v1/partner/export/withdrawals/route";
import { GET as list } from "@/app/api/v1/partner/withdrawal/route";
import { readBatches } from "@/lib/db/read-batches";
import { copyRow, keyOf } from "@/test/database/read-plan";
import { rowsReadByIndex } from "@/test/database/table-scans";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { findKnownAddresses } from "./addresses/sql-store";
import { withdrawalList } from "./withdrawal-list";

const COUNT = 12_000;
/** Those of another partner to the same address as the only one of this partner. */
const OF_OTHER_PARTNER = 3_000;
const VAULT = `0x${"a".repeat(40)}`;
const TREASURY = `0x${"b".repeat(40)}`;

let partner: TestPartner;
let viewer: Browser;

async function foundBy(search: string, isBroadSearch: boolean) {
  const ids: string[] = [];
  const list = withdrawalList(partner.partnerId, { search, isBroadSearch });
  for await (const batch of readBatches<{ id: string }>(list))
    ids.push(...batch.map(({ id }) => id));
  return ids;
}

beforeAll(async () => {
  // The statistics are those of a table with a few rows.
  await sql("ALTER TABLE withdrawals SET (autovacuum_enabled = false)");
  await sql("ANALYZE withdrawals");
  partner = await makePartner({ balanceUsd: 1_000 });
  const { personId, ...person } = await makePerson({ partnerId: partner.partnerId, role: "owner" });
  viewer = await signedIn({ personId, ...person });
  const wallet = withdrawalsOf(partner);
  const [toVault, toTreasury] = [await wallet.make(10), await wallet.make(10)];
  await wallet.make(10);
  for (const [id, label, address] of [
    [toVault, "Main Vault", VAULT],
    [toTreasury, "Treasury", TREASURY],
  ]) {
    await sql("INSERT INTO saved_addresses VALUES ($1, $2, $3, $4, $5, now())", [
      ...[`adr_${id}`, partner.partnerId, label, address, personId],
    ]);
  }
  await copyRow(
    "withdrawals",
    toVault,
    COUNT - 1,
    `'id', ${keyOf("wd")}, 'to_address', CASE WHEN n % 2 = 0 THEN '${VAULT}' ELSE '0x${"A".repeat(40)}' END`,
  );
  await sql(`UPDATE withdrawals SET to_address = '${VAULT}' WHERE id = '${toVault}'`);
  await sql(`UPDATE withdrawals SET to_address = '${TREASURY}' WHERE id = '${toTreasury}'`);
  const ofOther = await withdrawalsOf(await makePartner({ balanceUsd: 1_000 })).make(10);
  const toSame = `'id', ${keyOf("wd", `n + ${COUNT}`)}, 'to_address', '${TREASURY}'`;
  await copyRow("withdrawals", ofOther, OF_OTHER_PARTNER, toSame);
  await sql("ALTER TABLE withdrawals ENABLE TRIGGER USER");
}, 180_000);
afterAll(endTests);

test.each<[string, number]>([
  ["treasury", 1],
  ["TREAS", 1],
  ["m", COUNT],
  ["vault", 0],
  ["%", 0],
  [TREASURY, 1],
  [VAULT.toUpperCase().replace("X", "x"), COUNT],
  ["0xbbbb…bbbb", 1],
  ["0xbbbb...bbba", 0],
  ["0xaaaa...AAAA", COUNT],
  ["0xbbbbb", 1],
  ["0xbbbbba", 0],
])(
  "a search for %j finds the same withdrawals by indexes and one by one",
  async (search, count) => {
    const ids = await foundBy(search, false);
    expect(ids).toHaveLength(count);
    expect(await foundBy(search, true)).toEqual(ids);
  },
);

describe.each(["nothing", "ANALYZE withdrawals"])("after %s", (command) => {
  beforeAll(async () => {
    if (command !== "nothing") await sql(command);
  });

  test.each(["treasury", TREASURY, "0xbbbb…bbbb"])(
    "a page of the only withdrawal to %s is read without the others",
    async (search) => {
      const before = await rowsReadByIndex("withdrawals");
      const { json } = await viewer.call(list, { query: { search } });
      expect(json.data.withdrawals).toHaveLength(1);
      expect((await rowsReadByIndex("withdrawals")) - before).toBeLessThan(20);
    },
  );

  test("an address is known without withdrawals of other partners to it", async () => {
    const before = await rowsReadByIndex("withdrawals");
    const known = await findKnownAddresses(partner.partnerId, TREASURY);
    expect(known.map(({ address, label }) => [address, label])).toEqual([
      [TREASURY, null],
      [TREASURY, "Treasury"],
    ]);
    expect((await rowsReadByIndex("withdrawals")) - before).toBeLessThan(20);
  });

  test.each(["main", VAULT])(
    "a file of 12,000 withdrawals to %s reads each a few times",
    async (search) => {
      const before = await rowsReadByIndex("withdrawals");
      const query = { search, timeZone: "UTC" };
      const { text } = await viewer.call(exportOwn, { query });
      expect(text?.match(/^wd_/gm)).toHaveLength(COUNT);
      expect((await rowsReadByIndex("withdrawals")) - before).toBeLessThan(4 * COUNT);
    },
  );
});
