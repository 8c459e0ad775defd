import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as oneEntry from "@/app/api/admin/audit/entries/[id]/route";
import * as exportAudit from "@/app/api/admin/audit/export/route";
import * as log from "@/app/api/admin/audit/log/route";
import * as entriesRoute from "@/app/api/admin/audit/route";
import * as verify from "@/app/api/admin/audit/verify/route";
import * as changePartner from "@/app/api/admin/partners/[id]/route";
import * as view from "@/app/api/admin/partners/[id]/view/route";
import * as leave from "@/app/api/admin/view/route";
import * as approve from "@/app/api/admin/withdrawals/[id]/approve/route";
import * as redirectUrl from "@/app/api/v1/partner/profile/redirect-url/route";
import { tamper } from "@/test/database/superuser";
import { tableScans } from "@/test/database/table-scans";
import { instantBetween } from "@/test/fixtures/instant-between";
import { makeWithdrawal } from "@/test/fixtures/ledger-world";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  type Browser,
  makePerson,
  signedIn,
  type TestPerson,
  wrongCodeOf,
} from "@/test/fixtures/people";
import { expectRefusal } from "@/test/http/expect-answer";

interface Entry {
  entryId: string;
  action: string;
}

let partner: TestPartner;
let admin: TestPerson;
let owner: TestPerson;
let browser: Browser;
let auditor: Browser;
let middle: Date;

beforeAll(async () => {
  partner = await makePartner();
  admin = await makePerson();
  owner = await makePerson({ partnerId: partner.partnerId });
  browser = await signedIn(admin);
  auditor = await signedIn(await makePerson({ role: "auditor" }));
  const setFee = (kycFee: number) =>
    browser.call(changePartner.PATCH, {
      method: "PATCH",
      params: { id: partner.partnerId },
      body: { kycFee },
    });
  for (const fee of [3, 4, 5]) await setFee(fee);
  middle = await instantBetween();
  const ownersBrowser = await signedIn(owner);
  for (const name of ["a", "b"])
    await ownersBrowser.call(redirectUrl.POST, {
      method: "POST",
      body: { redirectUrl: `https://example.com/${name}` },
    });
  await setFee(6);
});
afterAll(endTests);

async function ask(query: Record<string, string | number>) {
  const answer = await auditor.call(entriesRoute.GET, { query });
  expect(answer.status).toBe(200);
  return answer.json.data as { entries: Entry[]; pagination: { nextCursor?: string } };
}

async function pages(query: Record<string, string | number>): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let cursor = ""; ; ) {
    const { entries, pagination } = await ask({ ...query, limit: 2, cursor });
    all.push(...entries);
    if (pagination.nextCursor === undefined) return all;
    cursor = pagination.nextCursor;
  }
}

const FILTERS = (): [Record<string, string>, number][] => {
  const { partnerId } = partner;
  return [
    [{}, 6],
    [{ person: admin.personId }, 4],
    [{ person: owner.email.toUpperCase() }, 2],
    [{ person: "nobody@example.com" }, 0],
    [{ action: "partner.settings" }, 4],
    [{ action: "partner.settings", person: owner.personId }, 0],
    [{ action: "partner.settings,nothing" }, 4],
    [{ partner: `operator,${partnerId}` }, 6],
    [{ partner: `ptn_x,${partnerId}` }, 2],
    [{ action: "partner.settings,x", person: admin.personId, partner: `operator,${partnerId}` }, 4],
    [{ target: partnerId, partner: "operator", until: middle.toISOString() }, 3],
    [{ target: partnerId }, 6],
    [{ partner: partnerId }, 2],
    [{ partner: "operator" }, 4],
    [{ partner: "operator", from: middle.toISOString() }, 1],
    [{ until: middle.toISOString() }, 3],
    [{ from: middle.toISOString(), partner: partnerId, person: owner.email }, 2],
  ];
};

describe("the audit log", () => {
  test("every filter finds its entries newest first, each entry on exactly one page", async () => {
    for (const [filter, count] of FILTERS()) {
      const ids = (await pages(filter)).map(({ entryId }) => entryId);
      expect([filter, ids.length]).toEqual([filter, count]);
      expect(ids).toEqual([...new Set(ids)].sort().reverse());
    }
  });

  test("an entry has person, action, target, state before and after, address, and position in the chain", async () => {
    const [entry] = (await ask({ action: "partner.settings" })).entries;
    expect(entry).toEqual({
      entryId: expect.stringMatching(/^aud_/),
      at: expect.any(String),
      action: "partner.settings",
      targetId: partner.partnerId,
      personId: admin.personId,
      personName: "Test",
      personEmail: admin.email,
      before: { kycFee: 5 },
      after: { kycFee: 6 },
      ipAddress: expect.any(String),
      requestId: expect.stringMatching(/^req_/),
      position: 6,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const one = await auditor.call(oneEntry.GET, { params: { id: entry?.entryId ?? "" } });
    expect(one.json.data).toEqual(entry);
    const [ofPartner] = (await ask({ partner: partner.partnerId })).entries;
    expect(ofPartner).toMatchObject({ partnerId: partner.partnerId, partnerName: "Test partner" });
  });

  test("the CSV has the filtered entries newest first, and typed text never becomes a formula", async () => {
    for (const [filter] of FILTERS()) {
      const { text = "", headers } = await auditor.call(exportAudit.GET, { query: filter });
      expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
      const [, ...lines] = text.trim().split("\r\n");
      const ids = lines.map((line) => /aud_\w+/.exec(line)?.[0]);
      expect([filter, ids]).toEqual([filter, (await pages(filter)).map(({ entryId }) => entryId)]);
    }
    await sql("UPDATE people SET name = '=1+1' WHERE id = $1", [owner.personId]);
    const { text = "" } = await auditor.call(exportAudit.GET, {
      query: { person: owner.personId },
    });
    expect(text).toContain(",'=1+1,");
    expect(text).not.toContain(",=1+1");
  });

  test.each(["aud_01k9x6k2v8e5t2v7w4y0z1a2b3", "x"])("%s is not found", async (id) => {
    const answer = await auditor.call(oneEntry.GET, { params: { id } });
    expectRefusal(answer, 404, "AUDIT_ENTRY_NOT_FOUND");
  });

  test("the state of the audit log has the length, the actions, and the result of the last verification", async () => {
    const read = async () => (await auditor.call(log.GET)).json.data;
    const before = await read();
    expect(before).toMatchObject({ entries: 6, actions: ["partner.settings", "setRedirectUrl"] });
    expect("check" in before).toBe(false);
    const { json } = await browser.call(verify.POST, { method: "POST" });
    expect(json.data.check).toMatchObject({ isSound: true, askedBy: "Test", faults: [] });
    expect(json.data.check.hash).toBe(before.hash);
    await tamper("UPDATE audit_entries SET ip_address = 'x' WHERE action = 'setRedirectUrl'");
    await browser.call(verify.POST, { method: "POST" });
    expect((await read()).check).toMatchObject({
      isSound: false,
      faults: [{ position: 4 }, { position: 5 }],
    });
  });

  test("an auditor can read it but not start a verification", async () => {
    const answer = await auditor.call(verify.POST, { method: "POST" });
    expectRefusal(answer, 403, "ROLE_NOT_ALLOWED");
  });

  test("no query scans the whole table", async () => {
    const scans = () => tableScans(["audit_entries"]);
    const before = await scans();
    for (const [filter] of FILTERS()) await ask(filter);
    await auditor.call(log.GET);
    expect(await scans()).toEqual(before);
  });
});

test("a wrong second factor at an approval is recorded without the code, and the withdrawal is unchanged", async () => {
  const id = await makeWithdrawal(partner, "pending");
  const totp = wrongCodeOf(admin);
  const answer = await browser.call(approve.POST, {
    method: "POST",
    params: { id },
    body: { totp },
  });
  expectRefusal(answer, 401, "SECOND_FACTOR_INVALID");
  const { entries } = await ask({ target: id });
  expect(entries).toMatchObject([
    {
      action: "second_factor.refused",
      personId: admin.personId,
      after: { operation: "approveWithdrawal" },
      requestId: answer.headers.get("x-request-id"),
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain(totp);
});

test("sign-outs and the start and end of a partner view are found by their actions", async () => {
  const { partnerId } = partner;
  const looking = await signedIn(admin);
  await looking.call(view.POST, { method: "POST", params: { id: partnerId } });
  await looking.call(leave.DELETE, { method: "DELETE" });
  await looking.signOut();
  await (await signedIn(owner)).signOut();
  const ofOperator = { personId: admin.personId, ipAddress: looking.address };
  for (const action of ["partner.view", "partner.leave"]) {
    const { entries } = await ask({ action });
    expect(entries).toMatchObject([{ action, targetId: partnerId, ...ofOperator }]);
    expect(entries[0]).not.toHaveProperty("partnerId");
  }
  const targetId = expect.stringMatching(/^ses_/);
  expect((await ask({ action: "signOut" })).entries).toMatchObject([
    { personId: owner.personId, partnerId, targetId },
    { ...ofOperator, targetId },
  ]);
  const ofOwner = await ask({ action: "signOut", partner: partnerId });
  expect(ofOwner.entries).toMatchObject([{ personId: owner.personId }]);
  const { actions } = (await auditor.call(log.GET)).json.data;
  expect(actions).toEqual(expect.arrayContaining(["partner.leave", "partner.view", "signOut"]));
});
