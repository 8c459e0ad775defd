import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as settleAlert from "@/app/api/admin/alerts/[id]/close/route";
import * as auditEntry from "@/app/api/admin/audit/entries/[id]/route";
import * as exportAudit from "@/app/api/admin/audit/export/route";
import * as auditLog from "@/app/api/admin/audit/log/route";
import * as auditEntries from "@/app/api/admin/audit/route";
import * as verifyAuditLog from "@/app/api/admin/audit/verify/route";
import * as exportBalances from "@/app/api/admin/books/balances/export/route";
import * as bookBalances from "@/app/api/admin/books/balances/route";
import * as runInvariants from "@/app/api/admin/books/checks/invariants/route";
import * as runReconciliation from "@/app/api/admin/books/checks/reconciliation/route";
import * as bookChecks from "@/app/api/admin/books/checks/route";
import * as journal from "@/app/api/admin/books/journals/[id]/route";
import * as exportJournals from "@/app/api/admin/books/journals/export/route";
import * as journals from "@/app/api/admin/books/journals/route";
import * as partnerBalances from "@/app/api/admin/books/partners/[id]/balances/route";
import * as statementLines from "@/app/api/admin/books/partners/[id]/statement/lines/route";
import * as statementPdf from "@/app/api/admin/books/partners/[id]/statement/pdf/route";
import * as statement from "@/app/api/admin/books/partners/[id]/statement/route";
import * as exportShortfalls from "@/app/api/admin/books/shortfalls/export/route";
import * as shortfalls from "@/app/api/admin/books/shortfalls/route";
import * as evidenceFile from "@/app/api/admin/disputes/[id]/files/[fileId]/route";
import * as retryDispute from "@/app/api/admin/disputes/[id]/retry/route";
import * as dispute from "@/app/api/admin/disputes/[id]/route";
import * as exportDisputes from "@/app/api/admin/disputes/export/route";
import * as disputes from "@/app/api/admin/disputes/route";
import * as healthHistory from "@/app/api/admin/health/history/route";
import * as serviceHealth from "@/app/api/admin/health/route";
import * as release from "@/app/api/admin/held-deposits/[id]/release/route";
import * as heldDeposit from "@/app/api/admin/held-deposits/[id]/route";
import * as exportHeld from "@/app/api/admin/held-deposits/export/route";
import * as heldDeposits from "@/app/api/admin/held-deposits/route";
import * as live from "@/app/api/admin/live/route";
import * as operator from "@/app/api/admin/operators/[id]/route";
import * as resetOperatorFactor from "@/app/api/admin/operators/[id]/second-factor-reset/route";
import * as operatorSessions from "@/app/api/admin/operators/[id]/sessions/route";
import * as unlockOperator from "@/app/api/admin/operators/[id]/unlock/route";
import * as operatorInvitation from "@/app/api/admin/operators/invitations/[id]/route";
import * as operatorInvitations from "@/app/api/admin/operators/invitations/route";
import * as operators from "@/app/api/admin/operators/route";
import * as partnerCardDays from "@/app/api/admin/partners/[id]/card-days/route";
import * as owners from "@/app/api/admin/partners/[id]/invitations/route";
import * as payoutPolicy from "@/app/api/admin/partners/[id]/payout-policy/route";
import * as partnerPerson from "@/app/api/admin/partners/[id]/people/[personId]/route";
import * as unlockPerson from "@/app/api/admin/partners/[id]/people/[personId]/unlock/route";
import * as partnerPeople from "@/app/api/admin/partners/[id]/people/route";
import * as resume from "@/app/api/admin/partners/[id]/resume/route";
import * as partner from "@/app/api/admin/partners/[id]/route";
import * as endSsoRequirement from "@/app/api/admin/partners/[id]/sso-requirement/end/route";
import * as suspend from "@/app/api/admin/partners/[id]/suspend/route";
import * as view from "@/app/api/admin/partners/[id]/view/route";
import * as exportPartners from "@/app/api/admin/partners/export/route";
import * as partners from "@/app/api/admin/partners/route";
import * as cancelPosting from "@/app/api/admin/postings/[id]/cancel/route";
import * as confirmPosting from "@/app/api/admin/postings/[id]/confirm/route";
import * as rejectPosting from "@/app/api/admin/postings/[id]/reject/route";
import * as posting from "@/app/api/admin/postings/[id]/route";
import * as exportPostings from "@/app/api/admin/postings/export/route";
import * as postingPreview from "@/app/api/admin/postings/preview/route";
import * as postings from "@/app/api/admin/postings/route";
import * as adminRequestConfirm from "@/app/api/admin/requests/[id]/confirm/route";
import * as adminRequest from "@/app/api/admin/requests/[id]/route";
import * as adminRequests from "@/app/api/admin/requests/route";
import * as treasury from "@/app/api/admin/treasury/route";
import * as adminUser from "@/app/api/admin/users/[id]/route";
import * as exportUsers from "@/app/api/admin/users/export/route";
import * as adminUsers from "@/app/api/admin/users/route";
import * as leave from "@/app/api/admin/view/route";
import * as approvals from "@/app/api/admin/withdrawals/[id]/approvals/route";
import * as approve from "@/app/api/admin/withdrawals/[id]/approve/route";
import * as fail from "@/app/api/admin/withdrawals/[id]/fail/route";
import * as outlook from "@/app/api/admin/withdrawals/[id]/outlook/route";
import * as reject from "@/app/api/admin/withdrawals/[id]/reject/route";
import * as releaseScreening from "@/app/api/admin/withdrawals/[id]/release/route";
import * as review from "@/app/api/admin/withdrawals/[id]/review/route";
import * as withdrawal from "@/app/api/admin/withdrawals/[id]/route";
import * as exportQueue from "@/app/api/admin/withdrawals/export/route";
import * as withdrawals from "@/app/api/admin/withdrawals/route";
import { OPERATOR_ROLES, PARTNER_ROLES, type Role } from "@/lib/contract/roles";
import { newId } from "@/lib/kernel/ids";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makeBrowser,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { everyContract } from "@/test/http/every-contract";
import { expectRefusal, invalidFields } from "@/test/http/expect-answer";

type Handler = Parameters<Browser["call"]>[0];

// One administrator sends all these requests, faster than any person.
Object.assign(RATE_LIMITS.operator, { perS: 1_000, burst: 10_000 });

const PAYMENT = { kind: "network_payment", amount: 5, paidFrom: "bank" };

/** Every operation of administrators by contract id: its handler, the allowed roles, and a harmless request body. */
const ROUTES: Record<string, { handler: Handler; may: Role[]; body?: object }> = {
  adminListWithdrawals: { handler: withdrawals.GET, may: ["admin", "approver", "auditor"] },
  adminGetWithdrawal: { handler: withdrawal.GET, may: ["admin", "approver", "auditor"] },
  reviewWithdrawal: { handler: review.GET, may: ["admin", "approver", "auditor"] },
  getPayoutOutlook: { handler: outlook.GET, may: ["admin", "approver", "auditor"] },
  exportApprovals: { handler: approvals.GET, may: ["admin", "approver", "auditor"] },
  adminGetPayoutPolicy: { handler: payoutPolicy.GET, may: ["admin", "approver", "auditor"] },
  changePayoutPolicy: { handler: payoutPolicy.PATCH, may: ["admin"], body: {} },
  releaseScreening: { handler: releaseScreening.POST, may: ["admin"], body: { reason: "test" } },
  approveWithdrawal: { handler: approve.POST, may: ["admin", "approver"], body: {} },
  failWithdrawal: { handler: fail.POST, may: ["admin", "approver"], body: { reason: "test" } },
  rejectWithdrawal: { handler: reject.POST, may: ["admin", "approver"], body: {} },
  listAdminUsers: { handler: adminUsers.GET, may: ["admin", "approver", "auditor"] },
  getAdminUser: { handler: adminUser.GET, may: ["admin", "approver", "auditor"] },
  listAdminDisputes: { handler: disputes.GET, may: ["admin", "approver", "auditor"] },
  getAdminDispute: { handler: dispute.GET, may: ["admin", "approver", "auditor"] },
  downloadEvidenceFile: { handler: evidenceFile.GET, may: ["admin", "approver"] },
  retryDispute: { handler: retryDispute.POST, may: ["admin", "approver"] },
  listHeldDeposits: { handler: heldDeposits.GET, may: ["admin", "approver", "auditor"] },
  getHeldDeposit: { handler: heldDeposit.GET, may: ["admin", "approver", "auditor"] },
  releaseHeldDeposit: {
    handler: release.POST,
    may: ["admin", "approver"],
    body: { reason: "test" },
  },
  settleAlert: { handler: settleAlert.POST, may: ["admin"], body: { reason: "test" } },
  exportAdminWithdrawals: { handler: exportQueue.GET, may: ["admin", "approver", "auditor"] },
  exportHeldDeposits: { handler: exportHeld.GET, may: ["admin", "approver", "auditor"] },
  exportJournals: { handler: exportJournals.GET, may: ["admin", "approver", "auditor"] },
  exportShortfalls: { handler: exportShortfalls.GET, may: ["admin", "approver", "auditor"] },
  exportOperatorPostings: { handler: exportPostings.GET, may: ["admin", "approver", "auditor"] },
  exportAdminDisputes: { handler: exportDisputes.GET, may: ["admin", "approver", "auditor"] },
  exportAdminUsers: { handler: exportUsers.GET, may: ["admin", "approver", "auditor"] },
  exportPartners: { handler: exportPartners.GET, may: ["admin", "approver", "auditor"] },
  listPartners: { handler: partners.GET, may: ["admin", "approver", "auditor"] },
  getPartner: { handler: partner.GET, may: ["admin", "approver", "auditor"] },
  followPartners: { handler: live.GET, may: ["admin", "approver", "auditor"] },
  getTreasury: { handler: treasury.GET, may: ["admin", "approver", "auditor"] },
  getHealthHistory: { handler: healthHistory.GET, may: ["admin", "approver", "auditor"] },
  getServiceHealth: { handler: serviceHealth.GET, may: ["admin", "approver", "auditor"] },
  listAuditEntries: { handler: auditEntries.GET, may: ["admin", "approver", "auditor"] },
  getAuditEntry: { handler: auditEntry.GET, may: ["admin", "approver", "auditor"] },
  exportAuditEntries: { handler: exportAudit.GET, may: ["admin", "approver", "auditor"] },
  exportPartnerStatementPdf: {
    handler: statementPdf.GET,
    may: ["admin", "approver", "auditor"],
  },
  exportStatement: { handler: statementLines.GET, may: ["admin", "approver", "auditor"] },
  getAuditLog: { handler: auditLog.GET, may: ["admin", "approver", "auditor"] },
  verifyAuditLog: { handler: verifyAuditLog.POST, may: ["admin", "approver"] },
  exportTrialBalance: { handler: exportBalances.GET, may: ["admin", "approver", "auditor"] },
  getTrialBalance: { handler: bookBalances.GET, may: ["admin", "approver", "auditor"] },
  listJournals: { handler: journals.GET, may: ["admin", "approver", "auditor"] },
  getJournal: { handler: journal.GET, may: ["admin", "approver", "auditor"] },
  listShortfalls: { handler: shortfalls.GET, may: ["admin", "approver", "auditor"] },
  getPartnerBalances: { handler: partnerBalances.GET, may: ["admin", "approver", "auditor"] },
  getBookChecks: { handler: bookChecks.GET, may: ["admin", "approver", "auditor"] },
  getStatement: { handler: statement.GET, may: ["admin", "approver", "auditor"] },
  runInvariants: { handler: runInvariants.POST, may: ["admin", "approver"] },
  runReconciliation: { handler: runReconciliation.POST, may: ["admin", "approver"] },
  listOperatorPostings: { handler: postings.GET, may: ["admin", "approver", "auditor"] },
  getOperatorPosting: { handler: posting.GET, may: ["admin", "approver", "auditor"] },
  previewOperatorPosting: { handler: postingPreview.POST, may: ["admin"], body: PAYMENT },
  requestOperatorPosting: {
    handler: postings.POST,
    may: ["admin"],
    body: { ...PAYMENT, reason: "test" },
  },
  confirmOperatorPosting: { handler: confirmPosting.POST, may: ["admin"], body: {} },
  rejectOperatorPosting: { handler: rejectPosting.POST, may: ["admin"], body: { reason: "test" } },
  cancelOperatorPosting: { handler: cancelPosting.POST, may: ["admin"] },
  listAdminRequests: { handler: adminRequests.GET, may: ["admin", "approver", "auditor"] },
  confirmAdminRequest: { handler: adminRequestConfirm.POST, may: ["admin"], body: {} },
  cancelAdminRequest: { handler: adminRequest.DELETE, may: ["admin"] },
  listOperators: { handler: operators.GET, may: ["admin", "approver", "auditor"] },
  inviteOperator: {
    handler: operatorInvitations.POST,
    may: ["admin"],
    body: { email: "ada@operator.example", role: "auditor" },
  },
  revokeOperatorInvitation: { handler: operatorInvitation.DELETE, may: ["admin"] },
  changeOperatorRole: { handler: operator.PATCH, may: ["admin"], body: { role: "auditor" } },
  removeOperator: { handler: operator.DELETE, may: ["admin"], body: {} },
  endOperatorSessions: { handler: operatorSessions.DELETE, may: ["admin"] },
  changePartner: { handler: partner.PATCH, may: ["admin"], body: { kycFee: 1 } },
  createPartner: { handler: partners.POST, may: ["admin"], body: {} },
  endSsoRequirement: { handler: endSsoRequirement.POST, may: ["admin"], body: {} },
  suspendPartner: { handler: suspend.POST, may: ["admin"], body: { reason: "test" } },
  resumePartner: { handler: resume.POST, may: ["admin"], body: {} },
  getPartnerCardDays: {
    handler: partnerCardDays.GET,
    may: ["admin", "approver", "auditor"],
  },
  listPartnerPeople: { handler: partnerPeople.GET, may: ["admin", "approver", "auditor"] },
  inviteOwner: { handler: owners.POST, may: ["admin"], body: { email: "owner@example.com" } },
  removePartnerPerson: { handler: partnerPerson.DELETE, may: ["admin"], body: {} },
  unlockPartnerPerson: { handler: unlockPerson.POST, may: ["admin"], body: {} },
  resetOperatorFactor: { handler: resetOperatorFactor.POST, may: ["admin"], body: {} },
  unlockOperator: { handler: unlockOperator.POST, may: ["admin"], body: {} },
  viewPartner: { handler: view.POST, may: ["admin", "approver", "auditor"] },
  leavePartner: { handler: leave.DELETE, may: ["admin", "approver", "auditor"] },
};
const all = (await everyContract()).filter(({ audience }) => audience === "admin");

test("every operation of administrators has its row, and every row its operation", () => {
  expect(Object.keys(ROUTES).sort()).toEqual(all.map(({ id }) => id).sort());
});

let tested: TestPartner;
const people = new Map<Role, TestPerson>();
const browsers = new Map<Role, Browser>();
beforeAll(async () => {
  tested = await makePartner();
  for (const role of [...OPERATOR_ROLES, ...PARTNER_ROLES]) {
    const isPartners = PARTNER_ROLES.some((name) => name === role);
    const person = await makePerson({
      role,
      ...(isPartners ? { partnerId: tested.partnerId } : {}),
    });
    people.set(role, person);
    browsers.set(role, await signedIn(person));
  }
});
afterAll(endTests);

const browserOf = (role: Role) => {
  const browser = browsers.get(role);
  if (!browser) throw new Error(role);
  return browser;
};

/** Sends a request for an object that does not exist: only an authorized caller gets 404. */
function ask(contract: (typeof all)[number], browser: Browser, headers = {}) {
  const route = ROUTES[contract.id];
  if (!route) throw new Error(`${contract.id} is not in the table of this test`);
  const id = newId(contract.path.includes("partners") ? "ptn" : "wd");
  const admin = people.get("admin");
  const body = route.body && { ...route.body, ...(admin ? { totp: codeOf(admin) } : {}) };
  return browser.call(route.handler, {
    method: contract.method,
    params: { id, fileId: id },
    body,
    headers,
  });
}

describe.each(all)("$id", (contract) => {
  test("its table of roles is the contract's", () => {
    expect(contract.roles ?? OPERATOR_ROLES).toEqual(ROUTES[contract.id]?.may);
  });

  test.each([...OPERATOR_ROLES, ...PARTNER_ROLES])("is allowed for %s", async (role) => {
    const answer = await ask(contract, browserOf(role));
    if (ROUTES[contract.id]?.may.includes(role)) expect(answer.status).not.toBe(403);
    else expectRefusal(answer, 403, "ROLE_NOT_ALLOWED");
  });

  test("needs a session", async () => {
    expectRefusal(await ask(contract, makeBrowser()), 401, "SESSION_REQUIRED");
  });

  test("refuses an API key", async () => {
    const headers = { authorization: `Bearer ${tested.apiKey}` };
    expectRefusal(await ask(contract, makeBrowser(), headers), 401, "SESSION_REQUIRED");
  });

  test("refuses a session as bearer", async () => {
    const token = browserOf("admin").jar.get("next-auth.session-token");
    const headers = { authorization: `Bearer ${token}` };
    expectRefusal(await ask(contract, makeBrowser(), headers), 401, "SESSION_REQUIRED");
  });
});

describe.each(all.filter(({ method }) => method !== "GET"))("the change $id", (contract) => {
  test.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "" },
    { origin: "http://127.0.0.1:3000/" },
    { origin: "https://127.0.0.1:3000" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("is refused with %j", async (headers) => {
    expectRefusal(await ask(contract, browserOf("admin"), headers), 403, "ORIGIN_NOT_ALLOWED");
  });

  test.each([
    {},
    { origin: "http://127.0.0.1:3000" },
    { "sec-fetch-site": "same-origin" },
    { origin: "http://127.0.0.1:3000", "sec-fetch-site": "cross-site" },
  ])("is not refused with %j", async (headers) => {
    expect((await ask(contract, browserOf("admin"), headers)).status).not.toBe(403);
  });

  test("reports a missing role before a wrong origin", async () => {
    const headers = { origin: "https://evil.example" };
    expectRefusal(await ask(contract, browserOf("owner"), headers), 403, "ROLE_NOT_ALLOWED");
    expectRefusal(await ask(contract, makeBrowser(), headers), 401, "SESSION_REQUIRED");
  });
});

describe.each(all.filter((contract) => "body" in contract))("the body of $id", (contract) => {
  test("is checked like every body", async () => {
    const browser = browserOf("admin");
    const handler = ROUTES[contract.id]?.handler;
    if (!handler) throw new Error(contract.id);
    const send = (body: unknown, headers = {}) =>
      browser.call(handler, { method: contract.method, params: { id: "x" }, body, headers });
    expect(invalidFields(await send("["))).toEqual(["body: isJson"]);
    expectRefusal(await send("x".repeat(70_000)), 413, "PAYLOAD_TOO_LARGE");
    const text = { "content-type": "text/plain" };
    expectRefusal(await send("{}", text), 415, "UNSUPPORTED_MEDIA_TYPE");
  });
});

test("a GET needs no origin, because it changes nothing", async () => {
  const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  const answer = await browserOf("auditor").call(withdrawals.GET, { headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
});

test("a just revoked session is refused", async () => {
  const admin = await makePerson();
  const browser = await signedIn(admin);
  expect((await browser.call(withdrawals.GET)).status).toBe(200);
  await sql("UPDATE sessions SET revoked_at = now() WHERE person_id = $1", [admin.personId]);
  expectRefusal(await browser.call(withdrawals.GET), 401, "SESSION_REQUIRED");
});

test("a just removed role is refused", async () => {
  const admin = await makePerson();
  const browser = await signedIn(admin);
  await sql("UPDATE people SET role = 'auditor' WHERE id = $1", [admin.personId]);
  const { partnerId } = tested;
  const change = { method: "PATCH", params: { id: partnerId }, body: { kycFee: 9 } };
  expectRefusal(await browser.call(partner.PATCH, change), 403, "ROLE_NOT_ALLOWED");
});
