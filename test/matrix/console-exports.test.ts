import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as exportJournals } from "@/app/api/admin/books/journals/export/route";
import { GET as exportShortfalls } from "@/app/api/admin/books/shortfalls/export/route";
import { GET as exportDisputes } from "@/app/api/admin/disputes/export/route";
import { GET as exportHeldDeposits } from "@/app/api/admin/held-deposits/export/route";
import { GET as exportPostings } from "@/app/api/admin/postings/export/route";
import { GET as exportUsers } from "@/app/api/admin/users/export/route";
import { GET as exportWithdrawals } from "@/app/api/admin/withdrawals/export/route";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { call, type Handler } from "@/test/http/call";
import { expectRefusal } from "@/test/http/expect-answer";
import { CONSOLE_LISTS } from "./console-lists";
import { type ConsoleWorld, consoleQuery, makeConsoleWorld } from "./console-world";
import { pageOf, type Query } from "./lists";

/** Each export, the list that it exports, the field of the id in the list, and the columns of the file. */
const EXPORTS: Record<
  string,
  { handler: Handler; list: keyof typeof CONSOLE_LISTS; id: string; header: string }
> = {
  withdrawals: {
    handler: exportWithdrawals,
    list: "adminListWithdrawals",
    id: "id",
    header:
      "withdrawal,partner,partner name,status,amount (USD),requested (USD),fee (USD),to address,address label,paid before,look-alike,approvals,approvals needed,requested (UTC)",
  },
  "held-deposits": {
    handler: exportHeldDeposits,
    list: "listHeldDeposits",
    id: "depositId",
    header:
      "deposit,state,held for,amount (USD),token,chain,transaction hash,on chain,from address,to address,partner,partner name,card,card ending,user,received (UTC),credited (UTC),credited by,reason",
  },
  journals: {
    handler: exportJournals,
    list: "listJournals",
    id: "journalId",
    header: "journal,type,source,partner,partner name,moved (USD),posted (UTC)",
  },
  shortfalls: {
    handler: exportShortfalls,
    list: "listShortfalls",
    id: "serviceCardId",
    header: "card,card ending,status,partner,partner name,owed (USD),since (UTC)",
  },
  "operator-postings": {
    handler: exportPostings,
    list: "listOperatorPostings",
    id: "postingId",
    header:
      "posting,kind,status,moved (USD),legs (USD),partner,partner name,card,reason,reference,requested by,requested (UTC),expires (UTC),decided by,decided (UTC),decision reason,journal",
  },
  disputes: {
    handler: exportDisputes,
    list: "listAdminDisputes",
    id: "disputeId",
    header:
      "dispute,partner,partner name,status,needs attention,amount (USD),disputed (USD),reason,merchant,transaction,card,card ending,issuer,issuer's dispute,issuer's words,last error,opened (UTC),submitted (UTC),decided (UTC),deadline (UTC)",
  },
  "card-users": {
    handler: exportUsers,
    list: "listAdminUsers",
    id: "serviceId",
    header:
      "user,first name,last name,email,status,program,partner,partner name,cards,created (UTC)",
  },
};

let world: ConsoleWorld;
beforeAll(async () => {
  world = await makeConsoleWorld();
});
afterAll(endTests);

const send = (handler: Handler, query: Query) =>
  world.admin.browser.call(handler, { query: consoleQuery(world, query) });

async function linesOf(handler: Handler, query: Query = {}) {
  const answer = await send(handler, query);
  expect(answer.status, answer.text).toBe(200);
  const lines = (answer.text ?? "")
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n");
  return { head: lines[0], lines: lines.slice(1), headers: answer.headers };
}

describe.each(Object.entries(EXPORTS))("%s", (name, { handler, list, id, header }) => {
  test("has what the list shows with each of its filters, in the order of the list", async () => {
    const { queries, ...rest } = CONSOLE_LISTS[list];
    for (const query of queries) {
      const read = (_: unknown, asked: Query) => send(rest.handler, asked);
      const { items } = await pageOf(read, { ...rest, queries }, { ...query, limit: 100 });
      const ids = (items as Record<string, string>[]).map((item) => item[id]);
      const { lines } = await linesOf(handler, query);
      expect([query, lines.map((line) => line.split(",")[0])]).toEqual([query, ids]);
    }
  });

  test("is a file with the day in its name and the names of its columns", async () => {
    const [query = {}] = CONSOLE_LISTS[list].queries;
    const { head, headers } = await linesOf(handler, query);
    expect(head).toBe(header);
    expect(headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="${name}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    );
    expect(headers.get("cache-control")).toContain("no-store");
  });

  test("is not for people of a partner, nor without a session", async () => {
    const { partnerId } = await makePartner({ balanceUsd: 0 });
    const owner = await signedIn(await makePerson({ partnerId, role: "owner" }));
    expectRefusal(await owner.call(handler, {}), 403, "ROLE_NOT_ALLOWED");
    expectRefusal(await call(handler, {}), 401, "SESSION_REQUIRED");
  });
});

test("the amounts of withdrawals are signed, and returned ones count as 0", async () => {
  const amountOf = (line: string) => line.split(",").slice(3, 6);
  const pending = (await linesOf(exportWithdrawals)).lines.map(amountOf);
  expect(pending[0]).toEqual(["pending", "-21.00", "21.00"]);
  const cancelled = (await linesOf(exportWithdrawals, { status: "cancelled" })).lines.map(amountOf);
  for (const line of cancelled) expect(line.slice(0, 2)).toEqual(["cancelled", "0.00"]);
});

test("the legs of a posting have their signs", async () => {
  const { partnerId } = world.partner;
  const { lines } = await linesOf(exportPostings, { status: "pending" });
  expect(lines.at(-1)).toContain(`wallet:${partnerId} 1.00 | adjustments -1.00`);
});

test("an export of card users has an audit entry, without the searched name", async () => {
  const { partnerId } = world.partner;
  const { lines } = await linesOf(exportUsers, { search: "=ama", partnerId });
  expect(lines).toHaveLength(1);
  // Text in a spreadsheet, not a formula.
  expect(lines[0]).toContain(",'=Amadi,");
  await linesOf(exportUsers);
  const entries = await sql(
    `SELECT person_id AS "personId", target_id AS "targetId", before, after FROM audit_entries
     WHERE action = 'user.export' ORDER BY id DESC LIMIT 2`,
  );
  const { personId } = world.admin.person;
  expect(entries).toEqual([
    { personId, targetId: "all partners", before: null, after: { isSearched: false } },
    { personId, targetId: partnerId, before: null, after: { isSearched: true } },
  ]);
});
