import "@/test/database";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { GET } from "@/app/api/v1/partner/export/requests/route";
import * as db from "@/lib/db";
import { newId } from "@/lib/kernel/ids";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { expectRefusal, invalidFields } from "@/test/http/expect-answer";
import { insertRequests } from "./sql-store";

vi.mock("@/lib/db", async (original) => {
  const actual = await original<typeof db>();
  return { ...actual, query: vi.fn(actual.query) };
});

const MANY = 2_500;
let partnerId: string;
let browser: Browser;

beforeAll(async () => {
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  browser = await signedIn(await makePerson({ partnerId, role: "developer" }));
  const [{ id: keyId }] = await sql("SELECT id FROM api_keys WHERE partner_id = $1", [partnerId]);
  const row = (changes: object) => ({
    ...{ id: newId("req"), partnerId, keyId, personId: null, query: null, errorCode: null },
    ...{ method: "GET", route: "/a", path: "/a", status: 200, durationMs: 1.26 },
    ...{ idempotencyKey: null, requestBody: '{"secret":1}', responseBody: "{}" },
    ...{ createdAt: new Date(), ...changes },
  });
  await insertRequests([
    ...Array.from({ length: MANY }, () => row({})),
    row({ method: "POST", path: "/b", status: 402, errorCode: "X", idempotencyKey: "=1+1" }),
    row({ method: "PATCH", path: "/b", status: 503 }),
  ]);
});
afterAll(endTests);

async function linesOf(query: Record<string, string> = {}) {
  const answer = await browser.call(GET, { query: { timeZone: "Europe/Berlin", ...query } });
  expect(answer.status, answer.text?.slice(0, 500)).toBe(200);
  return (answer.text ?? "")
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n");
}

test("each request is there once, newest first, a thousand to a statement, without bodies", async () => {
  const before = vi.mocked(db.query).mock.calls.length;
  const [head, ...lines] = await linesOf();
  expect(head).toBe(
    'Request ID,Created (Europe/Berlin),"Created, offset",Method,Path,Route,Status,Error code,Duration (ms),Idempotency key,Caller,Caller ID',
  );
  const ids = lines.map((line) => line.split(",")[0]);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
  expect(ids).toHaveLength(MANY + 2);
  expect(lines.join("")).not.toContain("secret");
  const lists = vi
    .mocked(db.query)
    .mock.calls.slice(before)
    .filter(([name]) => name.startsWith("list_requests"));
  expect(lists).toHaveLength(3);
});

test("the filters of the list leave what the list shows, and texts are no formulas", async () => {
  const [, line, ...rest] = await linesOf({ status: "4xx" });
  expect(line).toMatch(/,POST,\/b,\/a,402,X,1\.3,'=1\+1,tests,key_/);
  expect(rest).toEqual([]);
  expect(await linesOf({ status: "4xx,5xx", method: "PATCH,POST" })).toHaveLength(3);
  expect(await linesOf({ path: "/b", status: "5xx" })).toHaveLength(2);
  expect(await linesOf({ idempotencyKey: "=1+1" })).toHaveLength(2);
  expect(await linesOf({ to: "2020-01-01T00:00:00Z" })).toHaveLength(1);
});

test("other partners export nothing of it, and viewers nothing at all", async () => {
  const other = await makePartner({ balanceUsd: 0 });
  const query = { timeZone: "UTC" };
  const stranger = await signedIn(await makePerson({ partnerId: other.partnerId, role: "owner" }));
  expect((await stranger.call(GET, { query })).text?.trimEnd().split("\r\n")).toHaveLength(1);
  const viewer = await signedIn(await makePerson({ partnerId, role: "viewer" }));
  expectRefusal(await viewer.call(GET, { query }), 403, "ROLE_NOT_ALLOWED");
  expect(invalidFields(await browser.call(GET, { query: { ...query, status: "9xx" } }))).toEqual([
    "status: isIn",
  ]);
});
