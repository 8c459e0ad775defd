import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as exportAll } from "@/app/api/admin/users/export/route";
import { GET as listAll } from "@/app/api/admin/users/route";
import { GET as exportOwn } from "@/app/api/v1/partner/export/users/route";
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
import { usersFound } from "./user-list";

const PEOPLE = [
  ["Amara", "Okafor", "amara@travel.example"],
  ["Mateo", "Fernández Ibarra", "Mateo.F@example.com"],
  ["Thị Minh Khai", "Nguyễn", "khai@example.com"],
  ["Øyvind", "Åsheim", "øyvind@example.com"],
  ["100%", "_under", "odd+tag@example.com"],
] as const;

let partner: TestPartner;
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

describe("a search that finds 12,000 users", () => {
  const MANY = 12_000;
  let large: TestPartner;
  let operator: Browser;
  beforeAll(async () => {
    large = await makePartner({ balanceUsd: 0 });
    operator = await signedIn(await makePerson());
    const names = { first_name: "Zoe", last_name: "Zander" };
    const id = await makeApprovedUser(large, names);
    const email = "'zoe' || n || '@example.com'";
    await copyRow(
      "users",
      id,
      MANY,
      `'id', ${keyOf("usr")}, 'email', ${email}, 'email_key', ${email}`,
    );
    await sql("ALTER TABLE users ENABLE TRIGGER USER; ANALYZE users");
  });
  const linesOf = (text: string | undefined) => text?.match(/^usr_/gm)?.length;

  test("reads each a few times for a file, however many batches it has", async () => {
    const viewer = await signedIn(await makePerson({ partnerId: large.partnerId, role: "viewer" }));
    for (const [browser, route, query] of [
      [viewer, exportOwn, { search: "z", timeZone: "UTC" }],
      [operator, exportAll, { search: "z" }],
    ] as const) {
      const before = await rowsReadByIndex("users");
      const { text } = await browser.call(route, { query });
      expect(linesOf(text)).toBe(MANY + 1);
      // To collect the ids of every batch reads each user three times per batch.
      expect((await rowsReadByIndex("users")) - before).toBeLessThan(4 * MANY);
    }
  });

  test("is answered with the newest of them and with the total as far as it is counted", async () => {
    const before = await rowsReadByIndex("users");
    const { json } = await operator.call(listAll, { query: { search: "zoe", limit: 10 } });
    expect(json.data.users).toHaveLength(10);
    expect(json.data.pagination).toMatchObject({ total: 10_000, hasMoreThanTotal: true });
    expect((await rowsReadByIndex("users")) - before).toBeLessThan(2 * MANY);
  });
});
