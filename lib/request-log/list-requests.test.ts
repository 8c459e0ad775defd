import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getOne } from "@/app/api/v1/partner/requests/[requestId]/route";
import { GET as getList } from "@/app/api/v1/partner/requests/route";
import { now, shiftClock } from "@/lib/kernel/clock";
import { DAY_MS } from "@/lib/kernel/durations";
import { firstIdAt, newId } from "@/lib/kernel/ids";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { purgeRequestLog } from "./purge-request-log";
import { MAX_LOOKED } from "./request-list";
import { requestLog } from "./request-log";
import { insertRequests } from "./sql-store";
import type { NewRequestRow } from "./store";

let partner: TestPartner;
let browser: Browser;
let personId: string;
let keyId: string;
/** Oldest first. */
let ids: Record<string, string>;

const CARD = "/api/v1/partner/card/{serviceCardId}";

const row = (changes: Partial<NewRequestRow> = {}): NewRequestRow => ({
  id: newId("req"),
  partnerId: partner.partnerId,
  keyId,
  personId: null,
  method: "GET",
  route: "/api/v1/partner/card",
  path: "/api/v1/partner/card",
  query: null,
  status: 200,
  errorCode: null,
  durationMs: 1.26,
  idempotencyKey: null,
  requestBody: null,
  responseBody: "{}",
  createdAt: now(),
  ...changes,
});
const idAt = (at: Date, n = 0) => firstIdAt("req", at).slice(0, -4) + String(n).padStart(4, "0");

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  const person = await makePerson({ partnerId: partner.partnerId, role: "developer" });
  personId = person.personId;
  browser = await signedIn(person);
  [{ id: keyId }] = await sql("SELECT id FROM api_keys WHERE partner_id = $1", [partner.partnerId]);
  const rows = {
    get: row({ route: CARD, path: "/api/v1/partner/card/card_a" }),
    fund: row({ method: "POST", status: 402, errorCode: "X", idempotencyKey: "k-1" }),
    failed: row({ method: "POST", status: 503 }),
    other: row({ route: CARD, path: "/api/v1/partner/card/card_b", status: 404 }),
    person: row({ method: "PATCH", keyId: null, personId, requestBody: '{"a":1}', query: "{}" }),
  };
  await insertRequests(Object.values(rows));
  ids = Object.fromEntries(Object.entries(rows).map(([name, { id }]) => [name, id]));
});
afterAll(endTests);

async function find(query: object = {}, who = browser) {
  const { status, json } = await who.call(getList, { query: { ...query } });
  expect(status).toBe(200);
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  const found = json.data.requests.map(({ requestId }: { requestId: string }) =>
    names.get(requestId),
  );
  return { found, next: json.data.pagination.nextCursor, requests: json.data.requests };
}

describe("the list", () => {
  test("is newest first, with the names of keys and people", async () => {
    const { found, requests, next } = await find();
    expect(found).toEqual(["person", "other", "failed", "fund", "get"]);
    expect(next).toBeUndefined();
    expect(requests[0].caller).toMatchObject({ kind: "person", id: personId });
    expect(requests[1]).toMatchObject({
      caller: { kind: "key", id: keyId, name: "tests" },
      durationMs: 1.3,
    });
  });

  test("can be limited to HEAD, which monitors send", async () => {
    const { partnerId } = await makePartner({ balanceUsd: 0 });
    const developer = await makePerson({ partnerId, role: "developer" });
    const who = await signedIn(developer);
    const head = { partnerId, keyId: null, personId: developer.personId, method: "HEAD" };
    await insertRequests([row(head), row({ ...head, method: "GET" })]);
    const { requests } = await find({ method: "HEAD" }, who);
    expect(requests).toMatchObject([{ method: "HEAD" }]);
  });

  test.each([
    [{ method: "POST" }, ["failed", "fund"]],
    [{ status: "2xx" }, ["person", "get"]],
    [{ status: "4xx" }, ["other", "fund"]],
    [{ status: "5xx" }, ["failed"]],
    [{ path: CARD }, ["other", "get"]],
    [{ path: "card_b" }, ["other"]],
    [{ path: "%" }, []],
    [{ path: CARD, status: "4xx" }, ["other"]],
    [{ status: "5xx,4xx" }, ["other", "failed", "fund"]],
    [{ status: "2xx,5xx" }, ["person", "failed", "get"]],
    [{ status: "2xx,4xx,5xx" }, ["person", "other", "failed", "fund", "get"]],
    [{ method: "PATCH,POST", status: "4xx,5xx" }, ["failed", "fund"]],
    [{ method: "GET,POST", path: CARD, status: "4xx,5xx" }, ["other"]],
    [{ idempotencyKey: "k-1", status: "4xx,5xx" }, ["fund"]],
    [{ idempotencyKey: "k-1" }, ["fund"]],
    [{ idempotencyKey: "k-1", method: "GET" }, []],
    [{ to: "2020-01-01T00:00:00Z" }, []],
    [{ from: "2020-01-01T00:00:00Z", status: "5xx" }, ["failed"]],
    [{ from: "2999-01-01T00:00:00Z" }, []],
  ])("filtered by %o", async (query, expected) => {
    expect((await find(query)).found).toEqual(expected);
  });

  test("finds an idempotency key and a path with a number that could be that of a card", async () => {
    const { partnerId, apiKey } = await makePartner({ balanceUsd: 0 });
    const who = await signedIn(await makePerson({ partnerId, role: "developer" }));
    // One of ten numbers of this length has the check digit of a card number, such as a time in microseconds.
    const key = "1764467068123459";
    await clientOf({ apiKey }).fund({ serviceCardId: "card_1", amount: 5 }, key);
    await clientOf({ apiKey }).fund({ serviceCardId: "card_1", amount: 5 }, "another key");
    await insertRequests([row({ partnerId, path: "/api/v1/partner/card/[card number]" })]);
    await requestLog().flush();
    const { requests } = await find({ idempotencyKey: key }, who);
    expect(requests).toMatchObject([{ idempotencyKey: "[card number]" }]);
    expect((await find({ path: `card/${key}` }, who)).requests).toHaveLength(1);
  });

  test("is filtered by one id", async () => {
    expect((await find({ requestId: ids.fund ?? "" })).found).toEqual(["fund"]);
    expect((await find({ requestId: ids.fund ?? "", status: "2xx" })).found).toEqual([]);
  });

  test("continues where a page ends", async () => {
    const first = await find({ limit: 2 });
    expect(first).toMatchObject({ found: ["person", "other"], next: ids.other });
    const second = await find({ limit: 2, cursor: first.next });
    expect(second.found).toEqual(["failed", "fund"]);
    const third = await find({ limit: 2, cursor: second.next });
    expect(third).toMatchObject({ found: ["get"], next: undefined });
  });

  test("scans a limited number and returns where to continue", async () => {
    const busy = await makePartner({ balanceUsd: 0 });
    const asker = await signedIn(await makePerson({ partnerId: busy.partnerId, role: "owner" }));
    const at = new Date(Date.now() - DAY_MS);
    await sql(
      `INSERT INTO request_log (id, partner_id, key_id, method, route, path, status, duration_ms, response_body, created_at)
       SELECT $1 || lpad(n::text, 6, '0'), $2, $3, 'GET', '/a', '/a', 200, 1, '{}', now()
       FROM generate_series(1, $4::int) n`,
      [idAt(at).slice(0, -6), busy.partnerId, keyId, MAX_LOOKED + 5],
    );
    const wanted = row({
      id: idAt(new Date(at.getTime() - 1_000)),
      partnerId: busy.partnerId,
      path: "/b",
    });
    await insertRequests([wanted]);
    const first = await find({ path: "/b" }, asker);
    expect(first.requests).toEqual([]);
    const second = await find({ path: "/b", cursor: first.next }, asker);
    expect(second.requests.map(({ path }: { path: string }) => path)).toEqual(["/b"]);
    expect(second.next).toBeUndefined();
  });
});

describe("one request", () => {
  const get = (requestId: string, who = browser) => who.call(getOne, { params: { requestId } });

  test("is stored unchanged with any characters, and so are the requests of the same batch", async () => {
    const odd = row({
      path: "/a\u001fb\u001e",
      requestBody: '{"a":"\\\\,"{}🙂\\n"}',
      query: "NULL",
    });
    const beside = row({ idempotencyKey: "k-2" });
    await insertRequests([odd, beside]);
    expect((await get(odd.id)).json.data).toMatchObject({
      requestId: odd.id,
      path: "/ab",
      requestBody: odd.requestBody,
      query: "NULL",
    });
    expect((await get(beside.id)).json.data).toMatchObject({
      path: beside.path,
      idempotencyKey: "k-2",
    });
    await sql("DELETE FROM request_log WHERE id = ANY ($1)", [[odd.id, beside.id]]);
  });

  test("has its bodies, if any", async () => {
    expect((await get(ids.person ?? "")).json.data).toMatchObject({
      requestId: ids.person,
      query: "{}",
      requestBody: '{"a":1}',
      responseBody: "{}",
    });
    expect((await get(ids.get ?? "")).json.data).not.toHaveProperty("requestBody");
  });

  test("a request of another partner is not found and not listed", async () => {
    const other = await makePartner({ balanceUsd: 0 });
    const stranger = await signedIn(
      await makePerson({ partnerId: other.partnerId, role: "owner" }),
    );
    expect((await get(ids.fund ?? "", stranger)).status).toBe(404);
    const queries = [{}, { requestId: ids.fund ?? "" }, { idempotencyKey: "k-1" }, { path: CARD }];
    for (const query of queries) expect((await find(query, stranger)).found).toEqual([]);
  });
});

test("requests older than 30 days are deleted, and no others", async () => {
  const old = new Date(Date.now() - 31 * DAY_MS);
  const recent = new Date(Date.now() - 29 * DAY_MS);
  const rows = Array.from({ length: 1_500 }, (_, n) => row({ id: idAt(old, n) }));
  const kept = row({ id: idAt(recent) });
  await insertRequests([...rows, kept]);
  expect(await purgeRequestLog()).toEqual({ requests: 1_500 });
  expect(await purgeRequestLog()).toEqual({ requests: 0 });
  expect((await find({ requestId: kept.id })).requests).toHaveLength(1);
  shiftClock(2 * DAY_MS);
  expect(await purgeRequestLog()).toEqual({ requests: 1 });
});

test("every list uses an index", async () => {
  const { requestList } = await import("./request-list");
  const filters = [
    {},
    { status: ["4xx"] as const },
    { status: ["5xx"] as const },
    { status: ["5xx", "4xx"] as const },
    { path: CARD },
    { idempotencyKey: "k" },
  ];
  for (const filter of filters) {
    const { rows } = requestList(partner.partnerId, "id", filter, { skip: 0, limit: 10 });
    const plan = JSON.stringify(
      await sql(`EXPLAIN ${rows.text.replaceAll(/\$(\d)/g, (_, n) => `'${rows.values[n - 1]}'`)}`),
    );
    expect([filter, plan.includes("Seq Scan")]).toEqual([filter, false]);
    // Two rare classes are merged in their order, not sorted.
    if (filter.status?.length === 2) expect(plan).toContain("Merge Append");
  }
});
