import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_COUNTED, type Page, type PageRequest } from "@/lib/kernel/page";
import { tamper } from "@/test/database/superuser";
import { endTests } from "@/test/fixtures/make";
import { type Condition, when } from "./list-statement";
import { queryList } from "./query-list";
import { windowStatement } from "./window-statement";

beforeAll(async () => {
  for (const length of [40, MAX_SEARCHED])
    await tamper(`INSERT INTO row_counts VALUES ('${length}', 'numbers', 0, ${length})`);
});
afterAll(endTests);

const LIMIT = 2;
/**
 * Of the numbers from 1 to 40, one each minute, 10 are searched for a page, matches are counted among 4, and the largest
 * are found among 6.
 */
const [MAX_SEARCHED, MAX_SEARCHED_FOR_TOTAL, MAX_SEARCHED_FOR_ORDER] = [10, 4, 6];
const NUMBERS = `(SELECT n, lpad(n::text, 2, '0') AS id, timestamptz '2026-01-01' + n * interval '1 minute' AS created_at,
  n * 7 % 40 AS amount FROM generate_series(1, $1::text::int) n) t WHERE true`;

interface Options {
  length?: number;
  /** Only multiples of this number match. */
  multiplesOf?: number;
  /** Only numbers up to this one are in the period. */
  upTo?: number;
  isAscending?: boolean;
  isByAmount?: boolean;
  size?: number;
  page?: Partial<PageRequest>;
}

function find(options: Options = {}): Promise<Page<{ id: string }>> {
  const { length = 40, multiplesOf, upTo, isAscending = false, isByAmount = false } = options;
  const inPeriod: Condition[] = when("to", upTo, "t.n <= ?").map((each) => ({
    ...each,
    isRange: true,
  }));
  const list = {
    name: options.size === undefined ? "numbers" : `numbers_${options.size}`,
    scope: String(length),
    from: NUMBERS,
    id: "t.id",
    sortedBy: [isByAmount ? "t.amount" : "t.created_at"],
    conditions: [...when("multiple", multiplesOf, "t.n % ?::int = 0"), ...inPeriod],
    columns: "true AS shown",
    beside: "",
    isAscending,
    page: { skip: 0, limit: LIMIT, ...options.page },
  };
  const columns = ["t.created_at", "t.id"] as const;
  const sizes = {
    size: options.size ?? MAX_SEARCHED,
    sizeForTotal: MAX_SEARCHED_FOR_TOTAL,
    sizeForOrder: MAX_SEARCHED_FOR_ORDER,
  };
  const window = { columns, isAscending, kind: "numbers", ...sizes };
  return queryList(windowStatement(list, window), LIMIT);
}
const idsOf = ({ rows }: Page<{ id: string }>) => rows.map(({ id }) => Number(id));
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));

test("a list that is not longer than what is searched has its total, and no end", async () => {
  const found = await find({ length: MAX_SEARCHED, multiplesOf: 5 });
  expect(idsOf(found)).toEqual([10, 5]);
  expect(found.total).toBe(2);
  expect(found).not.toHaveProperty("hasMoreThanTotal");
  expect(found).not.toHaveProperty("searchedUntil");
});

test("a page that is full needs no end; its total is counted among the first rows", async () => {
  const found = await find({ multiplesOf: 1 });
  expect(idsOf(found)).toEqual([40, 39]);
  expect(found).toMatchObject({ total: 4, hasMoreThanTotal: true, nextCursor: "39" });
  expect(found).not.toHaveProperty("searchedUntil");
});

test("the total is at least what the page shows, and what was skipped before it", async () => {
  // Of 40 and 35, the first rows have 40 alone.
  const found = await find({ multiplesOf: 5 });
  expect(idsOf(found)).toEqual([40, 35]);
  expect(found).toMatchObject({ total: 2, hasMoreThanTotal: true });
  const second = await find({ multiplesOf: 5, page: { skip: 1 } });
  expect(idsOf(second)).toEqual([35]);
  expect(second).toMatchObject({ total: 2, hasMoreThanTotal: true });
});

test("so is the total of a list that is counted to its limit and searched to its end", async () => {
  const length = MAX_COUNTED + 500;
  const found = await find({ length, size: 2 * MAX_COUNTED, page: { skip: MAX_COUNTED + 100 } });
  expect(found).toMatchObject({ total: MAX_COUNTED + 100 + LIMIT, hasMoreThanTotal: true });
  expect(found).not.toHaveProperty("searchedUntil");
});

test("a page that is not full says how far it was searched, and its cursor continues", async () => {
  const found = await find({ multiplesOf: 15 });
  expect(idsOf(found)).toEqual([]);
  expect(found).toMatchObject({ total: 0, hasMoreThanTotal: true, searchedUntil: minute(31) });
  const next = await find({ multiplesOf: 15, page: { cursor: found.nextCursor } });
  expect(idsOf(next)).toEqual([30]);
  expect(next.searchedUntil).toEqual(minute(21));
  const last = await find({ multiplesOf: 15, page: { cursor: next.nextCursor } });
  expect(idsOf(last)).toEqual([15]);
  expect(last.searchedUntil).toEqual(minute(11));
  const end = await find({ multiplesOf: 15, page: { cursor: last.nextCursor } });
  expect(end).toMatchObject({ rows: [], nextCursor: undefined });
  expect(end).not.toHaveProperty("searchedUntil");
});

test.each([1, 3, 7, 20, 41])("all multiples of %i are found once, page after page", async (n) => {
  for (const isAscending of [false, true]) {
    const found: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await find({ multiplesOf: n, isAscending, page: { cursor } });
      found.push(...idsOf(page));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    const expected = Array.from({ length: Math.floor(40 / n) }, (_, index) => (index + 1) * n);
    expect(found).toEqual(isAscending ? expected : expected.toReversed());
  }
});

test("a period is not a filter: the search begins in it", async () => {
  const found = await find({ multiplesOf: 15, upTo: 18 });
  expect(idsOf(found)).toEqual([15]);
  expect(found.searchedUntil).toEqual(minute(9));
});

test("by amount, the largest of the newest are found, and their pages end with them", async () => {
  // 40 to 35 have the amounts 0, 33, 26, 19, 12 and 5.
  const first = await find({ isByAmount: true });
  expect(idsOf(first)).toEqual([39, 38]);
  expect(first.searchedUntil).toEqual(minute(35));
  const found = idsOf(first);
  for (let cursor = first.nextCursor; cursor !== undefined; ) {
    const page = await find({ isByAmount: true, page: { cursor } });
    expect(page.searchedUntil).toEqual(minute(35));
    found.push(...idsOf(page));
    cursor = page.nextCursor;
  }
  expect(found).toEqual([39, 38, 37, 36, 35, 40]);
});

test("by amount, the largest of a whole list are found that is not longer than what is searched", async () => {
  // 10 to 1 have the amounts 30, 23, 16, 9, 2, 35, 28, 21, 14 and 7.
  const found = await find({ isByAmount: true, length: MAX_SEARCHED });
  expect(idsOf(found)).toEqual([5, 10]);
  expect(found).not.toHaveProperty("searchedUntil");
});
