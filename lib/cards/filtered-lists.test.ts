import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import {
  type Answer,
  deposit,
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
} from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";
import { invalidFields } from "@/test/http/expect-answer";

type Query = Record<string, string>;

/** The time of the first purchase. */
const INSTANT = new Date("2026-03-01T12:00:00Z");

let client: Client;
let amaras: string;
let wolfs: string;
let stranger: string;
let wolf: string;

beforeAll(async () => {
  const partner = await makePartner({ balanceUsd: 1_000 });
  client = clientOf(partner);
  amaras = await makeCard(partner, { amountUsd: 100 });
  wolf = await makeApprovedUser(partner, { first_name: "Wolf", last_name: "Ågren 100%" });
  wolfs = await makeCard(partner, { fundingType: "crypto", userId: wolf });
  await sql("UPDATE cards SET last4 = '0007' WHERE id = $1", [wolfs]);
  await client.switchCard(wolfs, "freeze");
  const shiftMs = INSTANT.getTime() - Date.now();
  shiftClock(shiftMs);
  const id = (await client.authorize(amaras, { amount: 20 })).json.data.serviceTransactionId;
  shiftClock(-shiftMs);
  await client.settle(id);
  await client.refund(id, 5);
  await client.authorize(amaras, { amount: 7.5, transactionType: "withdrawal" });
  await client.authorize(wolfs, { amount: 30 });
  await deposit(partner.partnerId, partner.walletAddress, 0.123456);
  // The same data of another partner, which our filters must not find.
  const other = await makePartner();
  stranger = await makeCard(other, { amountUsd: 100 });
  await clientOf(other).authorize(stranger, { amount: 20 });
});
afterAll(endTests);

const read = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return answer.json.data;
};
const cards = async (query: Query) => {
  const { cards: rows, pagination } = read(await client.listCards(query));
  expect(pagination.total).toBe(rows.length);
  return rows.map((row: { serviceCardId: string }) => row.serviceCardId);
};
const amounts = async (query: Query) => {
  const { transactions, pagination } = read(await client.listCardTransactions(query));
  expect(pagination.total).toBe(transactions.length);
  return transactions.map(({ amount }: { amount: number }) => amount);
};
const walletAmounts = async (query: Query) => {
  const { transactions, total } = read(await client.listWalletTransactions(query));
  expect(total).toBe(transactions.length);
  return transactions.map(({ amount }: { amount: number }) => amount);
};

describe("cards are found", () => {
  test("cards are found by state, funding, user, and several at once", async () => {
    expect(await cards({ status: "frozen" })).toEqual([wolfs]);
    expect(await cards({ fundingType: "float" })).toEqual([amaras]);
    expect(await cards({ serviceId: wolf })).toEqual([wolfs]);
    expect(await cards({ status: "active", serviceId: wolf })).toEqual([]);
    const [{ created_at: at }] = await sql("SELECT created_at FROM cards WHERE id = $1", [wolfs]);
    expect(await cards({ from: at.toISOString() })).toEqual([wolfs]);
    expect(await cards({ to: at.toISOString() })).toEqual([amaras]);
    expect(await cards({ from: "2000-01-01T00:00:00Z", to: "2001-01-01T00:00:00Z" })).toEqual([]);
  });

  test.each([
    ["0007", "wolf"],
    ["wolf å", "wolf"],
    ["  WOLF   ågren ", "wolf"],
    ["ågren 100%", "wolf"],
    ["AGREN 1", "wolf"],
    ["wólf agr", "wolf"],
    ["Amara Ok", "amara"],
    ["okaf", "amara"],
    ["%", "nobody"],
    ["olf", "nobody"],
    ["007", "nobody"],
    ["' OR '1'='1", "nobody"],
  ])("by %j", async (search, who) => {
    const expected = { wolf: [wolfs], amara: [amaras], nobody: [] }[who];
    expect(await cards({ search })).toEqual(expected);
  });

  test("a search for an id finds the card of this id alone", async () => {
    expect(await cards({ search: amaras })).toEqual([amaras]);
    expect(await cards({ search: stranger })).toEqual([]);
    expect(await cards({ serviceId: "%00" })).toEqual([]);
  });

  test("oldest first", async () => {
    expect(await cards({ sort: "oldest" })).toEqual([amaras, wolfs]);
    expect(await cards({ sort: "newest" })).toEqual([wolfs, amaras]);
  });
});

describe("card transactions are found", () => {
  test("card transactions are found by state, type, card, and several at once", async () => {
    expect(await amounts({ status: "declined" })).toEqual([30]);
    expect(await amounts({ transactionType: "withdrawal" })).toEqual([7.5]);
    expect(await amounts({ category: "refund" })).toEqual([5]);
    expect(await amounts({ category: "cross_border_fee" })).toEqual([]);
    expect(await amounts({ serviceCardId: wolfs, status: "settled" })).toEqual([]);
    expect(await amounts({ serviceCardId: amaras, status: "settled" })).toEqual([20]);
    expect(await amounts({ serviceCardId: stranger, status: "authorized" })).toEqual([]);
    expect(await amounts({ serviceCardId: stranger, sort: "oldest" })).toEqual([]);
  });

  test("card transactions are found by amount, the bounds among them", async () => {
    expect(await amounts({ amountMin: "7.50", amountMax: "20" })).toEqual([7.5, 20]);
    expect(await amounts({ amountMin: "30.01" })).toEqual([]);
  });

  test("card transactions are found by time: at or after the first instant, before the second", async () => {
    const { transactions } = read(await client.listCardTransactions({ sort: "oldest", limit: 1 }));
    const from: string = transactions[0].createdAt;
    const to = new Date(Date.parse(from) + 1).toISOString().replace("Z", "+00:00");
    expect(await amounts({ from, to })).toEqual([20]);
    expect(await amounts({ from, to: from })).toEqual([]);
    expect(await amounts({ to: from })).toEqual([]);
  });

  test("oldest first, page by page", async () => {
    expect(await amounts({ sort: "oldest" })).toEqual([20, 5, 7.5, 30]);
    const page = read(await client.listCardTransactions({ sort: "oldest", skip: 1, limit: 2 }));
    expect(page.transactions.map(({ amount }: { amount: number }) => amount)).toEqual([5, 7.5]);
    const nextCursor = page.transactions[1].serviceTransactionId;
    expect(page.pagination).toEqual({ skip: 1, limit: 2, total: 4, nextCursor });
  });

  test("the transactions of one card are found, with their number on each page", async () => {
    const serviceCardId = amaras;
    const first = read(await client.listCardTransactions({ serviceCardId, limit: 2 }));
    const cursor: string = first.pagination.nextCursor;
    const rest = read(await client.listCardTransactions({ serviceCardId, limit: 2, cursor }));
    expect([first.pagination.total, rest.pagination.total]).toEqual([3, 3]);
    expect([first.transactions.length, rest.transactions.length]).toEqual([2, 1]);
  });

  test("largest or smallest first, all of them or those of a filter", async () => {
    expect(await amounts({ sort: "largest" })).toEqual([30, 20, 7.5, 5]);
    expect(await amounts({ sort: "smallest", amountMin: "6" })).toEqual([7.5, 20, 30]);
    expect(await amounts({ sort: "largest", serviceCardId: amaras })).toEqual([20, 7.5, 5]);
  });
});

describe("wallet transactions are found", () => {
  test("wallet transactions are found by side, action and category", async () => {
    expect(await walletAmounts({ type: "credit" })).toEqual([0.123456, 1_000]);
    expect(await walletAmounts({ action: "card-creation-fee" })).toEqual([1, 1]);
    expect(await walletAmounts({ action: "funding", type: "debit" })).toEqual([100]);
    expect(await walletAmounts({ category: "deposit" })).toEqual([0.123456, 1_000]);
    expect(await walletAmounts({ action: "kyc-fee", category: "deposit" })).toEqual([]);
  });

  test("wallet transactions are found by card, amount to the last decimal and time, oldest first", async () => {
    expect(await walletAmounts({ serviceCardId: amaras })).toHaveLength(2);
    expect(await walletAmounts({ serviceCardId: "%00" })).toEqual([]);
    expect(await walletAmounts({ amountMax: "0.123456" })).toEqual([0.123456]);
    expect(await walletAmounts({ amountMax: "0.123455" })).toEqual([]);
    expect(await walletAmounts({ to: "2020-01-01T00:00:00Z" })).toEqual([]);
    expect((await walletAmounts({ sort: "oldest" }))[0]).toBe(1_000);
  });

  test("largest or smallest first", async () => {
    const all = await walletAmounts({});
    const smallestFirst = await walletAmounts({ sort: "smallest" });
    expect(smallestFirst).toEqual([...all].sort((one, other) => one - other));
    expect(await walletAmounts({ sort: "largest" })).toEqual(smallestFirst.toReversed());
  });
});

test.each([
  ["status", "gone", "isIn"],
  ["transactionType", "", "isIn"],
  ["category", "gone", "isIn"],
  ["from", "2026-03-01", "isISO8601"],
  ["to", "yesterday", "isISO8601"],
  ["amountMin", "-1", "isDecimal"],
  ["amountMin", "1e3", "isDecimal"],
  ["amountMax", "0.1234567", "isDecimal"],
  ["amountMax", "99999999999", "isDecimal"],
  ["sort", "id; DROP TABLE cards", "isIn"],
])("%s cannot be %j", async (name, value, rule) => {
  const answer = await client.listCardTransactions({ [name]: value });
  expect(invalidFields(answer)).toEqual([`${name}: ${rule}`]);
});

test("nor can the filters of the other lists be anything", async () => {
  expect(invalidFields(await client.listCards({ fundingType: "gold" }))).toEqual([
    "fundingType: isIn",
  ]);
  expect(invalidFields(await client.listCards({ search: "a\u202e" }))).toEqual(["search: isText"]);
  const wallet = await client.listWalletTransactions({ type: "both", action: "x", category: "y" });
  expect(invalidFields(wallet)).toEqual(["type: isIn", "action: isIn", "category: isIn"]);
});
