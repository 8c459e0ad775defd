import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as get } from "@/app/api/admin/users/[id]/route";
import { GET as list } from "@/app/api/admin/users/route";
import { newId } from "@/lib/kernel/ids";
import { tamper } from "@/test/database/superuser";
import { tableScans } from "@/test/database/table-scans";
import {
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { expectRefusal, invalidFields } from "@/test/http/expect-answer";
import { findAdminUsers } from "./store";

let browser: Browser;
let travel: TestPartner;
let freight: TestPartner;
/** The ids of the users by last name. */
const ids: Record<string, string> = {};
const cards: string[] = [];

async function make(owner: TestPartner, firstName: string, lastName: string, email: string) {
  const names = { first_name: firstName, last_name: lastName, email, email_key: email };
  ids[lastName] = await makeApprovedUser(owner, names);
  return ids[lastName];
}

beforeAll(async () => {
  browser = await signedIn(await makePerson());
  travel = await makePartner({ balanceUsd: 1_000 });
  freight = await makePartner({ balanceUsd: 0 });
  const holder = await make(travel, "Mateo", "Fernández", "mateo@travel.example");
  for (let n = 0; n < 4; n += 1) {
    cards.push(await makeCard(travel, { userId: holder }));
    // A user gets one card in five minutes.
    await sql("UPDATE users SET last_card_created_at = NULL WHERE id = $1", [holder]);
  }
  await make(freight, "Mateo", "Zander", "zander@freight.example");
  await make(freight, "Ada", "Gone", "gone@freight.example");
  await sql("UPDATE cards SET last4 = '0042' WHERE id = $1", [cards[0]]);
  await sql("UPDATE users SET deleted_at = now(), email_key = NULL WHERE id = $1", [ids.Gone]);
});
afterAll(endTests);

interface Found {
  serviceId: string;
  lastName: string;
  partnerName: string;
  cardCount: number;
  cards: { serviceCardId: string; last4: string }[];
}
async function find(query: Record<string, string | number>) {
  const { status, json } = await browser.call(list, { query });
  expect(status, JSON.stringify(json)).toBe(200);
  const users: Found[] = json.data.users;
  return { users, names: users.map(({ lastName }) => lastName), pagination: json.data.pagination };
}

describe("an operator finds card users of all partners", () => {
  test.each([
    ["mateo", ["Zander", "Fernández"]],
    ["fernandez", ["Fernández"]],
    ["  Mateo   Fern ", ["Fernández"]],
    ["ZANDER@", ["Zander"]],
    ["•••• 0042", ["Fernández"]],
    ["0042", ["Fernández"]],
    ["gone", []],
    ["%", []],
  ])("by %j", async (search, names) => {
    const found = await find({ search });
    expect([found.names, found.pagination.total]).toEqual([names, names.length]);
  });

  test("an operator finds a card user by the id of a user or card", async () => {
    expect((await find({ search: ids.Zander ?? "" })).names).toEqual(["Zander"]);
    expect((await find({ search: cards[2] ?? "" })).names).toEqual(["Fernández"]);
    expect((await find({ search: newId("card") })).names).toEqual([]);
    expect((await find({ search: ids.Gone ?? "" })).names).toEqual([]);
  });

  test("an operator finds the card users of one partner, with and without a search", async () => {
    const { partnerId } = freight;
    expect((await find({ partnerId })).names).toEqual(["Zander"]);
    expect((await find({ partnerId, search: "mateo" })).names).toEqual(["Zander"]);
    expect((await find({ partnerId: "ptn_no" })).names).toEqual([]);
  });

  test("newest first, read on from a cursor", async () => {
    const first = await find({ limit: 1 });
    const rest = await find({ limit: 1, cursor: first.pagination.nextCursor });
    expect([...first.names, ...rest.names]).toEqual(["Zander", "Fernández"]);
    expect([first.pagination.total, rest.pagination.total]).toEqual([2, 2]);
    const refused = await browser.call(list, { query: { cursor: "x" } });
    expect(invalidFields(refused)).toEqual(["cursor: isCursor"]);
  });
});

test("a row has the partner and three cards: those with the searched digits first", async () => {
  const [user] = (await find({ search: "mateo fern" })).users;
  const [found] = (await find({ search: "0042" })).users;
  const cardIds = (row: Found | undefined) => row?.cards.map(({ serviceCardId }) => serviceCardId);
  expect(cardIds(user)).toEqual([cards[3], cards[2], cards[1]]);
  expect(cardIds(found)).toEqual([cards[0], cards[3], cards[2]]);
  const [owner] = await sql("SELECT name FROM partners WHERE id = $1", [travel.partnerId]);
  expect([user?.cardCount, user?.partnerName]).toEqual([4, owner.name]);
});

test("the details have every card with its balances, and no card data", async () => {
  const { status, json } = await browser.call(get, { params: { id: ids.Fernández ?? "" } });
  expect(status).toBe(200);
  const { cards: shown, ...user } = json.data;
  expect(user).toMatchObject({ lastName: "Fernández", partnerId: travel.partnerId, cardCount: 4 });
  expect(shown.map(({ serviceCardId }: Found["cards"][number]) => serviceCardId)).toEqual(
    cards.toReversed(),
  );
  expect(JSON.stringify(json)).not.toMatch(/cardNumber|cardCvv|cardExpiry|phone|street/i);
});

test.each(["usr_no", newId("usr"), "gone"])("user %j is not found", async (id) => {
  const params = { id: id === "gone" ? (ids.Gone ?? "") : id };
  expectRefusal(await browser.call(get, { params }), 404, "USER_NOT_FOUND");
});

test("a search among 10,000 users of 1,000 partners scans no table", async () => {
  const [partnerId, userId] = ["'ptn_' || lpad(p::text, 26, '0')", ids.Zander];
  await tamper(
    `INSERT INTO partners SELECT r.* FROM partners t, generate_series(1, 1000) p,
       jsonb_populate_record(t, jsonb_build_object('id', ${partnerId}, 'name', md5(p::text),
         'wallet_address', '0x' || lpad(to_hex(p), 40, '0'))) r WHERE t.id = '${freight.partnerId}'`,
    `INSERT INTO users SELECT r.* FROM users u, generate_series(1, 1000) p, generate_series(1, 10) n,
       jsonb_populate_record(u, jsonb_build_object('id', 'usr_' || lpad(p || 'x' || n, 26, '0'),
         'partner_id', ${partnerId}, 'first_name', md5(p || 'f' || n), 'last_name', md5(p || 'l' || n),
         'email', p || '.' || n || '@x.example', 'email_key', p || '.' || n || '@x.example')) r
     WHERE u.id = '${userId}'`,
    "ANALYZE",
  );
  const tables = ["users", "cards"];
  const before = await tableScans(tables);
  const page = { skip: 0, limit: 50 };
  const searches = ["mateo", "0042", ids.Zander, cards[0], undefined];
  const totals: number[] = [];
  for (const search of searches)
    totals.push((await findAdminUsers({ search, partnerId: undefined }, page)).total);
  expect(totals.slice(0, 4)).toEqual([2, 1, 1, 1]);
  expect(await tableScans(tables)).toEqual(before);
});
