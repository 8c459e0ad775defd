import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as exportAll } from "@/app/api/admin/users/export/route";
import { GET as listAll } from "@/app/api/admin/users/route";
import { GET as exportOwn } from "@/app/api/v1/partner/export/users/route";
import { queryList } from "@/lib/db/query-list";
import { readBatches } from "@/lib/db/read-batches";
import { copyRow, keyOf } from "@/test/database/read-plan";
import { rowsReadByIndex } from "@/test/database/table-scans";
import {
  endTests,
  makeApprovedUser,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { userClientOf } from "@/test/http/user-client";
import { userList, usersFound } from "./user-list";

const USER_SORTS = ["newest", "oldest", "name", "email"] as const;
const PEOPLE = [
  ["Amara", "Okafor", "amara@travel.example"],
  ["Mateo", "Fernández Ibarra", "Mateo.F@example.com"],
  ["Thị Minh Khai", "Nguyễn", "khai@example.com"],
  ["Øyvind", "Åsheim", "øyvind@example.com"],
  ["100%", "_under", "odd+tag@example.com"],
] as const;

let partner: TestPartner;
/** With many users. */
let large: TestPartner;
let operator: Browser;
beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  for (const [first_name, last_name, email] of PEOPLE) {
    const names = { first_name, last_name, email, email_key: email.toLowerCase() };
    await makeApprovedUser(partner, names);
  }
});
afterAll(endTests);

async function found(search: string, isBroadSearch: boolean) {
  const rows: { id: string; lastName: string }[] = [];
  const list = usersFound(
    partner.partnerId,
    'u.last_name AS "lastName"',
    { search },
    isBroadSearch,
  );
  for await (const batch of readBatches<(typeof rows)[number]>(list)) rows.push(...batch);
  return rows.map(({ lastName }) => lastName);
}

test.each([
  ["a", ["Åsheim", "Okafor"]],
  ["AMARA O", ["Okafor"]],
  ["amara@", ["Okafor"]],
  ["MATEO.f@", ["Fernández Ibarra"]],
  ["fernandez", ["Fernández Ibarra"]],
  ["ángel", []],
  ["thi minh", ["Nguyễn"]],
  ["NGUYỄN", ["Nguyễn"]],
  ["ØYVIND@", ["Åsheim"]],
  ["100%", ["_under"]],
  ["_", ["_under"]],
  ["%", []],
])("a search for %j finds the same users by indexes and row by row", async (search, names) => {
  expect(await found(search, false)).toEqual(names);
  expect(await found(search, true)).toEqual(names);
});

test.each(USER_SORTS)(
  "a page of a search is the same in both ways in the order %s",
  async (sort) => {
    const wanted = { search: "a", sort, status: ["approved", "denied"] } as const;
    const page = async (isBroad: boolean, cursor?: string) => {
      const request = { skip: 0, limit: 1, cursor };
      const list = userList(partner.partnerId, "u.id", wanted, request, isBroad);
      const { rows, nextCursor } = await queryList<{ id: string }>(list, 1);
      return { ids: rows.map(({ id }) => id), nextCursor };
    };
    const first = await page(false);
    expect(first.ids).toHaveLength(1);
    expect(await page(true)).toEqual(first);
    const second = await page(false, first.nextCursor);
    expect(second.ids).toHaveLength(1);
    expect(second).not.toEqual(first);
    expect(await page(true, first.nextCursor)).toEqual(second);
  },
);

describe.each(["nothing", "ANALYZE users"])(
  "searches of a partner with 63,000 users after %s",
  (command) => {
    const COUNTS = { Yves: 12_000, Zoe: 51_000 };
    const ALL = 63_000;
    /** Those of the second name with the rare status. */
    const DENIED = 50;
    beforeAll(async () => {
      if (command !== "nothing") {
        await sql(command);
        return;
      }
      // The statistics are those of a table with a few rows.
      await sql("ALTER TABLE users SET (autovacuum_enabled = false)");
      await sql("ANALYZE users");
      large = await makePartner({ balanceUsd: 0 });
      operator = await signedIn(await makePerson());
      // Those of the second name are newer.
      let before = 0;
      for (const [name, count] of Object.entries(COUNTS)) {
        const id = await makeApprovedUser(large, { first_name: name, last_name: `${name}ander` });
        const email = `'${name.toLowerCase()}' || n || '@example.com'`;
        const values = `'id', ${keyOf("usr", `n + ${before}`)}, 'email', ${email}, 'email_key', ${email},
        'last_name', '${name}ander' || n, 'status', CASE WHEN n % 1000 = 0 THEN 'denied' ELSE 'approved' END`;
        await copyRow("users", id, count - 1, values);
        before += count;
      }
      await sql("ALTER TABLE users ENABLE TRIGGER USER");
    }, 180_000);
    const linesOf = (text: string | undefined) => text?.match(/^usr_/gm)?.length;
    const LONG = { total: 10_000, hasMoreThanTotal: true };
    const list = (query: object) => operator.call(listAll, { query: { limit: 10, ...query } });

    test("read each user a few times for a file, however many batches it has", async () => {
      const viewer = await signedIn(
        await makePerson({ partnerId: large.partnerId, role: "viewer" }),
      );
      for (const [browser, route, query] of [
        [viewer, exportOwn, { search: "y", timeZone: "UTC" }],
        [operator, exportAll, { search: "y" }],
      ] as const) {
        const before = await rowsReadByIndex("users");
        const { text } = await browser.call(route, { query });
        expect(linesOf(text)).toBe(COUNTS.Yves);
        // To collect the ids of every batch reads each user that is found three times per batch.
        expect((await rowsReadByIndex("users")) - before).toBeLessThan(2 * ALL);
      }
    });

    test("do not compare the others for a page of 12,000 that are found", async () => {
      const before = await rowsReadByIndex("users");
      const { json } = await list({ search: "yves" });
      expect(json.data.users.map(({ firstName }: { firstName: string }) => firstName)).toEqual(
        Array(10).fill("Yves"),
      );
      expect(json.data.pagination).toMatchObject(LONG);
      expect((await rowsReadByIndex("users")) - before).toBeLessThan(ALL);
    });

    /** The ids that tell that a search finds too many users, and the users that are compared before the page is full. */
    const BROAD = 50_000 + COUNTS.Yves + 1_000;

    test("do not collect all of 51,000 that are found for a page, nor count them", async () => {
      const before = await rowsReadByIndex("users");
      const { json } = await list({ search: "zoe" });
      expect(json.data.users).toHaveLength(10);
      expect(json.data.pagination).toMatchObject(LONG);
      expect((await rowsReadByIndex("users")) - before).toBeLessThan(51_000);
    });

    test.each(USER_SORTS)(
      "read 51,000 that are found up to a limit in the order %s",
      async (sort) => {
        const client = userClientOf(large);
        const find = async (query: object) =>
          (await client.list({ search: "zoe", sort, limit: 10, ...query })).json.data;
        const before = await rowsReadByIndex("users");
        const { users, pagination } = await find({});
        expect((await rowsReadByIndex("users")) - before).toBeLessThan(BROAD);
        expect(users.map(({ firstName }: { firstName: string }) => firstName)).toEqual(
          Array(10).fill("Zoe"),
        );
        expect(pagination).toMatchObject(LONG);
        const next = await find({ cursor: pagination.nextCursor });
        expect(next.users).toEqual((await find({ skip: 10 })).users);
        expect(next.users).not.toEqual(users);
      },
    );

    test.each(USER_SORTS)(
      "do not collect all of 51,000 that are found for the few of a status in the order %s",
      async (sort) => {
        const before = await rowsReadByIndex("users");
        const query = { search: "zoe", status: "denied", sort, limit: 100 };
        const { users, pagination } = (await userClientOf(large).list(query)).json.data;
        expect(users).toHaveLength(DENIED);
        expect(pagination).toEqual({ skip: 0, limit: 100, total: DENIED });
        expect((await rowsReadByIndex("users")) - before).toBeLessThan(BROAD);
      },
    );

    test.each(USER_SORTS)(
      "read none of the others for the few of a status without a search in the order %s",
      async (sort) => {
        const client = userClientOf(large);
        const find = async (query: object) =>
          (await client.list({ status: "denied", sort, limit: 10, ...query })).json.data;
        const before = await rowsReadByIndex("users");
        const { users, pagination } = await find({});
        const next = await find({ cursor: pagination.nextCursor });
        expect((await rowsReadByIndex("users")) - before).toBeLessThan(200);
        expect(users).toHaveLength(10);
        expect([...users, ...next.users]).toEqual((await find({ limit: 20 })).users);
      },
    );

    test.each(["name", "email"] as const)(
      "are not read before a cursor in the order %s",
      async (sort) => {
        const cursor = `usr_${String(COUNTS.Yves + 50_000).padStart(26, "0")}`;
        const before = await rowsReadByIndex("users");
        const { json } = await userClientOf(large).list({ sort, cursor, limit: 10 });
        expect(json.data.users).toHaveLength(10);
        expect((await rowsReadByIndex("users")) - before).toBeLessThan(2_000);
      },
    );

    test("look only among the users of a partner for its page in the console", async () => {
      const small = await makePartner({ balanceUsd: 0 });
      await makeApprovedUser(small, { first_name: "Zoe" });
      const before = await rowsReadByIndex("users");
      const { json } = await list({ search: "zoe", partnerId: small.partnerId });
      expect(json.data.users).toHaveLength(1);
      expect(json.data.pagination).toMatchObject({ total: 1 });
      expect((await rowsReadByIndex("users")) - before).toBeLessThan(50);
    });
  },
);
