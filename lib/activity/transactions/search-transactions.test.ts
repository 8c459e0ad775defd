import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as exportFile } from "@/app/api/v1/partner/export/card-transactions/route";
import { GET as search } from "@/app/api/v1/partner/transactions/route";
import { queryList } from "@/lib/db/query-list";
import { endTests, makeApprovedUser, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { ownedTransactionStatement } from "./owned-transactions";

type Query = Record<string, string>;

let browser: Browser;
let partnerId: string;
let purchase: string;
let strange: string;

const PURCHASE = { amount: 61.3, merchantName: "Bäckerei Ångström", merchantCountry: "DE" };

beforeAll(async () => {
  const partner = await makePartner({ balanceUsd: 1_000 });
  ({ partnerId } = partner);
  const client = clientOf(partner);
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
  const wolf = await makeApprovedUser(partner, { first_name: "Wolf", last_name: "Øst" });
  const amaras = await makeCard(partner, { amountUsd: 300 });
  const wolfs = await makeCard(partner, { amountUsd: 300, userId: wolf });
  await sql("UPDATE cards SET last4 = '0042' WHERE id = $1", [amaras]);
  await sql("UPDATE cards SET last4 = '1204' WHERE id = $1", [wolfs]);
  const abroad = await client.authorize(amaras, { ...PURCHASE, currency: "EUR" });
  purchase = abroad.json.data.serviceTransactionId;
  await client.authorize(wolfs, { amount: 42, merchantName: "Deutsche Bahn" });
  await client.authorize(wolfs, { amount: 5_000, merchantName: "Deutsche Post" });
  // The same data of another partner, which a search must not find.
  const other = await makePartner({ balanceUsd: 1_000 });
  const stranger = await makeCard(other, { amountUsd: 300 });
  await sql("UPDATE cards SET last4 = '0042' WHERE id = $1", [stranger]);
  const theirs = await clientOf(other).authorize(stranger, PURCHASE);
  strange = theirs.json.data.serviceTransactionId;
});
afterAll(endTests);

async function read(query: Query = {}) {
  const answer = await browser.call(search, { query });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  const { transactions, pagination } = answer.json.data;
  expect(pagination.total).toBe(transactions.length);
  return transactions;
}
const amounts = async (query: Query) =>
  (await read(query)).map(({ amount }: { amount: number }) => amount);

test("each transaction has its card and user, and a fee is part of its purchase", async () => {
  const rows = await read();
  expect(rows).toHaveLength(3);
  expect(rows[2]).toMatchObject({
    serviceTransactionId: purchase,
    category: "authorization",
    amount: 61.3,
    fxFee: 1.84,
    card: { last4: "0042", status: "active" },
    user: { name: "Amara Okafor", isDeleted: false },
  });
  expect(rows[1]).toMatchObject({ fxFee: 0, user: { name: "Wolf Øst" }, card: { last4: "1204" } });
});

test("a fee is an entry of its own by its category and by its id", async () => {
  expect(await amounts({ category: "cross_border_fee" })).toEqual([1.84]);
  expect(await amounts({ search: `${purchase}_fx` })).toEqual([1.84]);
  expect(await amounts({ search: purchase })).toEqual([61.3]);
});

describe("transactions are found", () => {
  test.each([
    ["the merchant", "backerei ang", [61.3]],
    ["several merchants", "DEUTSCHE", [5_000, 42]],
    ["the last name", "ost", [5_000, 42]],
    ["the whole name", "  wolf  øst", [5_000, 42]],
    ["the first name", "amara", [61.3]],
    ["the last four digits", "0042", [61.3]],
    ["the amount", "61.30", [61.3]],
    ["the amount with sign and currency", "\u2212$61.3 USD", [61.3]],
    ["a grouped amount", "5,000.00", [5_000]],
    ["four digits that are an amount too", "5000", [5_000]],
    ["the middle of a name", "bahn", []],
    ["a wildcard", "%", []],
    ["an amount beyond all", "999,999,999.999999", []],
    ["SQL", "' OR '1'='1", []],
  ])("by %s", async (_, text, found) => {
    expect(await amounts({ search: text })).toEqual(found);
  });

  test.each(["backerei ang", "deutsche", "ost", "wolf øst", "amara", "0042", "bahn", "%"])(
    "by %s in the same way through the indexes and by comparing each transaction",
    async (search) => {
      const idsOf = async (isBroadSearch: boolean) => {
        const page = { skip: 0, limit: 50 };
        const filters = { search, isBroadSearch };
        const statement = ownedTransactionStatement(partnerId, filters, "newest", page);
        return (await queryList(statement, page.limit)).rows.map(({ id }) => id);
      };
      expect(await idsOf(true)).toEqual(await idsOf(false));
    },
  );

  test("several filters at once find the transactions that match all of them", async () => {
    expect(await amounts({ search: "deutsche", status: "declined" })).toEqual([5_000]);
    expect(await amounts({ search: "deutsche", sort: "smallest" })).toEqual([42, 5_000]);
    expect(await amounts({ search: strange })).toEqual([]);
  });

  test("several statuses, kinds and decline reasons find the transactions that match one of each", async () => {
    expect(await amounts({ status: "declined,authorized" })).toEqual([5_000, 42, 61.3]);
    expect(await amounts({ status: "declined,settled" })).toEqual([5_000]);
    expect(await amounts({ kind: "purchase,refund" })).toEqual([5_000, 42, 61.3]);
    expect(await amounts({ kind: "fx_fee,refund" })).toEqual([1.84]);
    expect(await amounts({ kind: "cash_withdrawal" })).toEqual([]);
    expect(await amounts({ declinedReason: "insufficient funds,card frozen" })).toEqual([5_000]);
    expect(await amounts({ declinedReason: "card frozen" })).toEqual([]);
  });

  test.each([
    ["status", "declined,lost"],
    ["kind", "authorization"],
    ["declinedReason", "';--"],
  ])("but not by the %s %s", async (name, value) => {
    expect((await browser.call(search, { query: { [name]: value } })).status).toBe(400);
  });

  test("a cursor continues a page", async () => {
    const first = await browser.call(search, { query: { search: "deutsche", limit: "1" } });
    const { nextCursor, total } = first.json.data.pagination;
    expect(total).toBe(2);
    const next = await browser.call(search, { query: { search: "deutsche", cursor: nextCursor } });
    expect(next.json.data.transactions).toMatchObject([{ amount: 42 }]);
  });

  test("the file has the transactions of several kinds", async () => {
    const query = { timeZone: "UTC", kind: "fx_fee,refund" };
    const answer = await browser.call(exportFile, { query });
    expect(answer.text?.trim().split("\r\n")).toHaveLength(2);
  });

  test("the file has the fee in a line of its own", async () => {
    const query = { timeZone: "UTC", search: "backerei" };
    const answer = await browser.call(exportFile, { query });
    expect(answer.text?.trim().split("\r\n")).toHaveLength(3);
  });
});
