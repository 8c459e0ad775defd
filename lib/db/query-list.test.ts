import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { MAX_COUNTED } from "@/lib/kernel/page";
import { tamper } from "@/test/database/superuser";
import { endTests } from "@/test/fixtures/make";
import { query } from "./index";
import { type Condition, listStatement } from "./list-statement";
import { queryList } from "./query-list";

afterAll(endTests);

/** A list of as many numbers as asked for. */
const numbers = (length: number, page = {}, conditions: Condition[] = []) =>
  queryList(
    listStatement({
      name: "numbers",
      scope: length,
      from: "(SELECT lpad(n::text, 6, '0') AS id FROM generate_series(1, $1::int) n) s WHERE true",
      id: "s.id",
      conditions,
      columns: "true AS shown",
      beside: "",
      page: { skip: 0, limit: 2, ...page },
    }),
    2,
  );
const fromId = (id: string): Condition => ({ name: "from", sql: "s.id >= ?", values: [id] });

test.each([0, 1, MAX_COUNTED])("a list of %i rows is counted to its end", async (length) => {
  const page = await numbers(length);
  expect(page.total).toBe(length);
  expect(page).not.toHaveProperty("hasMoreThanTotal");
});

test("a longer list is counted up to the limit, and says so", async () => {
  const found = await numbers(MAX_COUNTED + 1);
  expect(found).toMatchObject({ total: MAX_COUNTED, hasMoreThanTotal: true });
  const filtered = await numbers(MAX_COUNTED + 1, {}, [fromId("000002")]);
  expect(filtered.total).toBe(MAX_COUNTED);
  expect(filtered).not.toHaveProperty("hasMoreThanTotal");
});

test("pages behind the limit are read by their position and by a cursor", async () => {
  const length = MAX_COUNTED + 3;
  const third = await numbers(length, { skip: MAX_COUNTED });
  expect(third).toMatchObject({ total: MAX_COUNTED, hasMoreThanTotal: true });
  expect(third.rows.map(({ id }) => id)).toEqual(["000003", "000002"]);
  const last = await numbers(length, { cursor: third.nextCursor });
  expect(last).toMatchObject({ total: MAX_COUNTED, hasMoreThanTotal: true, nextCursor: undefined });
  expect(last.rows.map(({ id }) => id)).toEqual(["000001"]);
});

test("a page after the end has no rows and the total", async () => {
  expect(await numbers(3, { skip: 3 })).toMatchObject({ total: 3, rows: [] });
});

test("a condition with a stored number of rows is not counted", async () => {
  const stored = { ...fromId("000002"), name: "stored", total: "SELECT length(?) AS total" };
  expect((await numbers(9, {}, [stored])).total).toBe(6);
  expect((await numbers(9, {}, [stored, fromId("000003")])).total).toBe(7);
});

test("the ids of a condition are selected once, for the total and the page, among other conditions", async () => {
  await tamper("CREATE SEQUENCE selections; GRANT ALL ON SEQUENCE selections TO PUBLIC");
  const ids =
    "SELECT lpad((n * ?)::text, 6, '0') FROM generate_series(1, ?::int + 0 * nextval('selections')::int) n";
  const multiples: Condition = {
    name: "multiples",
    sql: "s.id = ANY(:ids) AND s.id <> ?",
    ids,
    values: ["000012", 3, 7],
  };
  const conditions = [fromId("000004"), multiples, { ...fromId("000005"), name: "from_again" }];
  const first = await numbers(20, {}, conditions);
  expect(first).toMatchObject({ total: 4, rows: [{ id: "000018" }, { id: "000015" }] });
  const second = await numbers(20, { cursor: first.nextCursor }, conditions);
  expect(second).toMatchObject({ total: 4, rows: [{ id: "000009" }, { id: "000006" }] });
  const [{ selections } = {}] = await query<{ selections: bigint }>(
    "count_selections",
    "SELECT last_value AS selections FROM selections",
    [],
  );
  expect(selections).toBe(2n);
});

test("a condition that finds more ids than it may selects none and says so", async () => {
  const even = (maxIds: number): Condition => ({
    name: `even_${maxIds}`,
    sql: "s.id = ANY(:ids)",
    ids: "SELECT lpad((n * ?)::text, 6, '0') FROM generate_series(1, 5) n",
    values: [2],
    maxIds,
  });
  const found = await numbers(9, {}, [even(5)]);
  expect(found).toMatchObject({ total: 4, rows: [{ id: "000008" }, { id: "000006" }] });
  expect(found).not.toHaveProperty("hasTooManyIds");
  const tooMany = await numbers(9, {}, [even(4)]);
  expect(tooMany).toMatchObject({ total: 0, rows: [], hasTooManyIds: true });
});
