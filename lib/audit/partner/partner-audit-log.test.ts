import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as payoutPolicy from "@/app/api/admin/partners/[id]/payout-policy/route";
import * as changePartner from "@/app/api/admin/partners/[id]/route";
import * as suspend from "@/app/api/admin/partners/[id]/suspend/route";
import * as view from "@/app/api/admin/partners/[id]/view/route";
import * as leave from "@/app/api/admin/view/route";
import * as approve from "@/app/api/admin/withdrawals/[id]/approve/route";
import * as entryRoute from "@/app/api/v1/partner/audit/[entryId]/route";
import * as listRoute from "@/app/api/v1/partner/audit/route";
import * as actionsRoute from "@/app/api/v1/partner/audit-actions/route";
import * as exportRoute from "@/app/api/v1/partner/export/audit/route";
import * as keysRoute from "@/app/api/v1/partner/keys/route";
import * as redirectUrl from "@/app/api/v1/partner/profile/redirect-url/route";
import { OPERATOR_ACTIONS } from "@/lib/audit/actions";
import { newId } from "@/lib/kernel/ids";
import { attack } from "@/test/database/attack";
import { call, endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectRefusal } from "@/test/http/expect-answer";
import { OPERATOR_FIELDS } from "./operator-fields";

interface Entry {
  entryId: string;
  action: string;
  actor: string;
  before?: object;
  after?: object;
}

let partner: TestPartner;
let stranger: TestPartner;
let admin: TestPerson;
let owner: TestPerson;
let console_: Browser;
let browser: Browser;
let keySecret: string;

const list = async (query: Record<string, string | number> = {}, by = partner) => {
  const answer = await call(listRoute.GET, { apiKey: by.apiKey, query });
  expect(answer.status).toBe(200);
  return answer.json.data as { entries: Entry[]; pagination: { total: number } };
};

const ofAdmin = (
  route: { POST?: unknown; PATCH?: unknown },
  method: "POST" | "PATCH",
  body?: object,
) =>
  console_.call(route[method] as never, {
    method,
    params: { id: partner.partnerId },
    ...(body && { body: body as Record<string, unknown> }),
  });

beforeAll(async () => {
  [partner, stranger] = [await makePartner({ balanceUsd: 100 }), await makePartner()];
  admin = await makePerson();
  owner = await makePerson({ partnerId: partner.partnerId });
  [console_, browser] = [await signedIn(admin), await signedIn(owner)];
  await ofAdmin(changePartner, "PATCH", { kycFee: 3 });
  await browser.call(redirectUrl.POST, {
    method: "POST",
    body: { redirectUrl: "https://example.com/a" },
  });
  const made = await browser.call(keysRoute.POST, {
    method: "POST",
    body: { name: "Server", password: owner.password },
  });
  expect(made.status).toBe(201);
  keySecret = made.json.data.apiKey;
  await ofAdmin(view, "POST");
  await console_.call(leave.DELETE, { method: "DELETE" });
  const other = await signedIn(await makePerson({ partnerId: stranger.partnerId }));
  await other.call(redirectUrl.POST, {
    method: "POST",
    body: { redirectUrl: "https://example.com/other" },
  });
});
afterAll(endTests);

describe("a partner's audit log", () => {
  test("lists the changes of its people and of the operator, newest first", async () => {
    const { entries, pagination } = await list();
    expect(entries.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
      "operator partner.leave",
      "operator partner.view",
      "person createApiKey",
      "person setRedirectUrl",
      "operator partner.settings",
    ]);
    expect(pagination.total).toBe(5);
  });

  test("names its own people, and of the operator neither a person nor an address", async () => {
    const [settings] = (await list({ action: "partner.settings" })).entries;
    expect(settings).toEqual({
      entryId: expect.stringMatching(/^aud_/),
      at: expect.any(String),
      action: "partner.settings",
      targetId: partner.partnerId,
      actor: "operator",
      before: { kycFee: 2 },
      after: { kycFee: 3 },
    });
    const [own] = (await list({ action: "setRedirectUrl" })).entries;
    expect(own).toMatchObject({ personId: owner.personId, personEmail: owner.email });
    const all = JSON.stringify(await list());
    expect(all).not.toContain(admin.email);
    expect(all).not.toContain(admin.personId);
    expect(keySecret).toMatch(/^sk_/);
    expect(all).not.toContain(keySecret);
  });

  test("filters by action, actor, target and period", async () => {
    const count = async (query: Record<string, string>) => (await list(query)).pagination.total;
    expect(await count({ actor: "operator" })).toBe(3);
    expect(await count({ actor: owner.email.toUpperCase() })).toBe(2);
    expect(await count({ actor: owner.personId, action: "createApiKey" })).toBe(1);
    expect(await count({ actor: admin.personId })).toBe(0);
    expect(await count({ actor: admin.email })).toBe(0);
    expect(await count({ target: partner.partnerId })).toBe(4);
    const at = (await list({ action: "setRedirectUrl" })).entries[0] as unknown as { at: string };
    expect(await count({ from: at.at })).toBe(4);
    expect(await count({ to: at.at })).toBe(1);
    expect(await count({ to: "2020-01-01T00:00:00Z" })).toBe(0);
  });

  test("never shows an entry of another partner, by list, id or filter", async () => {
    const { entries } = await list({}, stranger);
    expect(entries.map(({ action }) => action)).toEqual(["setRedirectUrl"]);
    expect((await list({ target: partner.partnerId }, stranger)).entries).toEqual([]);
    expect((await list({ actor: owner.email }, stranger)).entries).toEqual([]);
    const [own] = (await list()).entries;
    const asked = { params: { entryId: own?.entryId ?? "" } };
    const foreign = await call(entryRoute.GET, { apiKey: stranger.apiKey, ...asked });
    expectRefusal(foreign, 404, "AUDIT_ENTRY_NOT_FOUND");
    expect((await call(entryRoute.GET, { apiKey: partner.apiKey, ...asked })).json.data).toEqual(
      own,
    );
  });

  test("is readable by owners and developers, not by viewers", async () => {
    const { partnerId } = partner;
    const developer = await signedIn(await makePerson({ partnerId, role: "developer" }));
    expect((await developer.call(listRoute.GET, {})).status).toBe(200);
    const viewer = await signedIn(await makePerson({ partnerId, role: "viewer" }));
    expectRefusal(await viewer.call(listRoute.GET, {}), 403, "ROLE_NOT_ALLOWED");
    const query = { timeZone: "UTC" };
    expectRefusal(await viewer.call(exportRoute.GET, { query }), 403, "ROLE_NOT_ALLOWED");
  });

  test("the export has the filtered entries, with the operator unnamed", async () => {
    const query = { timeZone: "UTC", actor: "operator" };
    const { text = "" } = await browser.call(exportRoute.GET, { query });
    const lines = text.trim().split("\r\n");
    expect(lines[0]).toContain("Entry ID,Time (UTC)");
    expect(lines).toHaveLength(4);
    expect(text).toContain(",partner.view,Operator,");
    expect(text).not.toContain(admin.email);
  });

  test("the actions that have entries are listed once each", async () => {
    const { json } = await browser.call(actionsRoute.GET, {});
    expect(json.data.actions.toSorted()).toEqual([
      "createApiKey",
      "partner.leave",
      "partner.settings",
      "partner.view",
      "setRedirectUrl",
    ]);
  });

  test("a decision on a withdrawal and a suspension are listed without internal details", async () => {
    const of = await makePartner({ balanceUsd: 100 });
    const id = await withdrawalsOf(of).make(20);
    const approved = await console_.call(approve.POST, {
      method: "POST",
      params: { id },
      body: { totp: codeOf(admin, 1) },
    });
    expect(approved.status).toBe(200);
    const [decision] = (await list({}, of)).entries;
    expect(decision).toMatchObject({ action: "withdrawal.approve", after: { status: "approved" } });
    const reason = "internal suspicion";
    const body = { reason };
    const params = { id: partner.partnerId };
    const suspended = await console_.call(suspend.POST, { method: "POST", params, body });
    expect(suspended.status).toBe(200);
    const rows = await sql(
      "SELECT action FROM partner_audit_entries WHERE partner_id = $1 ORDER BY entry_id DESC LIMIT 1",
      [partner.partnerId],
    );
    expect(rows).toEqual([{ action: "partner.suspend" }]);
    expect(OPERATOR_FIELDS["partner.suspend"]).not.toContain("reason");
  });

  test("a payout policy that the operator changed is shown with its terms", async () => {
    const own = await makePartner();
    const params = { id: own.partnerId };
    const body = { allowList: true, waitHours: 24 };
    const changed = await console_.call(payoutPolicy.PATCH, { method: "PATCH", params, body });
    expect(changed.status).toBe(200);
    expect((await list({}, own)).entries).toEqual([
      expect.objectContaining({
        action: "partner.payout_policy",
        actor: "operator",
        before: expect.objectContaining({ allowList: false }),
        after: expect.objectContaining(body),
      }),
    ]);
  });

  test("exactly the operator's actions of OPERATOR_FIELDS are listed", async () => {
    const { partnerId } = await makePartner();
    for (const action of Object.keys(OPERATOR_ACTIONS))
      await sql(
        `INSERT INTO audit_entries (id, person_id, action, target_id, after, created_at)
         VALUES ($1, $2, $3, $4, '{"kycFee": 1}', now())`,
        [newId("aud"), admin.personId, action, partnerId],
      );
    await sql(
      `INSERT INTO audit_entries (id, person_id, action, target_id, after, created_at)
       VALUES ($1, $2, 'partner.settings', $3, '{"secondApprovalAbove": 5}', now())`,
      [newId("aud"), admin.personId, partnerId],
    );
    const rows = await sql("SELECT action FROM partner_audit_entries WHERE partner_id = $1", [
      partnerId,
    ]);
    expect(rows.map(({ action }) => action).sort()).toEqual(Object.keys(OPERATOR_FIELDS).sort());
  });

  test("the rows of a partner's audit log are written by the trigger alone, and stay", async () => {
    const copy = "INSERT INTO partner_audit_entries SELECT * FROM partner_audit_entries";
    expect(await attack({ role: "app", statements: [copy] })).toBe("42501");
    const removal = "DELETE FROM partner_audit_entries";
    expect(await attack({ role: "owner", statements: [removal] })).toBe("PW003");
  });
});
