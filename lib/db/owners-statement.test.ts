import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { MAX_COUNTED } from "@/lib/kernel/page";
import { endTests } from "@/test/fixtures/make";
import { when } from "./list-statement";
import { ownersStatement } from "./owners-statement";
import { queryList } from "./query-list";

afterAll(endTests);

const OWNERS = ["a", "b", "c", "d"];
/** The numbers from 1 to $1, which four owners have in turn. */
const NUMBERS = `(SELECT n, lpad(n::text, 6, '0') AS id, (ARRAY['a', 'b', 'c', 'd'])[1 + n % 4] AS owner, n * 7 % 40 AS amount
  FROM generate_series(1, $1::text::int) n) t WHERE true`;

interface Options {
  ids: string[];
  length?: number;
  isAscending?: boolean;
  isByAmount?: boolean;
  /** Only multiples of this number match. */
  multiplesOf?: number;
}

const find = (options: Options, page: { skip?: number; limit: number; cursor?: string }) => {
  const { ids, length = 40, isAscending = false, isByAmount = false, multiplesOf } = options;
  const list = {
    name: isByAmount ? "numbers_by_amount" : "numbers",
    scope: String(length),
    from: NUMBERS,
    id: "t.id",
    ...(isByAmount && { sortedBy: ["t.amount"] }),
    conditions: when("multiple", multiplesOf, "t.n % ?::int = 0"),
    columns: "true AS shown",
    beside: "",
    isAscending,
    page: { skip: 0, ...page },
  };
  return queryList(ownersStatement(list, { ids, column: "t.owner" }), page.limit);
};
const numbersOf = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => Number(id));

/** Every number compared with the owners and the other condition, in the order of the list. */
function expectedOf({ ids, isAscending, isByAmount, multiplesOf = 1 }: Options): number[] {
  const place = (n: number) => (isByAmount ? ((n * 7) % 40) * 100 + n : n);
  const matching = Array.from({ length: 40 }, (_, index) => index + 1).filter(
    (n) => ids.includes(OWNERS[n % 4] ?? "") && n % multiplesOf === 0,
  );
  return matching.sort((a, b) => (isAscending ? place(a) - place(b) : place(b) - place(a)));
}

const LISTS: Options[] = [["a"], ["b", "d", "b"], OWNERS, ["c", "x"], []].flatMap((ids) =>
  [false, true].flatMap((isAscending) =>
    [false, true].flatMap((isByAmount) =>
      [undefined, 3].map((multiplesOf) => ({ ids, isAscending, isByAmount, multiplesOf })),
    ),
  ),
);

test.each(LISTS)("the rows of %o are those of all rows, page after page", async (options) => {
  const expected = expectedOf(options);
  const found: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await find(options, { limit: 3, ...(cursor && { cursor }) });
    expect(page.total).toBe(expected.length);
    found.push(...numbersOf(page));
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  expect(found).toEqual(expected);
  const skipped = await find(options, { skip: 4, limit: 3 });
  expect(numbersOf(skipped)).toEqual(expected.slice(4, 7));
});

test("rows are counted to the limit of all owners together", async () => {
  const found = await find({ ids: ["a", "b"], length: 2 * MAX_COUNTED + 8 }, { limit: 1 });
  expect(found).toMatchObject({ total: MAX_COUNTED, hasMoreThanTotal: true });
});
