import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR_ROLES, PARTNER_ROLES, type PartnerRole } from "@/lib/contract/roles";
import { atOneInstant } from "@/test/fixtures/at-one-instant";
import {
  type Answer,
  call,
  endTests,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import {
  type Browser,
  makeBrowser,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { suspend } from "@/test/fixtures/suspend";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { nameOf, OPERATIONS, type Operation } from "./operations";
import { findHandlers, handlerOf } from "./routes";
import { makeEndpoint, makeWorld, requestOf, snapshotOf, type World } from "./world";

const handlers = await findHandlers();
const SESSION_COOKIE = "next-auth.session-token";

/** Operations whose allowed roles do not follow from their method. */
const NARROWER: Record<string, readonly PartnerRole[]> = {
  createWithdrawal: ["owner"],
  cancelWithdrawal: ["owner"],
  lookupDeposit: ["owner", "developer", "viewer"],
  listAuditLog: ["owner", "developer"],
  getOwnAuditEntry: ["owner", "developer"],
};
const mayCall = ({ contract }: Operation): readonly PartnerRole[] =>
  NARROWER[contract.id] ??
  (contract.method === "GET" ? PARTNER_ROLES : PARTNER_ROLES.filter((role) => role !== "viewer"));

interface Employee {
  person: TestPerson;
  browser: Browser;
}

async function employ({ partnerId }: TestPartner, role: PartnerRole): Promise<Employee> {
  const person = await makePerson({ partnerId, role });
  return { person, browser: await signedIn(person) };
}

type Staff = Record<PartnerRole, Employee>;

async function staffOf(partner: TestPartner): Promise<Staff> {
  const staff: Partial<Staff> = {};
  for (const role of PARTNER_ROLES) staff[role] = await employ(partner, role);
  return staff as Staff;
}

const auditOf = ({ person: { personId } }: Employee) =>
  sql("SELECT *, xmin::text AS transaction FROM audit_entries WHERE person_id = $1 ORDER BY id", [
    personId,
  ]);

const send = (
  operation: Operation,
  id: string,
  browser: Browser,
  headers = {},
): Promise<Answer> => {
  const request = requestOf(operation, id);
  return browser.call(handlerOf(handlers, operation), {
    ...request,
    headers: { ...request.headers, ...headers },
  });
};

/** These tests run no chain, so the simulated deposit responds 503. */
const needsChain = ({ contract }: Operation) => contract.id === "simulateDeposit";
const isServed = (operation: Operation, { status }: Answer) =>
  needsChain(operation) ? status === 503 : status < 300;

let world: World;
let staff: Staff;
let stranger: Employee;
beforeAll(async () => {
  const other = await makePartner({ balanceUsd: 1_000 });
  stranger = await employ(other, "owner");
  await makeEndpoint(other);
  world = await makeWorld();
  staff = await staffOf(world.partner);
});
afterAll(endTests);

const idOf = ({ subject }: Operation, { ids }: World) => (subject ? ids[subject] : "");
const named = (operations: Operation[]) => operations.map((one) => [nameOf(one), one] as const);

describe.each(named(OPERATIONS))("%s in a session", (_, operation) => {
  const allowed = mayCall(operation);
  const isChange = operation.contract.method !== "GET";

  test.each(allowed)("is allowed for the role %s; a change has an audit entry", async (role) => {
    const own = isChange ? await makeWorld() : world;
    const caller = isChange ? await employ(own.partner, role) : staff[role];
    const answer = await send(operation, idOf(operation, own), caller.browser);
    expect(isServed(operation, answer), JSON.stringify(answer.json)).toBe(true);
    const entries = await auditOf(caller);
    expect(entries).toHaveLength(isChange && !needsChain(operation) ? 1 : 0);
    if (entries.length === 0) return;
    expect(entries[0]).toMatchObject({
      partner_id: own.partner.partnerId,
      action: operation.contract.id,
      request_id: answer.headers.get("x-request-id"),
      ip_address: caller.browser.address,
    });
    expect(JSON.stringify(entries)).not.toMatch(/@example\.com|whsec_|Marina Road/);
  });

  const refused = PARTNER_ROLES.filter((role) => !allowed.includes(role));
  if (refused.length > 0)
    test.each(refused)("is refused for the role %s and changes nothing", async (role) => {
      const before = await snapshotOf(world.partner);
      const answer = await send(operation, idOf(operation, world), staff[role].browser);
      expectRefusal(answer, 403, "ROLE_NOT_ALLOWED");
      expect(await snapshotOf(world.partner)).toBe(before);
      expect(await auditOf(staff[role])).toEqual([]);
    });

  test("is refused for the operator's people", async () => {
    for (const role of OPERATOR_ROLES)
      expectRefusal(
        await send(operation, idOf(operation, world), await operatorIn(role)),
        403,
        "ROLE_NOT_ALLOWED",
      );
  });

  if (operation.subject && !operation.query)
    test("refuses another partner's id, without an audit entry", async () => {
      const before = await snapshotOf(world.partner);
      const answer = await send(operation, idOf(operation, world), stranger.browser);
      const [status, code] = operation.foreign ?? operation.unknown ?? [0, ""];
      expectRefusal(answer, status, code);
      expect(await snapshotOf(world.partner)).toBe(before);
      const [counted] = await sql(
        "SELECT count(*)::int AS n FROM audit_entries WHERE target_id = $1",
        [idOf(operation, world)],
      );
      expect(counted.n).toBe(0);
    });

  test("refuses changes from another site; reads are allowed", async () => {
    const before = await snapshotOf(world.partner);
    for (const headers of FOREIGN_ORIGINS) {
      const { browser } = staff.owner;
      const answer = await send(operation, idOf(operation, world), browser, headers);
      if (isChange) expectRefusal(answer, 403, "ORIGIN_NOT_ALLOWED");
      else expect(answer.status).toBe(200);
    }
    expect(await snapshotOf(world.partner)).toBe(before);
  });

  test("an invalid key is refused although the request has a valid session", async () => {
    const authorization = "Bearer sk_staging_unknown";
    const answer = await send(operation, "", staff.owner.browser, { authorization });
    expectRefusal(answer, 401, "UNAUTHORIZED");
  });

  test("responds SESSION_REQUIRED after the session was revoked", async () => {
    const person = await makePerson({ partnerId: world.partner.partnerId });
    const browser = await signedIn(person);
    await sql("UPDATE sessions SET revoked_at = now() WHERE person_id = $1", [person.personId]);
    expectRefusal(await send(operation, idOf(operation, world), browser), 401, "SESSION_REQUIRED");
  });
});

const FOREIGN_ORIGINS = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
];

const operators = new Map<string, Browser>();
async function operatorIn(role: (typeof OPERATOR_ROLES)[number]): Promise<Browser> {
  const browser = operators.get(role) ?? (await signedIn(await makePerson({ role })));
  operators.set(role, browser);
  return browser;
}

describe("changes of a session's partner and person", () => {
  test("a suspended partner: every operation is refused until the suspension ends", async () => {
    const { partner, ids } = await makeWorld();
    const browser = await signedIn(await makePerson({ partnerId: partner.partnerId }));
    await suspend(partner);
    const before = await snapshotOf(partner);
    for (const operation of OPERATIONS) {
      const id = operation.subject ? ids[operation.subject] : "";
      expectRefusal(await send(operation, id, browser), 403, "PARTNER_SUSPENDED");
    }
    expect(await snapshotOf(partner)).toBe(before);
    await suspend(partner, null);
    const [first] = OPERATIONS.filter(({ contract }) => contract.id === "listCards");
    expect(first && (await send(first, "", browser)).status).toBe(200);
  });

  test("a changed role and a removed person take effect immediately", async () => {
    const person = await makePerson({ partnerId: world.partner.partnerId });
    const browser = await signedIn(person);
    const [freeze] = OPERATIONS.filter(({ contract }) => contract.id === "switchCardStatus");
    if (!freeze) throw new Error("Switch Card Status has no row");
    await sql("UPDATE people SET role = 'viewer' WHERE id = $1", [person.personId]);
    expectRefusal(await send(freeze, world.ids.card, browser), 403, "ROLE_NOT_ALLOWED");
    await sql("UPDATE people SET disabled_at = now() WHERE id = $1", [person.personId]);
    expectRefusal(await send(freeze, world.ids.card, browser), 401, "SESSION_REQUIRED");
  });

  test("an invalid session cookie: SESSION_REQUIRED; no session cookie: UNAUTHORIZED", async () => {
    const balance = handlers.served.get("GET /api/v1/partner/wallet/balance");
    if (!balance) throw new Error("Get Balance has no route");
    const cookie = `${SESSION_COOKIE}=nonsense`;
    expectRefusal(await call(balance, { headers: { cookie } }), 401, "SESSION_REQUIRED");
    expectRefusal(await makeBrowser().call(balance), 401, "UNAUTHORIZED");
    expectRefusal(await call(balance, { headers: { cookie: "other=1" } }), 401, "UNAUTHORIZED");
  });
});

test("a person above the rate limit is refused; the partner's API key still works", async () => {
  const browser = await signedIn(await makePerson({ partnerId: world.partner.partnerId }));
  const balance = handlers.served.get("GET /api/v1/partner/wallet/balance");
  if (!balance) throw new Error("Get Balance has no route");
  const answers = await atOneInstant(() =>
    Promise.all(Array.from({ length: 400 }, () => browser.call(balance))),
  );
  const refusals = answers.filter(({ status }) => status === 429);
  expect(refusals.length).toBeGreaterThan(50);
  expect(refusals[0]?.headers.get("retry-after")).toBe("1");
  expect((await clientOf(world.partner).balance()).status).toBe(200);
});

describe("a change by a person", () => {
  const changed = async (entry: { transaction: string }, text: string, values: unknown[]) => {
    const rows = await sql(text, values);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.transaction).toBe(entry.transaction);
  };
  const operationOf = (id: string) => {
    const found = OPERATIONS.find(({ contract }) => contract.id === id);
    if (!found) throw new Error(`${id} has no row`);
    return found;
  };

  test.each([
    [
      "fundCard",
      "SELECT xmin::text AS transaction FROM wallet_transactions WHERE card_id = $2 AND partner_id = $1 AND action = 'funding' ORDER BY id DESC LIMIT 1",
    ],
    [
      "switchCardStatus",
      "SELECT xmin::text AS transaction FROM cards WHERE partner_id = $1 AND id = $2",
    ],
    [
      "setWebhook",
      "SELECT xmin::text AS transaction FROM webhook_endpoints WHERE partner_id = $1 AND $2 = ''",
    ],
    ["setRedirectUrl", "SELECT xmin::text AS transaction FROM partners WHERE id = $1 AND $2 = ''"],
    [
      "setWebhookEvents",
      "SELECT xmin::text AS transaction FROM webhook_endpoints WHERE partner_id = $1 AND $2 = ''",
    ],
    [
      "resendWebhookEvent",
      "SELECT xmin::text AS transaction FROM webhook_deliveries WHERE partner_id = $1 AND event_id = $2",
    ],
    [
      "cancelWithdrawal",
      "SELECT xmin::text AS transaction FROM withdrawals WHERE partner_id = $1 AND id = $2",
    ],
  ])("%s writes its audit entry in the transaction of the change", async (id, text) => {
    const own = await makeWorld();
    const owner = await employ(own.partner, "owner");
    const operation = operationOf(id);
    const subject = idOf(operation, own);
    const answer = await send(operation, subject, owner.browser);
    expect(answer.status).toBeLessThan(300);
    const [entry] = await auditOf(owner);
    await changed(entry, text, [own.partner.partnerId, subject]);
  });

  test("has the created object and the non-personal fields of the request in its audit entry", async () => {
    const own = await makeWorld();
    const owner = await employ(own.partner, "owner");
    const made: string[] = [];
    for (const id of ["createCard", "createUser", "createWithdrawal"]) {
      const operation = operationOf(id);
      const { data } = (await send(operation, idOf(operation, own), owner.browser)).json;
      made.push(data.serviceCardId ?? data.serviceId ?? data.id);
    }
    const entries = await auditOf(owner);
    expect(entries.map(({ target_id }) => target_id)).toEqual(made);
    expect(entries.map(({ after }) => after)).toEqual([
      { fundingType: "float", amount: 5 },
      {},
      { amount: "5.00", toAddress: expect.stringMatching(/^0x/) },
    ]);
  });

  test("a change by a person that is repeated with its idempotency key has one audit entry", async () => {
    const own = await makeWorld();
    const owner = await employ(own.partner, "owner");
    const operation = operationOf("createWithdrawal");
    const request = requestOf(operation, "");
    const handler = handlerOf(handlers, operation);
    const first = await owner.browser.call(handler, request);
    const second = await owner.browser.call(handler, request);
    expect(second.json.data.id).toBe(first.json.data.id);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(await auditOf(owner)).toHaveLength(1);
  });

  test("a change by a person that is concurrent with others is decided again and has one audit entry", async () => {
    const own = await makeWorld();
    const owner = await employ(own.partner, "owner");
    const operation = operationOf("fundCard");
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(operation, own.ids.card, owner.browser)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await auditOf(owner)).toHaveLength(10);
  });

  test("a change by a person with an API key instead of a session has no audit entry", async () => {
    const before = await sql("SELECT count(*)::int AS n FROM audit_entries");
    await clientOf(world.partner).switchCard(world.ids.card, "freeze");
    await clientOf(world.partner).switchCard(world.ids.card, "unfreeze");
    expect(await sql("SELECT count(*)::int AS n FROM audit_entries")).toEqual(before);
  });
});
