import { describe, expect, test } from "vitest";
import type { Answer, Handler } from "@/test/http/call";
import { invalidFields } from "@/test/http/expect-answer";

export type Query = Record<string, string | number>;

/** A list of the API, and what the tests of cursors need to read it. */
export interface List {
  handler: Handler;
  /** The field of `data` that has the items. */
  items: string;
  queries: Query[];
  /** A cursor of the right form that no item has; omitted where a cursor is only a position in the order of ids. */
  unknown?: { query: Query; cursor: string };
  /** The list has no total. */
  isUncounted?: true;
}

/** Lists by the ids of their contracts. */
export type Lists = Record<string, List>;

/** Returns the lists, each with the type of a list and by its known name. */
export const listsOf = <Id extends string>(lists: Record<Id, List>): Record<Id, List> => lists;

export type ReadList = (list: List, query: Query) => Promise<Answer>;

interface ReadPage {
  items: unknown[];
  pagination: { skip: number; limit: number; total?: number; nextCursor?: string };
}

/** Reads a page of a list, which must succeed. */
export async function pageOf(read: ReadList, list: List, query: Query): Promise<ReadPage> {
  const { status, json } = await read(list, query);
  expect(status, JSON.stringify(json)).toBe(200);
  return { items: json.data[list.items], pagination: json.data.pagination ?? json.data };
}

/** Reads a list to its end, each page from the cursor of the one before. */
async function walk(read: ReadList, list: List, query: Query, limit: number): Promise<ReadPage[]> {
  const pages = [await pageOf(read, list, { ...query, limit })];
  for (;;) {
    const cursor = pages.at(-1)?.pagination.nextCursor;
    if (cursor === undefined) return pages;
    pages.push(await pageOf(read, list, { ...query, limit, cursor }));
  }
}

/** Tests that each list is read from cursor to cursor. Each must have three items or more in its first query. */
export function describeCursors(lists: Lists, read: ReadList): void {
  const cases = Object.entries(lists).flatMap(([id, list]) =>
    list.queries.map((query) => ({ title: `${id} ${JSON.stringify(query)}`, list, query })),
  );

  describe("a list that is read from cursor to cursor", () => {
    test.each(cases)(
      "$title has each item once, in order, and the whole total on each page",
      async ({ list, query }) => {
        const whole = await pageOf(read, list, query);
        expect(whole.pagination.nextCursor).toBeUndefined();
        const pages = await walk(read, list, query, 2);
        expect(pages.flatMap(({ items }) => items)).toEqual(whole.items);
        expect(pages).toHaveLength(Math.max(1, Math.ceil(whole.items.length / 2)));
        const total = list.isUncounted ? undefined : whole.items.length;
        for (const { pagination } of pages) expect(pagination.total).toBe(total);
      },
    );

    test.each(cases)("$title skips from the start and from the cursor on", async (each) => {
      const { list, query } = each;
      const whole = await pageOf(read, list, query);
      expect((await pageOf(read, list, { ...query, skip: 1 })).items).toEqual(whole.items.slice(1));
      const cursor = (await pageOf(read, list, { ...query, limit: 1 })).pagination.nextCursor;
      if (cursor === undefined) return expect(whole.items.length).toBeLessThan(2);
      const after = await pageOf(read, list, { ...query, cursor, skip: 1 });
      expect(after.items).toEqual(whole.items.slice(2));
      expect(after.pagination).toMatchObject({ skip: 1, limit: 50 });
    });

    test.each(Object.entries(lists))("%s has items on several pages", async (_id, list) => {
      const [query = {}] = list.queries;
      expect((await pageOf(read, list, query)).items.length).toBeGreaterThan(2);
    });
  });

  test.each(Object.entries(lists))("%s refuses a cursor that it never gave", async (_id, list) => {
    for (const cursor of ["nonsense", "2:", "1:nonsense", `key_${"_".repeat(26)}`, "usr_'--"])
      expect(invalidFields(await read(list, { cursor }))).toEqual(["cursor: isCursor"]);
    if (list.unknown === undefined) return;
    const { query, cursor } = list.unknown;
    expect(invalidFields(await read(list, { ...query, cursor }))).toEqual(["cursor: isCursor"]);
  });
}
