import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR_ROLES, PARTNER_ROLES, type PartnerRole } from "@/lib/contract/roles";
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

/** Operations that leave the reader's role open or narrow it; all others follow their method. */
const NARROWER: Record<string, readonly PartnerRole[]> = {
  createWithdrawal: ["owner"],
  cancelWithdrawal: ["owner"],
  lookupDeposit: ["owner", "developer", "viewer"],
};
const mayCall = ({ contract }: Operation): readonly PartnerRole[] =>
  NARROWER[contract.id] ??
  (contract.method === "GET" ? PARTNER_ROLES : PARTNER_ROLES.filter((role) => role !== "viewer"));

interface Staff {
  people: Record<PartnerRole, TestPerson>;
  browsers: Record<PartnerRole, Browser>;
}

async function staffOf({ partnerId }: TestPartner): Promise<Staff> {
  const people = {} as Staff["people"];
  const browsers = {} as Staff["browsers"];
  for (const role of PARTNER_ROLES) {
    people[role] = await makePerson({ partnerId, role });
    browsers[role] = await signedIn(people[role]);
  }
  return { people, browsers };
}

const auditOf = ({ personId }: TestPerson) =>
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
  return browser.call(handlerOf(handlers, operation), { ...request, headers });
};

/** Without a chain in these tests nothing can be sent there. */
const needsChain = ({ contract }: Operation) => contract.id === "simulateDeposit";
const isServed = (operation: Operation, { status }: Answer) =>
  needsChain(operation) ? status === 503 : status < 300;

let world: World;
let staff: Staff;
let stranger: TestPartner;
let strangers: Staff;
beforeAll(async () => {
  stranger = await makePartner({ balanceUsd: 1_000 });
  strangers = await staffOf(stranger);
  await makeEndpoint(stranger);
  world = await makeWorld();
  staff = await staffOf(world.partner);
});
afterAll(endTests);

const idOf = ({ subject }: Operation, { ids }: World) => (subject ? ids[subject] : "");
const named = (operations: Operation[]) => operations.map((one) => [nameOf(one), one] as const);

describe.each(named(OPERATIONS))("%s in a session", (_, operation) => {
  const allowed = mayCall(operation);
  const isChange = operation.contract.method !== "GET";

  test.each(allowed)("is served to the %s, and a change is in the audit log", async (role) => {
    const own = isChange ? await makeWorld() : world;
    const { people, browsers } = isChange ? await staffOf(own.partner) : staff;
    const answer = await send(operation, idOf(operation, own), browsers[role]);
    expect(isServed(operation, answer), JSON.stringify(answer.json)).toBe(true);
    const entries = await auditOf(people[role]);
    expect(entries).toHaveLength(isChange && !needsChain(operation) ? 1 : 0);
    if (entries.length === 0) return;
    expect(entries[0]).toMatchObject({
      partner_id: own.partner.partnerId,
      action: operation.contract.id,
      request_id: answer.headers.get("x-request-id"),
      ip_address: browsers[role].address,
    });
    expect(JSON.stringify(entries)).not.toMatch(/@example\.com|whsec_|Marina Road/);
  });

  const refused = PARTNER_ROLES.filter((role) => !allowed.includes(role));
  if (refused.length > 0)
    test.each(refused)("is refused to the %s, and nothing is changed", async (role) => {
      const before = await snapshotOf(world.partner);
      const answer = await send(operation, idOf(operation, world), staff.browsers[role]);
      expectRefusal(answer, 403, "ROLE_NOT_ALLOWED");
      expect(await snapshotOf(world.partner)).toBe(before);
      expect(await auditOf(staff.people[role])).toEqual([]);
    });

  test("is refused to the operator's people", async () => {
    for (const role of OPERATOR_ROLES)
      expectRefusal(
        await send(operation, idOf(operation, world), await operatorIn(role)),
        403,
        "ROLE_NOT_ALLOWED",
      );
  });

  if (operation.subject && !operation.query)
    test("another partner's id is nobody's, and a refusal is not in the audit log", async () => {
      const before = await snapshotOf(world.partner);
      const answer = await send(operation, idOf(operation, world), strangers.browsers.owner);
      const [status, code] = operation.foreign ?? operation.unknown ?? [0, ""];
      expectRefusal(answer, status, code);
      expect(await snapshotOf(world.partner)).toBe(before);
      const [counted] = await sql(
        "SELECT count(*)::int AS n FROM audit_entries WHERE target_id = $1",
        [idOf(operation, world)],
      );
      expect(counted.n).toBe(0);
    });

  test("from another site's page: read at most", async () => {
    const before = await snapshotOf(world.partner);
    for (const headers of FOREIGN_ORIGINS) {
      const browser = staff.browsers.owner;
      const answer = await send(operation, idOf(operation, world), browser, headers);
      if (isChange) expectRefusal(answer, 403, "ORIGIN_NOT_ALLOWED");
      else expect(answer.status).toBe(200);
    }
    expect(await snapshotOf(world.partner)).toBe(before);
  });

  test("a key goes before a session, and a bad key is not mended by one", async () => {
    const authorization = "Bearer sk_staging_unknown";
    const answer = await send(operation, "", staff.browsers.owner, { authorization });
    expectRefusal(answer, 401, "UNAUTHORIZED");
  });

  test("after the session was revoked: sign in first", async () => {
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

describe("the partner behind a session", () => {
  test("suspended: nothing is served any more, and all is again afterwards", async () => {
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

  test("a person who was removed, and a role that was taken, count at once", async () => {
    const person = await makePerson({ partnerId: world.partner.partnerId });
    const browser = await signedIn(person);
    const [freeze] = OPERATIONS.filter(({ contract }) => contract.id === "switchCardStatus");
    if (!freeze) throw new Error("Switch Card Status has no row");
    await sql("UPDATE people SET role = 'viewer' WHERE id = $1", [person.personId]);
    expectRefusal(await send(freeze, world.ids.card, browser), 403, "ROLE_NOT_ALLOWED");
    await sql("UPDATE people SET disabled_at = now() WHERE id = $1", [person.personId]);
    expectRefusal(await send(freeze, world.ids.card, browser), 401, "SESSION_REQUIRED");
  });

  test("nobody's cookie, and none: what a key is missing stays to be told", async () => {
    const balance = handlers.served.get("GET /api/v1/partner/wallet/balance");
    if (!balance) throw new Error("Get Balance has no route");
    const cookie = `${SESSION_COOKIE}=nonsense`;
    expectRefusal(await call(balance, { headers: { cookie } }), 401, "SESSION_REQUIRED");
    expectRefusal(await makeBrowser().call(balance), 401, "UNAUTHORIZED");
    expectRefusal(await call(balance, { headers: { cookie: "other=1" } }), 401, "UNAUTHORIZED");
  });
});

test("a person who asks too fast is refused for a while, and the partner's servers are not", async () => {
  const browser = await signedIn(await makePerson({ partnerId: world.partner.partnerId }));
  const balance = handlers.served.get("GET /api/v1/partner/wallet/balance");
  if (!balance) throw new Error("Get Balance has no route");
  const answers = await Promise.all(Array.from({ length: 400 }, () => browser.call(balance)));
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
  ])("%s stands in the same transaction as its row of the audit log", async (id, text) => {
    const own = await makeWorld();
    const { people, browsers } = await staffOf(own.partner);
    const operation = operationOf(id);
    const subject = idOf(operation, own);
    const answer = await send(operation, subject, browsers.owner);
    expect(answer.status).toBeLessThan(300);
    const [entry] = await auditOf(people.owner);
    await changed(entry, text, [own.partner.partnerId, subject]);
  });

  test("names what was made, and what of the request may be told", async () => {
    const own = await makeWorld();
    const { people, browsers } = await staffOf(own.partner);
    const made: string[] = [];
    for (const id of ["createCard", "createUser", "createWithdrawal"]) {
      const operation = operationOf(id);
      const { data } = (await send(operation, idOf(operation, own), browsers.owner)).json;
      made.push(data.serviceCardId ?? data.serviceId ?? data.id);
    }
    const entries = await auditOf(people.owner);
    expect(entries.map(({ target_id }) => target_id)).toEqual(made);
    expect(entries.map(({ after }) => after)).toEqual([
      { fundingType: "float", amount: 5 },
      {},
      { amount: "5.00", toAddress: expect.stringMatching(/^0x/) },
    ]);
  });

  test("that is repeated with its key leaves one row", async () => {
    const own = await makeWorld();
    const { people, browsers } = await staffOf(own.partner);
    const operation = operationOf("createWithdrawal");
    const request = requestOf(operation, "");
    const handler = handlerOf(handlers, operation);
    const first = await browsers.owner.call(handler, request);
    const second = await browsers.owner.call(handler, request);
    expect(second.json.data.id).toBe(first.json.data.id);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(await auditOf(people.owner)).toHaveLength(1);
  });

  test("that races with others is decided anew and leaves one row", async () => {
    const own = await makeWorld();
    const { people, browsers } = await staffOf(own.partner);
    const operation = operationOf("fundCard");
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(operation, own.ids.card, browsers.owner)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await auditOf(people.owner)).toHaveLength(10);
  });

  test("by a key leaves none", async () => {
    const before = await sql("SELECT count(*)::int AS n FROM audit_entries");
    await clientOf(world.partner).switchCard(world.ids.card, "freeze");
    await clientOf(world.partner).switchCard(world.ids.card, "unfreeze");
    expect(await sql("SELECT count(*)::int AS n FROM audit_entries")).toEqual(before);
  });
});
