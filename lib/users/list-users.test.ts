import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { MAX_COUNTED } from "@/lib/kernel/page";
import { keyOf } from "@/test/database/read-plan";
import { endTests, makeApprovedUser, makePartner, sql } from "@/test/fixtures/make";
import { expectSuccess, invalidFields, TIMESTAMP } from "@/test/http/expect-answer";
import { type UserClient, userClientOf } from "@/test/http/user-client";

let client: UserClient;

beforeEach(async () => {
  client = userClientOf(await makePartner());
});
afterAll(endTests);

const listed = (answer: { json: { data: { users: { serviceId: string }[] } } }) =>
  answer.json.data.users.map(({ serviceId }) => serviceId);

test("a user is listed with exactly its public fields", async () => {
  const { serviceId } = await client.make({ email: "amara@example.com" });
  expectSuccess(await client.list(), {
    users: [
      {
        serviceId,
        email: "amara@example.com",
        firstName: "Amara",
        lastName: "Okafor",
        status: "pending",
        program: "custodial",
        createdAt: TIMESTAMP,
      },
    ],
    pagination: { skip: 0, limit: 50, total: 1 },
  });
});

test("no users are an empty list", async () => {
  expectSuccess(await client.list(), { users: [], pagination: { skip: 0, limit: 50, total: 0 } });
});

test("the newest come first, page by page", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.unshift((await client.make()).serviceId);
  expect(listed(await client.list())).toEqual(ids);
  const second = await client.list({ skip: 2, limit: 2 });
  expect(listed(second)).toEqual(ids.slice(2, 4));
  expect(second.json.data.pagination).toEqual({
    ...{ skip: 2, limit: 2, total: 5 },
    nextCursor: ids[3],
  });
  const past = await client.list({ skip: 5 });
  expect(past.json.data).toEqual({ users: [], pagination: { skip: 5, limit: 50, total: 5 } });
});

test("deleted users and those of other partners are neither listed nor counted", async () => {
  const { serviceId } = await client.make();
  const gone = await client.make();
  await client.remove(gone.serviceId);
  await userClientOf(await makePartner()).make();
  const answer = await client.list();
  expect(listed(answer)).toEqual([serviceId]);
  expect(answer.json.data.pagination.total).toBe(1);
});

test("the total of all users is exact, however many there are", async () => {
  const partner = await makePartner();
  const id = await makeApprovedUser(partner);
  const email = "n || '@example.com'";
  const values = `'id', ${keyOf("usr")}, 'email', ${email}, 'email_key', ${email}`;
  await sql(
    `INSERT INTO users SELECT r.* FROM users u, generate_series(1, ${MAX_COUNTED}) n,
       jsonb_populate_record(u, jsonb_build_object(${values})) r WHERE u.id = $1`,
    [id],
  );
  const list = userClientOf(partner).list;
  const queries: Parameters<typeof list>[0][] = [
    {},
    { skip: MAX_COUNTED },
    { cursor: id },
    { sort: "name" },
  ];
  for (const query of queries) {
    const { pagination } = (await list({ ...query, limit: 5 })).json.data;
    expect(pagination).toMatchObject({ total: MAX_COUNTED + 1 });
    expect(pagination).not.toHaveProperty("hasMoreThanTotal");
  }
});

test("skip and limit are checked", async () => {
  expect(invalidFields(await client.list({ skip: "x", limit: "-1" })).sort()).toEqual([
    "limit: isInt",
    "skip: isInt",
  ]);
  expect((await client.list({ limit: 1000 })).json.data.pagination.limit).toBe(100);
});

test("a name with blanks at its ends or several in a row is stored and found as a page shows it", async () => {
  const { serviceId } = await client.make({
    firstName: " Anna   Maria\u00a0",
    lastName: " de  Vries",
  });
  await client.make();
  for (const search of ["Anna Maria de Vries", "anna  maria ", "de vries"]) {
    const answer = await client.list({ search });
    expect(listed(answer), search).toEqual([serviceId]);
    expect(answer.json.data.users[0]).toMatchObject({
      firstName: "Anna Maria",
      lastName: "de Vries",
    });
  }
});
