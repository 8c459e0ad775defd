import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getCard } from "@/app/api/v1/partner/card/[serviceCardId]/route";
import { POST as fundCard } from "@/app/api/v1/partner/card/fund/route";
import { POST as roll } from "@/app/api/v1/partner/keys/[keyId]/roll/route";
import { POST as create, GET as list } from "@/app/api/v1/partner/keys/route";
import {
  PATCH as changeRole,
  DELETE as remove,
} from "@/app/api/v1/partner/people/[personId]/route";
import { POST as withdraw } from "@/app/api/v1/partner/withdrawal/route";
import { API_KEY_SCOPES, BASIC_SCOPES } from "@/lib/contract/scopes";
import { hashKey } from "@/lib/identity/api-keys/authenticate-key";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { attack } from "@/test/database/attack";
import { call, endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { ADDRESS } from "@/test/fixtures/withdrawals";
import { clientOf } from "@/test/http/client";
import { expectRefusal, invalidFields } from "@/test/http/expect-answer";

interface Member {
  person: TestPerson;
  browser: Browser;
}

let partner: TestPartner;
let owner: Member;
let developer: Member;
let card: string;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 100 });
  card = await makeCard(partner, { amountUsd: 5 });
  owner = await member("owner");
  developer = await member("developer");
});
afterAll(endTests);

async function member(role: "owner" | "developer" | "viewer"): Promise<Member> {
  const person = await makePerson({ partnerId: partner.partnerId, role });
  return { person, browser: await signedIn(person) };
}
const created = ({ browser, person }: Member, body: object = {}) =>
  browser.call(create, {
    method: "POST",
    body: { name: "server", password: person.password, ...body },
  });
const make = async (by: Member, body?: object) => (await created(by, body)).json.data;
const rolled = ({ browser, person }: Member, keyId: string) =>
  browser.call(roll, {
    method: "POST",
    params: { keyId },
    body: { overlapHours: 0, password: person.password },
  });
const headersOf = (apiKey: string) => ({
  Authorization: `Bearer ${apiKey}`,
  "idempotency-key": crypto.randomUUID(),
});
const withdrawn = (apiKey: string) =>
  call(withdraw, {
    method: "POST",
    headers: headersOf(apiKey),
    body: { amount: 5, toAddress: ADDRESS },
  });
const read = (apiKey: string) =>
  call(getCard, { headers: headersOf(apiKey), params: { serviceCardId: card } });
const works = async (apiKey: string) => (await clientOf({ apiKey }).balance()).status;
const keys = async (query: Record<string, string> = {}) =>
  (await owner.browser.call(list, { query })).json.data.keys;
const password = () => ({ password: owner.person.password });
const removed = (personId: string, body: object = {}) =>
  owner.browser.call(remove, {
    method: "DELETE",
    params: { personId },
    body: { ...password(), ...body },
  });
const demoted = ({ person }: Member, role: string, body: object = {}) =>
  owner.browser.call(changeRole, {
    method: "PATCH",
    params: { personId: person.personId },
    body: { role, ...password(), ...body },
  });
const auditOf = ({ person }: Member, action: string) =>
  sql("SELECT after FROM audit_entries WHERE target_id = $1 AND action = $2", [
    person.personId,
    action,
  ]);

/** Used until it is kept in memory. */
async function known(apiKey: string): Promise<void> {
  const kept = async () => {
    await works(apiKey);
    return callerCache().get(hashKey(apiKey));
  };
  await expect.poll(kept).toBeDefined();
}

describe("a key made by a developer", () => {
  test("cannot withdraw money or read card data, and can do everything else", async () => {
    const { apiKey, scopes, createdBy } = await make(developer);
    expect({ scopes, createdBy }).toEqual({ scopes: BASIC_SCOPES, createdBy: "Test" });
    const refused = await withdrawn(apiKey);
    expectRefusal(refused, 403, "SCOPE_MISSING");
    expect(refused.json.data.error).toContain("money_out");
    expectRefusal(await read(apiKey), 403, "SCOPE_MISSING");
    expect(await works(apiKey)).toBe(200);
    const made = "SELECT id FROM withdrawals WHERE partner_id = $1";
    expect(await sql(made, [partner.partnerId])).toEqual([]);
  });

  test.each(["money_out", "card_data"])("cannot be given %s", async (scope) => {
    for (const scopes of [[...BASIC_SCOPES, scope], [scope]])
      expectRefusal(await created(developer, { scopes }), 403, "ROLE_NOT_ALLOWED");
    expect(await keys()).toHaveLength(1);
  });

  test.each(BASIC_SCOPES)("can have %s alone", async (scope) => {
    const { apiKey, scopes } = await make(developer, { scopes: [scope] });
    expect(scopes).toEqual([scope]);
    expect(await works(apiKey)).toBe(scope === "read" ? 200 : 403);
  });

  test("cannot be rolled from a key with more rights, and keeps its scopes when rolled", async () => {
    const full = await make(owner);
    expectRefusal(await rolled(developer, full.keyId), 403, "ROLE_NOT_ALLOWED");
    expect(await works(full.apiKey)).toBe(200);
    const [, first] = await keys();
    expect(first).toMatchObject({
      name: "tests",
      createdBy: "The operator",
      scopes: API_KEY_SCOPES,
    });
    expectRefusal(await rolled(developer, first.keyId), 403, "ROLE_NOT_ALLOWED");
    const own = await make(developer);
    const byOwner = (await rolled(owner, own.keyId)).json.data;
    expect(byOwner.scopes).toEqual(BASIC_SCOPES);
    expectRefusal(await withdrawn(byOwner.apiKey), 403, "SCOPE_MISSING");
  });
});

describe("a key made by an owner", () => {
  test("has every scope unless fewer are requested", async () => {
    const full = await make(owner);
    expect(full.scopes).toEqual(API_KEY_SCOPES);
    expect((await withdrawn(full.apiKey)).status).toBe(200);
    expect((await read(full.apiKey)).json.data.cardNumber).toMatch(/^\d{16}$/);
    const less = await make(owner, { scopes: ["webhooks", ...BASIC_SCOPES, "card_data"] });
    expect(less.scopes).toEqual(["read", "users", "cards", "card_data", "webhooks"]);
    expect((await read(less.apiKey)).status).toBe(200);
    expectRefusal(await withdrawn(less.apiKey), 403, "SCOPE_MISSING");
  });

  test("can have any scopes, without the others, also with a body that is not valid", async () => {
    const { apiKey, scopes } = await make(owner, { scopes: ["money_out", "read", "read"] });
    expect(scopes).toEqual(["read", "money_out"]);
    expect((await withdrawn(apiKey)).status).toBe(200);
    expect(await works(apiKey)).toBe(200);
    expectRefusal(await read(apiKey), 403, "SCOPE_MISSING");
    const headers = headersOf(apiKey);
    const refused = await call(fundCard, { method: "POST", headers, body: { amount: "much" } });
    expectRefusal(refused, 403, "SCOPE_MISSING");
    expect(refused.json.data.error).toContain("the scope cards. An owner or developer");
  });

  test.each([
    [[], ["scopes: arrayMinSize"]],
    [[...BASIC_SCOPES, "all"], ["scopes.4: isIn"]],
    ["read", ["scopes: isArray"]],
  ])("cannot be made with the scopes %j", async (scopes, fields) => {
    expect(invalidFields(await created(owner, { scopes }))).toEqual(fields);
  });
});

describe("after the removal of its maker", () => {
  test("a key stops immediately, also a cached one and one in its overlap", async () => {
    const old = await make(developer);
    const { apiKey } = (
      await developer.browser.call(roll, {
        method: "POST",
        params: { keyId: old.keyId },
        body: { overlapHours: 24, password: developer.person.password },
      })
    ).json.data;
    const other = await make(owner);
    await known(apiKey);
    expect((await removed(developer.person.personId)).status).toBe(200);
    const statuses = [old.apiKey, apiKey, other.apiKey].map(works);
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
    const [{ after }] = await auditOf(developer, "removePerson");
    expect(after.revokedKeys.map(({ name }: { name: string }) => name)).toEqual([
      "server",
      "server",
    ]);
  });

  test("a key keeps working if the owner keeps it, and stops when that owner is removed", async () => {
    const second = await member("owner");
    const [kept, lost] = [await make(developer, { name: "kept" }), await make(developer)];
    const answer = await second.browser.call(remove, {
      method: "DELETE",
      params: { personId: developer.person.personId },
      body: { keepKeyIds: [kept.keyId] },
    });
    expect(answer.status).toBe(200);
    expect([await works(kept.apiKey), await works(lost.apiKey)]).toEqual([200, 401]);
    const [{ after }] = await auditOf(developer, "removePerson");
    expect(after).toEqual({
      revokedKeys: [{ keyId: lost.keyId, name: "server" }],
      keptKeys: [{ keyId: kept.keyId, name: "kept" }],
    });
    const held = await keys({ responsible: second.person.personId });
    expect(held).toMatchObject([{ keyId: kept.keyId, createdBy: "Test", keptBy: "Test" }]);
    await removed(second.person.personId);
    expect(await works(kept.apiKey)).toBe(401);
  });

  test("keys of another person or partner cannot be kept", async () => {
    const [theirs, own] = [await make(developer), await make(owner)];
    await removed(developer.person.personId, { keepKeyIds: [own.keyId, "key_unknown"] });
    expect([await works(theirs.apiKey), await works(own.apiKey)]).toEqual([401, 200]);
    expect(await keys({ responsible: owner.person.personId })).not.toContainEqual(
      expect.objectContaining({ keptBy: expect.anything() }),
    );
  });
});

describe("after its maker gets a lesser role", () => {
  test("a key beyond the role stops, and one within it keeps working", async () => {
    const second = await member("owner");
    const full = await make(second);
    const basic = await make(second, { scopes: BASIC_SCOPES });
    await known(full.apiKey);
    await demoted(second, "developer");
    expect([await works(full.apiKey), await works(basic.apiKey)]).toEqual([401, 200]);
    await demoted(second, "viewer");
    expect(await works(basic.apiKey)).toBe(401);
    const entries = await auditOf(second, "changeRole");
    expect(entries.map(({ after }) => after.revokedKeys.length)).toEqual([1, 1]);
  });

  test("a key that the owner keeps keeps working", async () => {
    const { apiKey, keyId } = await make(developer);
    await demoted(developer, "viewer", { keepKeyIds: [keyId] });
    expect(await works(apiKey)).toBe(200);
  });

  test("a concurrently made key does not outlive the change", async () => {
    for (let round = 0; round < 5; round++) {
      const maker = await member("developer");
      const [answer] = await Promise.all([created(maker), demoted(maker, "viewer")]);
      if (answer.status === 201) expect(await works(answer.json.data.apiKey)).toBe(401);
      else expectRefusal(answer, 403, "ROLE_NOT_ALLOWED");
    }
  });
});

describe("the database, for any statement of the application", () => {
  const insert = (scopes: string, maker = developer.person.personId) =>
    `INSERT INTO api_keys (id, partner_id, name, hint, key_hash, scopes, created_by, created_at)
     VALUES ('key_x', '${partner.partnerId}', 'x', 'x', 'x', '${scopes}', '${maker}', now())`;
  const app = (statement: string) => attack({ role: "app", statements: [statement] });

  test("a person cannot make a key beyond the role or for another partner", async () => {
    expect(await app(insert("{read,users,cards,webhooks}"))).toBe("through");
    expect(await app(insert("{read,money_out}"))).toBe("PW026");
    const viewer = await member("viewer");
    expect(await app(insert("{read}", viewer.person.personId))).toBe("PW026");
    const { partnerId } = await makePartner({ balanceUsd: 0 });
    const stranger = await makePerson({ partnerId });
    expect(await app(insert("{read}", stranger.personId))).toBe("PW026");
  });

  test("a key gets neither further scopes nor another maker, expiry or IP list", async () => {
    const { keyId } = await make(developer);
    const limits = ["valid_until = now() + interval '1 year'", "allowed_ips = '{10.0.0.0/8}'"];
    for (const set of ["scopes = '{read,money_out}'", "created_by = NULL", ...limits])
      expect(await app(`UPDATE api_keys SET ${set} WHERE id = '${keyId}'`)).toBe("PW003");
    expect(await app(insert("{read,everything}"))).toMatch(/23514|PW026/);
  });
});
