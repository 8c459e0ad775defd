import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as exportCsv } from "@/app/api/admin/partners/export/route";
import { GET as list } from "@/app/api/admin/partners/route";
import { tamper } from "@/test/database/superuser";
import {
  deposit,
  endTests,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { invalidFields } from "@/test/http/expect-answer";
import { PARTNER_SORTS } from "../../schema";
import { rankPartners } from "./rank-partners";
import { findPartners, readPartners } from "./store";

let browser: Browser;
let partners: TestPartner[];
beforeAll(async () => {
  browser = await signedIn(await makePerson());
  partners = [await makePartner(), await makePartner(), await makePartner()];
  const names = ["Zephyr", "äther", "Boreas"];
  for (const [index, { partnerId }] of partners.entries())
    await sql("UPDATE partners SET name = $2 WHERE id = $1", [partnerId, names[index]]);
});
afterAll(endTests);

const ids = (...order: number[]) => order.map((index) => partners[index]?.partnerId);

async function listed(query: Record<string, string | number>) {
  const { json } = await browser.call(list, { query });
  const rows: { partnerId: string; activity?: object }[] = json.data.partners;
  return { ids: rows.map(({ partnerId }) => partnerId), rows, pagination: json.data.pagination };
}

test("partners are sorted by time, name and balance", async () => {
  for (const [index, amountUsd] of [20, 90, 1].entries()) {
    const { partnerId, walletAddress } = partners[index] as TestPartner;
    await deposit(partnerId, walletAddress, amountUsd);
  }
  expect((await listed({})).ids).toEqual(ids(2, 1, 0));
  expect((await listed({ sort: "oldest" })).ids).toEqual(ids(0, 1, 2));
  expect((await listed({ sort: "name" })).ids).toEqual(ids(1, 2, 0));
  expect((await listed({ sort: "largest" })).ids).toEqual(ids(1, 0, 2));
  expect((await listed({ sort: "smallest" })).ids).toEqual(ids(2, 0, 1));
});

test("partners are sorted by card volume and by last activity, as the job stored them", async () => {
  const day = "date_trunc('hour', now()) - interval '1 day'";
  await sql(
    `INSERT INTO card_sums VALUES ($1, 60, ${day}, 'spend', 1, 30000000), ($2, 60, ${day}, 'spend', 1, 70000000),
       ($1, 60, ${day} - interval '31 days', 'spend', 1, 900000000), ($3, 60, ${day}, 'reversed', 1, 900000000)`,
    ids(0, 1, 2),
  );
  // A partner that is not ranked yet comes after all others.
  expect((await listed({ sort: "highest_volume" })).ids).toEqual(ids(2, 1, 0));
  expect((await listed({ sort: "longest_idle" })).ids).toEqual(ids(0, 1, 2));
  expect(await rankPartners()).toEqual({ changed: 3 });
  expect(await rankPartners()).toEqual({ changed: 0 });
  expect((await listed({ sort: "highest_volume" })).ids).toEqual(ids(1, 0, 2));
  expect((await listed({ sort: "lowest_volume" })).ids).toEqual(ids(2, 0, 1));
  // The deposits above were credited in this order.
  expect((await listed({ sort: "last_active" })).ids).toEqual(ids(2, 1, 0));
  const { partnerId, walletAddress } = partners[1] as TestPartner;
  await deposit(partnerId, walletAddress, 1);
  expect(await rankPartners()).toEqual({ changed: 1 });
  expect((await listed({ sort: "last_active" })).ids).toEqual(ids(1, 2, 0));
  expect((await listed({ sort: "longest_idle" })).ids).toEqual(ids(0, 2, 1));
  await sql("DELETE FROM card_sums");
});

test("each order is read on from a cursor", async () => {
  for (const sort of PARTNER_SORTS) {
    const whole = await listed({ sort });
    expect(whole.pagination.nextCursor).toBeUndefined();
    const first = await listed({ sort, limit: 2 });
    const rest = await listed({ sort, limit: 2, cursor: first.pagination.nextCursor });
    expect([...first.ids, ...rest.ids], sort).toEqual(whole.ids);
    expect(rest.pagination.total).toBe(3);
  }
  const refused = await browser.call(list, { query: { cursor: "x" } });
  expect(invalidFields(refused)).toEqual(["cursor: isCursor"]);
});

test("partners are filtered by status and searched without accents", async () => {
  await sql("UPDATE partners SET suspended_at = now() WHERE id = $1", ids(1));
  expect((await listed({ status: "suspended" })).ids).toEqual(ids(1));
  expect((await listed({ status: "active" })).ids).toEqual(ids(2, 0));
  expect((await listed({ search: "ATH", status: "suspended" })).ids).toEqual(ids(1));
  expect((await listed({ search: "ATH", status: "active" })).ids).toEqual([]);
  await sql("UPDATE partners SET suspended_at = NULL WHERE id = $1", ids(1));
});

test("activity is read only where it is asked for", async () => {
  const [plain] = (await listed({})).rows;
  expect(plain?.activity).toBeUndefined();
  const [idle] = (await listed({ with: "activity" })).rows;
  expect(idle?.activity).toMatchObject({
    users: 0,
    cards: 0,
    cardVolume30Days: 0,
    pendingWithdrawals: { count: 0, amount: 0 },
    webhooks: "none",
  });
});

test("activity contains counts, card volume, pending withdrawals and webhook health", async () => {
  const partner = partners[0] as TestPartner;
  const { partnerId } = partner;
  await makeCard(partner);
  const hour = "date_trunc('hour', now())";
  await sql(
    `INSERT INTO card_sums VALUES
       ($1, 60, ${hour} - interval '29 days', 'spend', 2, 30000000),
       ($1, 60, ${hour} - interval '31 days', 'spend', 1, 500000000),
       ($1, 15, ${hour} - interval '29 days', 'spend', 2, 30000000),
       ($1, 60, ${hour} - interval '29 days', 'reversed', 2, 70000000)`,
    [partnerId],
  );
  await sql("INSERT INTO webhook_endpoints (partner_id, url) VALUES ($1, 'https://a.example')", [
    partnerId,
  ]);
  const activityOf = async () => {
    const { rows } = await listed({ with: "activity", search: partnerId });
    return rows[0]?.activity;
  };
  expect(await activityOf()).toMatchObject({
    users: 1,
    cards: 1,
    cardVolume30Days: 30,
    webhooks: "ok",
    lastActiveAt: expect.any(String),
  });
  await sql("UPDATE webhook_endpoints SET failing_since = now() WHERE partner_id = $1", [
    partnerId,
  ]);
  expect(await activityOf()).toMatchObject({ webhooks: "failing" });
  await sql("UPDATE webhook_endpoints SET paused_at = now() WHERE partner_id = $1", [partnerId]);
  expect(await activityOf()).toMatchObject({ webhooks: "paused" });
});

test("the export contains the filtered partners, in the order of the list", async () => {
  await sql("UPDATE partners SET name = '=1+1' WHERE id = $1", ids(2));
  const { text = "", headers } = await browser.call(exportCsv, { query: { sort: "oldest" } });
  expect(headers.get("content-disposition")).toMatch(/partners-\d{4}-\d\d-\d\d\.csv/);
  const [header = "", ...lines] = text.trim().split("\r\n");
  expect(header).toBe(
    "partner,name,status,users,cards,card volume 30 days (USD),wallet balance (USD),pending withdrawals,pending withdrawals (USD),webhooks,last active (UTC),created (UTC)",
  );
  expect(lines.map((line) => line.split(",")[0])).toEqual(ids(0, 1, 2));
  expect(lines[0]).toContain(",Zephyr,active,1,1,30.00,");
  expect(lines[2]).toContain("'=1+1");
  const searched = await browser.call(exportCsv, { query: { search: "zeph" } });
  expect(searched.text?.trim().split("\r\n")).toHaveLength(2);
});

test.each(PARTNER_SORTS)(
  "the batches of an export in the order %s are those of the list",
  async (sort) => {
    await tamper(
      "UPDATE partner_activity SET last_active_at = NULL WHERE partner_id = (SELECT min(id) FROM partners)",
    );
    const wanted = { search: undefined, status: undefined, sort, hasActivity: true };
    const all = (await findPartners(wanted, { skip: 0, limit: 100 })).rows.map(({ id }) => id);
    const found: string[] = [];
    for await (const rows of readPartners(wanted, 1)) found.push(...rows.map(({ id }) => id));
    expect(found).toEqual(all);
  },
);

test.each(["largest", "smallest"] as const)(
  "an export in the order %s has every partner, also when balances change meanwhile",
  async (sort) => {
    const wanted = { search: undefined, status: undefined, sort, hasActivity: true };
    const all = (await findPartners(wanted, { skip: 0, limit: 100 })).rows.map(({ id }) => id);
    expect(all.length).toBeGreaterThan(2);
    const found: string[] = [];
    for await (const rows of readPartners(wanted, 1)) {
      found.push(...rows.map(({ id }) => id));
      // The partner goes to the other end of the order.
      const balance = sort === "largest" ? "0" : "900000000000";
      await tamper(
        `UPDATE ledger.accounts SET balance_micro_usd = ${balance} WHERE id = 'wallet:${found.at(-1)}'`,
      );
      if (found.length > 10) break;
    }
    expect(found.slice(0, all.length)).toEqual(all);
  },
);
