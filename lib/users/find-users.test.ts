import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DELETE as remove } from "@/app/api/v1/partner/card/users/[serviceId]/route";
import { GET as list } from "@/app/api/v1/partner/card/users/route";
import {
  call,
  endTests,
  makeApprovedUser,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { invalidFields } from "@/test/http/expect-answer";

const PEOPLE = [
  ["Amara", "Okafor", "amara@travel.example", "approved"],
  ["Mateo", "Fernández Ibarra", "Mateo.F@example.com", "pending"],
  ["Thị Minh Khai", "Nguyễn", "khai@example.com", "approved"],
  ["Øyvind", "Åsheim", "oyvind@example.com", "denied"],
  ["Amara", "Nwosu", "nwosu@example.com", "pending_kyc"],
  ["100%", "_under", "odd+tag@example.com", "approved"],
] as const;

let partner: TestPartner;
let ids: string[];
const make = (
  owner: TestPartner,
  [first_name, last_name, email, status]: (typeof PEOPLE)[number],
) =>
  makeApprovedUser(owner, {
    first_name,
    last_name,
    email,
    email_key: email.toLowerCase(),
    status,
  });

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  ids = [];
  for (const person of PEOPLE) ids.push(await make(partner, person));
  const stranger = await makePartner({ balanceUsd: 0 });
  for (const person of PEOPLE) await make(stranger, person);
  const gone = await make(partner, ["Amara", "Gone", "gone@example.com", "denied"] as never);
  await sql("UPDATE users SET deleted_at = now(), email_key = NULL WHERE id = $1", [gone]);
});
afterAll(endTests);

interface Found {
  serviceId: string;
  lastName: string;
}
async function find(query: Record<string, string | number>) {
  const answer = await call(list, { apiKey: partner.apiKey, query });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  const { users, pagination } = answer.json.data;
  const names: string[] = users.map(({ lastName }: Found) => lastName);
  return { names, total: pagination.total, pagination };
}

describe("users are found", () => {
  test.each([
    ["amara", ["Nwosu", "Okafor"]],
    ["AMARA O", ["Okafor"]],
    ["  amara   okafor ", ["Okafor"]],
    ["okaf", ["Okafor"]],
    ["amara@", ["Okafor"]],
    ["mateo.f@EXAMPLE", ["Fernández Ibarra"]],
    ["fernández i", ["Fernández Ibarra"]],
    ["fernandez I", ["Fernández Ibarra"]],
    ["Férnandez", ["Fernández Ibarra"]],
    ["thị minh", ["Nguyễn"]],
    ["thi m", ["Nguyễn"]],
    ["nguyen", ["Nguyễn"]],
    ["Nguyễn".normalize("NFD"), ["Nguyễn"]],
    ["oy", ["Åsheim"]],
    ["ASHEIM", ["Åsheim"]],
    ["ØY", ["Åsheim"]],
    ["åsh", ["Åsheim"]],
    ["100%", ["_under"]],
    ["_", ["_under"]],
    ["odd+", ["_under"]],
    ["%", []],
    ["mara", []],
    ["gone", []],
    ["' OR '1'='1", []],
    ["\\", []],
  ])("by %j, newest first", async (search, names) => {
    expect(await find({ search })).toMatchObject({ names, total: names.length });
  });

  test("by full id, only the partner's own", async () => {
    expect((await find({ search: ids[1] ?? "" })).names).toEqual(["Fernández Ibarra"]);
    expect((await find({ search: ids[1]?.slice(0, 20) ?? "" })).names).toEqual([]);
    const [{ id }] = await sql("SELECT id FROM users WHERE partner_id <> $1 LIMIT 1", [
      partner.partnerId,
    ]);
    expect((await find({ search: id })).names).toEqual([]);
  });

  test("by status, and by both", async () => {
    expect((await find({ status: "approved" })).names).toEqual(["_under", "Nguyễn", "Okafor"]);
    expect((await find({ status: "denied,approved" })).names).toEqual([
      "_under",
      "Åsheim",
      "Nguyễn",
      "Okafor",
    ]);
    expect(await find({ status: "approved,pending_kyc", search: "amara", sort: "name" })).toEqual(
      expect.objectContaining({ names: ["Nwosu", "Okafor"], total: 2 }),
    );
    expect(await find({ status: "pending_kyc", search: "amara" })).toMatchObject({
      names: ["Nwosu"],
      total: 1,
    });
  });

  test("in the requested order", async () => {
    const newest = (await find({})).names;
    expect((await find({ sort: "newest" })).names).toEqual(newest);
    expect((await find({ sort: "oldest" })).names).toEqual([...newest].reverse());
    expect((await find({ sort: "name" })).names).toEqual([
      "_under",
      "Nwosu",
      "Okafor",
      "Fernández Ibarra",
      "Åsheim",
      "Nguyễn",
    ]);
    expect((await find({ sort: "email" })).names).toEqual([
      "Okafor",
      "Nguyễn",
      "Fernández Ibarra",
      "Nwosu",
      "_under",
      "Åsheim",
    ]);
  });

  test("page by page, and past the end", async () => {
    const page = await find({ sort: "name", skip: 1, limit: 2 });
    expect(page).toMatchObject({
      names: ["Nwosu", "Okafor"],
      pagination: { skip: 1, limit: 2, total: 6 },
    });
    expect(await find({ search: "amara", skip: 10 })).toMatchObject({ names: [], total: 2 });
  });

  test.each(["name", "email"])(
    "not after a user who was deleted since the page before, ordered by %s",
    async (sort) => {
      const cursor = await make(partner, ["Zoe", "Zuma", "zoe@example.com", "denied"] as never);
      const deleted = await call(remove, {
        apiKey: partner.apiKey,
        method: "DELETE",
        params: { serviceId: cursor },
      });
      expect(deleted.status).toBe(200);
      const answer = await call(list, { apiKey: partner.apiKey, query: { sort, cursor } });
      expect(invalidFields(answer)).toEqual(["cursor: isCursor"]);
      expect((await find({ sort: "newest", cursor })).total).toBe(PEOPLE.length);
    },
  );

  test.each([
    [{ status: "gone" }, "status: isIn"],
    [{ status: "approved,gone" }, "status: isIn"],
    [{ sort: "id; DROP TABLE users" }, "sort: isIn"],
    [{ search: "" }, "search: isNotEmpty"],
    [{ search: "x".repeat(101) }, "search: maxLength"],
  ])("not by %j", async (query, field) => {
    const answer = await call(list, { apiKey: partner.apiKey, query });
    expect(invalidFields(answer)[0]).toContain(field);
  });
});
