import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_COUNTED } from "@/lib/kernel/page";
import { tamper } from "@/test/database/superuser";
import { tableScans } from "@/test/database/table-scans";
import { endTests, makePartner } from "@/test/fixtures/make";
import { PARTNER_SORTS } from "../../schema";
import { findPartners, type PartnerQuery, storePartnerActivity } from "./store";

const PARTNERS = 10_000;
const HOURS = 720;

beforeAll(async () => {
  const { partnerId } = await makePartner();
  const id = "'ptn_' || lpad(n::text, 26, '0')";
  await tamper(
    `INSERT INTO partners SELECT r.* FROM partners p, generate_series(1, ${PARTNERS}) n,
       jsonb_populate_record(p, jsonb_build_object('id', ${id}, 'name', md5(n::text),
         'wallet_address', '0x' || lpad(to_hex(n), 40, '0'))) r WHERE p.id = '${partnerId}'`,
    `INSERT INTO ledger.accounts SELECT r.* FROM ledger.accounts a, generate_series(1, ${PARTNERS}) n,
       jsonb_populate_record(a, jsonb_build_object('id', 'wallet:' || ${id}, 'partner_id', ${id},
         'balance_micro_usd', n)) r WHERE a.id = 'wallet:${partnerId}'`,
    // Every partner has sums, so that a scan of all of them would show.
    `INSERT INTO card_sums SELECT ${id}, 60, date_trunc('hour', now()) - make_interval(hours => h), 'spend', 1, 1000000
     FROM generate_series(1, ${PARTNERS}) n, generate_series(1, 40) h`,
    `INSERT INTO card_sums SELECT ${id}, 60, date_trunc('hour', now()) - make_interval(hours => h), 'spend', 1, 1000000
     FROM generate_series(${PARTNERS} - 60, ${PARTNERS}) n, generate_series(41, ${HOURS} - 1) h`,
    "ANALYZE",
  );
});
afterAll(endTests);

test("the activity of a page is read by index, whatever the order", async () => {
  const tables = [
    "card_sums",
    "card_transactions",
    "request_log",
    "row_counts",
    "wallet_transactions",
  ];
  const before = await tableScans(tables);
  const wanted: PartnerQuery[] = PARTNER_SORTS.map((sort) => ({
    search: undefined,
    status: undefined,
    sort,
    hasActivity: true,
  }));
  for (const each of wanted) {
    const found = await findPartners(each, { skip: 0, limit: 50 });
    expect(found.rows).toHaveLength(50);
    expect(found).toMatchObject({ total: MAX_COUNTED, hasMoreThanTotal: true });
  }
  const after = await tableScans(tables);
  expect(after).toEqual(before);
});

test("the order of all partners is stored by index", async () => {
  const tables = ["card_sums", "card_transactions", "request_log", "wallet_transactions"];
  const before = await tableScans(tables);
  expect(await storePartnerActivity()).toBe(PARTNERS + 1);
  expect(await tableScans(tables)).toEqual(before);
  const wanted = { search: undefined, status: undefined, hasActivity: false } as const;
  const { rows } = await findPartners({ ...wanted, sort: "highest_volume" }, { skip: 0, limit: 1 });
  // One of the partners whose cards spent in each hour.
  expect(rows[0]?.id).toMatch(/^ptn_0{21}(09[0-9]{3}|10000)$/);
});
