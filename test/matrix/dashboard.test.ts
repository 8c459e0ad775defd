import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR_ROLES, PARTNER_ROLES } from "@/lib/contract/roles";
import { rolesOf } from "@/lib/contract/roles-of";
import { call, endTests, sql } from "@/test/fixtures/make";
import { makeBrowser, makePerson, signedIn } from "@/test/fixtures/people";
import { suspend } from "@/test/fixtures/suspend";
import { expectRefusal } from "@/test/http/expect-answer";
import { DASHBOARD_OPERATIONS, type DashboardOperation } from "./dashboard-operations";
import { type Caller, makeCaller, makeOffice, type Office, officeOf, requestBy } from "./office";
import { nameOf } from "./operations";
import { findHandlers, handlerOf } from "./routes";

const handlers = await findHandlers();
let stranger: Office;
let office: Office;
const operators: Caller[] = [];
beforeAll(async () => {
  for (const role of OPERATOR_ROLES) {
    const person = await makePerson({ role });
    const browser = await signedIn(person);
    operators.push({ person, browser, elsewhere: browser, sessionId: "" });
  }
  [stranger, office] = [await makeOffice(), await makeOffice()];
});
afterAll(endTests);

/** Returns the id of an operation's subject; a session is the caller's own. */
function idOf({ subject }: DashboardOperation, { ids }: Office, caller: Caller): string {
  if (!subject) return "";
  return subject === "session" ? caller.sessionId : ids[subject];
}

const ask = (
  operation: DashboardOperation,
  caller: Caller,
  id: string,
  headers = {},
  read = {},
) => {
  const { body, ...request } = requestBy(operation, caller, id);
  return caller.browser.call(handlerOf(handlers, operation), {
    ...request,
    ...(body !== undefined && { body: { ...body, ...read } }),
    headers,
  });
};

const auditOf = (personId: string, action: string) =>
  sql("SELECT * FROM audit_entries WHERE person_id = $1 AND action = $2", [personId, action]);

describe.each(DASHBOARD_OPERATIONS.map((one) => [nameOf(one), one] as const))(
  "%s",
  (_, operation) => {
    const { contract, may, subject, unknown } = operation;
    const isChange = contract.method !== "GET";

    test("is for sessions only, and the contract has the roles of the matrix", () => {
      expect(contract.audience).toBe("dashboard");
      expect(rolesOf(contract)).toEqual(may);
    });

    test.each(may)("is allowed for the role %s; a change has one audit entry", async (role) => {
      const own = isChange ? await makeOffice() : office;
      const caller = await makeCaller(own.partner.partnerId, role);
      const read = await operation.read?.(own.partner.partnerId);
      const answer = await ask(operation, caller, idOf(operation, own, caller), {}, read);
      expect(answer.status, JSON.stringify(answer.json)).toBe(contract.status ?? 200);
      const entries = await auditOf(caller.person.personId, contract.id);
      expect(entries).toHaveLength(isChange ? 1 : 0);
      if (!isChange) return;
      expect(entries[0]).toMatchObject({
        partner_id: own.partner.partnerId,
        request_id: answer.headers.get("x-request-id"),
        ip_address: caller.browser.address,
      });
      const written = JSON.stringify(entries);
      for (const secret of [
        caller.person.password,
        "another long password",
        answer.json.data.apiKey ?? "no key",
        answer.json.data.secret ?? "no secret",
        answer.json.data.cardNumber ?? "no number",
        answer.json.data.inviteUrl?.split("/").at(-1) ?? "no link",
      ])
        expect(written).not.toContain(secret);
    });

    const refused = PARTNER_ROLES.filter((role) => !may.includes(role));
    if (refused.length > 0)
      test.each(refused)("is refused for the role %s and changes nothing", async (role) => {
        const caller = await makeCaller(office.partner.partnerId, role);
        const before = await officeOf(office.partner);
        const answer = await ask(operation, caller, idOf(operation, office, caller));
        expectRefusal(answer, 403, "ROLE_NOT_ALLOWED");
        expect(await officeOf(office.partner)).toBe(before);
      });

    test("is refused for the operator's people", async () => {
      for (const caller of operators) {
        const answer = await ask(operation, caller, idOf(operation, office, caller));
        expectRefusal(answer, 403, "ROLE_NOT_ALLOWED");
      }
    });

    test("requires a session: without credentials and with an API key 401", async () => {
      const handler = handlerOf(handlers, operation);
      const request = requestBy(operation, office.owner, idOf(operation, office, office.owner));
      const { apiKey } = office.partner;
      expectRefusal(await makeBrowser().call(handler, request), 401, "SESSION_REQUIRED");
      expectRefusal(await call(handler, { ...request, apiKey }), 401, "SESSION_REQUIRED");
    });

    if (isChange)
      test("is refused for a request from another site, and changes nothing", async () => {
        const before = await officeOf(office.partner);
        for (const headers of [
          { origin: "https://evil.example" },
          { "sec-fetch-site": "same-site" },
        ]) {
          const id = idOf(operation, office, office.owner);
          const answer = await ask(operation, office.owner, id, headers);
          expectRefusal(answer, 403, "ORIGIN_NOT_ALLOWED");
        }
        expect(await officeOf(office.partner)).toBe(before);
      });

    if (subject && unknown)
      test("refuses another partner's id like an unknown one, and changes nothing", async () => {
        const before = await officeOf(office.partner);
        const strange = subject === "session" ? office.owner.sessionId : office.ids[subject];
        const ownPrefix = strange.split("_")[0];
        for (const id of [
          strange,
          `${ownPrefix}_${"0".repeat(26)}`,
          "",
          "undefined",
          "' OR 1=1 --",
        ])
          expectRefusal(await ask(operation, stranger.owner, id), ...unknown);
        expect(await officeOf(office.partner)).toBe(before);
      });

    test("is refused for a suspended partner", async () => {
      const own = await makeOffice();
      const caller = own.owner;
      await suspend(own.partner);
      const answer = await ask(operation, caller, idOf(operation, own, caller));
      expectRefusal(answer, 403, "PARTNER_SUSPENDED");
    });
  },
);
