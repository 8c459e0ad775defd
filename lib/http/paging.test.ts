import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as listCards } from "@/app/api/v1/partner/card/route";
import {
  type Answer,
  call,
  endTests,
  makeCard,
  makePartner,
  type TestPartner,
} from "@/test/fixtures/make";
import { atOnce, type Client, clientOf } from "@/test/http/client";
import { invalidFields } from "@/test/http/expect-answer";

const CARDS = 105;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

interface List {
  send: (query: Record<string, string | number>) => Promise<Answer>;
  total: number;
  /** The ids of a page and its pagination. */
  read: (answer: Answer) => { ids: string[]; page: { skip: number; limit: number; total: number } };
}

let partner: TestPartner;
let client: Client;

const LISTS: Record<string, List> = {
  "List Cards": {
    send: (query) => client.listCards(query),
    total: CARDS,
    read: ({ json: { data } }) => ({
      ids: data.cards.map((row: { serviceCardId: string }) => row.serviceCardId),
      page: data.pagination,
    }),
  },
  "List Card Transactions": {
    send: (query) => client.listCardTransactions(query),
    total: CARDS,
    read: ({ json: { data } }) => ({
      ids: data.transactions.map(
        (row: { serviceTransactionId: string }) => row.serviceTransactionId,
      ),
      page: data.pagination,
    }),
  },
  // Its pagination is in `data` itself: spec: List Wallet Transactions.
  "List Wallet Transactions": {
    send: (query) => client.listWalletTransactions(query),
    total: 1 + 2 * CARDS,
    read: ({ json: { data } }) => {
      const { transactions, ...page } = data;
      return { ids: transactions.map((row: { _id: string }) => row._id), page };
    },
  },
};

beforeAll(async () => {
  partner = await makePartner();
  client = clientOf(partner);
  await atOnce(CARDS, async () =>
    client.authorize(await makeCard(partner, { amountUsd: 1 }), { amount: 2 }),
  );
});
afterAll(endTests);

describe.each(Object.entries(LISTS))("%s", (_, { send, total, read }) => {
  const page = async (query: Record<string, string | number> = {}) => read(await send(query));

  test("starts at the newest and returns 50 by default", async () => {
    const { ids, page: shown } = await page();
    expect(shown).toStrictEqual({ skip: 0, limit: DEFAULT_LIMIT, total, nextCursor: ids.at(-1) });
    expect(ids).toHaveLength(DEFAULT_LIMIT);
    expect(ids).toEqual([...ids].sort().reverse());
  });

  test.each([
    [{ limit: 0 }, 0],
    [{ limit: 1 }, 1],
    [{ limit: 100 }, 100],
    [{ limit: 101 }, MAX_LIMIT],
    [{ limit: 1_000_000 }, MAX_LIMIT],
    [{ limit: "999999999999999" }, MAX_LIMIT],
    [{ limit: "007" }, 7],
    [{ limit: "", skip: "" }, DEFAULT_LIMIT],
  ])("treats %j as %d, and returns that", async (query, limit) => {
    const { ids, page: shown } = await page(query);
    const next = limit === 0 ? {} : { nextCursor: ids.at(-1) };
    expect(shown).toStrictEqual({ skip: 0, limit, total, ...next });
    expect(ids).toHaveLength(limit);
  });

  test("pages through the whole list without a gap or a repeat", async () => {
    const seen: string[] = [];
    for (let skip = 0; skip < total; skip += 30)
      seen.push(...(await page({ skip, limit: 30 })).ids);
    expect(seen).toHaveLength(total);
    expect(new Set(seen).size).toBe(total);
    expect(seen).toEqual([...seen].sort().reverse());
  });

  test("beyond the end is empty with the same total", async () => {
    for (const skip of [total, 1_000_000]) {
      const { ids, page: shown } = await page({ skip });
      expect(ids).toEqual([]);
      expect(shown).toStrictEqual({ skip, limit: DEFAULT_LIMIT, total });
    }
    expect((await page({ skip: total - 1 })).ids).toHaveLength(1);
  });

  test.each([
    [{ limit: -1 }, "limit: isInt"],
    [{ limit: "ten" }, "limit: isInt"],
    [{ limit: "1.5" }, "limit: isInt"],
    [{ limit: "1e1" }, "limit: isInt"],
    [{ limit: " 5" }, "limit: isInt"],
    [{ limit: "٣" }, "limit: isInt"],
    [{ skip: -1 }, "skip: isInt"],
    [{ skip: "NaN" }, "skip: isInt"],
    [{ skip: 1_000_001 }, "skip: max"],
    [{ skip: "\u0000" }, "skip: isInt"],
  ])("refuses %j", async (query, fault) => {
    expect(invalidFields(await send(query as Record<string, string>))).toEqual([fault]);
  });

  test("names both when both are wrong", async () => {
    expect(invalidFields(await send({ skip: "x", limit: -1 })).sort()).toEqual([
      "limit: isInt",
      "skip: isInt",
    ]);
  });

  test("lists of partners are separate", async () => {
    const nobody = clientOf(await makePartner({ balanceUsd: 0 }));
    for (const answer of [
      await nobody.listCards(),
      await nobody.listCardTransactions(),
      await nobody.listWalletTransactions(),
    ]) {
      expect(JSON.stringify(answer.json.data)).toMatch(/"total":0/);
    }
  });
});

test("a repeated parameter is refused together with other errors", async () => {
  const query = "limit=1&limit=2&status=active&status=frozen&skip=x&unknown=1&unknown=2";
  const answer = await call(listCards, { apiKey: partner.apiKey, query });
  expect(invalidFields(answer).sort()).toEqual([
    "limit: isSingle",
    "skip: isInt",
    "status: isSingle",
  ]);
  const constraints = { isSingle: "limit must not be given more than once" };
  expect(answer.json.data.error).toContainEqual({ property: "limit", constraints });
});

test("a row that is added while a client pages causes a repeat and no loss", async () => {
  const first = LISTS["List Cards"]?.read(await client.listCards({ limit: 10 }));
  await makeCard(partner, { amountUsd: 1 });
  const next = LISTS["List Cards"]?.read(await client.listCards({ skip: 10, limit: 10 }));
  // All rows moved by one: the last row of the first page is now the first row of the second.
  expect(next?.ids[0]).toBe(first?.ids[9]);
});
