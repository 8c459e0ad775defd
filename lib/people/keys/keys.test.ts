import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { POST as roll } from "@/app/api/v1/partner/keys/[keyId]/roll/route";
import { DELETE as revoke } from "@/app/api/v1/partner/keys/[keyId]/route";
import { POST as create, GET as list } from "@/app/api/v1/partner/keys/route";
import { DELETE as remove } from "@/app/api/v1/partner/people/[personId]/route";
import { BASIC_SCOPES } from "@/lib/contract/scopes";
import { hashKey } from "@/lib/identity/api-keys/authenticate-key";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { keyUses } from "@/lib/identity/api-keys/key-uses";
import { shiftClock } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { later } from "@/test/fixtures/later";
import { type Answer, endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import {
  anId,
  expectRefusal,
  expectSuccess,
  invalidFields,
  TIMESTAMP,
} from "@/test/http/expect-answer";

let partner: TestPartner;
let developer: TestPerson;
let browser: Browser;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  developer = await makePerson({ partnerId: partner.partnerId, role: "developer" });
  browser = await signedIn(developer);
});
afterAll(endTests);

const post = { method: "POST" };
const created = (body: object) =>
  browser.call(create, { ...post, body: { password: developer.password, ...body } });
const make = async (name = "server") => (await created({ name })).json.data;
const rolled = (keyId: string, overlapHours: unknown, password: unknown = developer.password) =>
  browser.call(roll, { ...post, params: { keyId }, body: { overlapHours, password } });
const revoked = (keyId: string) => browser.call(revoke, { method: "DELETE", params: { keyId } });
const keys = async () => (await browser.call(list)).json.data.keys;
const works = async (apiKey: string) => (await clientOf({ apiKey }).balance()).status;

/** Used until it is kept in memory: what changes it is seen all the same. */
async function known(apiKey: string): Promise<void> {
  const kept = async () => {
    await works(apiKey);
    return callerCache().get(hashKey(apiKey));
  };
  await expect.poll(kept).toBeDefined();
}

describe("an API key", () => {
  test("is shown once, works immediately, and is recognized by its hint", async () => {
    const answer = await created({ name: "Booking server" });
    const { apiKey } = answer.json.data;
    expectSuccess(
      answer,
      {
        keyId: anId("key"),
        name: "Booking server",
        hint: `${apiKey.slice(0, 15)}…${apiKey.slice(-4)}`,
        status: "active",
        scopes: BASIC_SCOPES,
        createdBy: "Test",
        createdAt: TIMESTAMP,
        apiKey: expect.stringMatching(/^sk_staging_[A-Za-z0-9_-]{43}$/),
      },
      201,
    );
    expect(await works(apiKey)).toBe(200);
    const [newest, first] = await keys();
    const { apiKey: _, ...shown } = answer.json.data;
    expect(newest).toEqual(shown);
    expect(first).toMatchObject({ name: "tests", status: "active" });
    const [row] = await sql("SELECT to_jsonb(k)::text AS text FROM api_keys k WHERE id = $1", [
      shown.keyId,
    ]);
    expect(row.text).not.toContain(apiKey);
  });

  test.each([
    [{}, ["name: isNotEmpty"]],
    [{ name: "" }, ["name: isNotEmpty"]],
    [{ name: "x".repeat(101) }, ["name: maxLength"]],
    [{ name: "a\u202eb" }, ["name: isText"]],
    [{ name: 5 }, ["name: isString"]],
  ])("is not made from %j", async (body, fields) => {
    expect(invalidFields(await created(body))).toEqual(fields);
  });

  test("has its last use, written in batches and not per request", async () => {
    const { apiKey, keyId } = await make();
    const uses = () => sql("SELECT * FROM api_key_uses WHERE key_id = $1", [keyId]);
    for (let i = 0; i < 5; i++) await works(apiKey);
    expect(await uses()).toEqual([]);
    await keyUses().flush();
    expect(await uses()).toHaveLength(1);
    const [key] = await keys();
    expect(Math.abs(Date.parse(key.lastUsedAt) - Date.now())).toBeLessThan(60_000);
    expect((await keys())[1]).not.toHaveProperty("lastUsedAt");
  });

  test("has no use from a refused request", async () => {
    const { apiKey, keyId } = await make();
    await revoked(keyId);
    expect(await works(apiKey)).toBe(401);
    await keyUses().flush();
    await works(apiKey);
    await keyUses().flush();
    expect((await keys())[0]).not.toHaveProperty("lastUsedAt");
  });
});

describe("rolling", () => {
  test("makes a new key, and the old one works until its expiry", async () => {
    const old = await make("Booking server");
    const answer = await rolled(old.keyId, 24);
    const fresh = answer.json.data;
    expect(answer.status).toBe(201);
    expect(fresh).toMatchObject({ name: "Booking server", status: "active" });
    expect([await works(old.apiKey), await works(fresh.apiKey)]).toEqual([200, 200]);
    const [, ending] = await keys();
    expect(ending).toMatchObject({ keyId: old.keyId, status: "ending" });
    const inMs = Date.parse(ending.expiresAt) - Date.now();
    expect(Math.abs(inMs - 24 * HOUR_MS)).toBeLessThan(60_000);
    shiftClock(24.1 * HOUR_MS);
    try {
      // Though it is kept in memory: its end is looked at, not waited for.
      expect([await works(old.apiKey), await works(fresh.apiKey)]).toEqual([401, 200]);
    } finally {
      shiftClock(-24.1 * HOUR_MS);
    }
  });

  test("rolling a key without an overlap ends the old key immediately", async () => {
    const old = await make();
    await known(old.apiKey);
    const { apiKey } = (await rolled(old.keyId, 0)).json.data;
    expect(await works(old.apiKey)).toBe(401);
    expect(await works(apiKey)).toBe(200);
    expect((await keys())[1]).toMatchObject({ status: "ended" });
  });

  test.each([HOUR_MS, -HOUR_MS])(
    "for an hour ends the old one then in all processes, where one has a clock %i ms ahead",
    async (byMs) => {
      const old = await make();
      // Another process has a memory of its own.
      const elsewhere = async <T>(run: () => Promise<T>) => {
        callerCache().forget();
        const result = await withClockAhead(byMs, run);
        callerCache().forget();
        return result;
      };
      expect((await elsewhere(() => rolled(old.keyId, 1))).status).toBe(201);
      const inBoth = async () => [
        await works(old.apiKey),
        await elsewhere(() => works(old.apiKey)),
      ];
      expect(await inBoth()).toEqual([200, 200]);
      expect(await later(HOUR_MS - 60_000, inBoth)).toEqual([200, 200]);
      expect(await later(HOUR_MS + 60_000, inBoth)).toEqual([401, 401]);
    },
  );

  test("rolling a key twice, or a revoked key, is refused", async () => {
    const old = await make();
    await rolled(old.keyId, 1);
    expectRefusal(await rolled(old.keyId, 168), 409, "API_KEY_NOT_ACTIVE");
    const other = await make();
    await revoked(other.keyId);
    expectRefusal(await rolled(other.keyId, 1), 409, "API_KEY_NOT_ACTIVE");
    expect(await keys()).toHaveLength(4);
  });

  test("concurrently makes one key", async () => {
    const { keyId } = await make();
    const answers: Answer[] = await Promise.all([1, 2, 3, 4].map(() => rolled(keyId, 1)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await keys()).toHaveLength(3);
  });

  test.each([[-1], [169], [1.5], ["24"], [undefined]])("for %j hours is refused", async (hours) => {
    const { keyId } = await make();
    expect((await rolled(keyId, hours)).status).toBe(400);
  });
});

describe("a session alone", () => {
  const locked = (answer: Answer) => {
    expectRefusal(answer, 429, "PASSWORD_LOCKED");
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  };

  test("cannot make or roll a key: both need the password", async () => {
    const old = await make();
    const before = await keys();
    for (const password of [undefined, ""]) {
      expect(invalidFields(await created({ name: "mine", password }))).toEqual([
        "password: isNotEmpty",
      ]);
      expect(invalidFields(await rolled(old.keyId, 24, password ?? ""))).toEqual([
        "password: isNotEmpty",
      ]);
    }
    const wrong = { name: "mine", password: "not the password" };
    expectRefusal(await created(wrong), 401, "PASSWORD_INVALID");
    expectRefusal(await rolled(old.keyId, 0, wrong.password), 401, "PASSWORD_INVALID");
    expect(await keys()).toEqual(before);
    expect(await works(old.apiKey)).toBe(200);
  });

  test("cannot guess it: after some wrong ones the right one is refused too", async () => {
    const old = await make();
    for (let tries = 0; tries < 3; tries++) {
      expectRefusal(await created({ name: "n", password: "x" }), 401, "PASSWORD_INVALID");
      if (tries < 2) expectRefusal(await rolled(old.keyId, 0, "x"), 401, "PASSWORD_INVALID");
    }
    locked(await created({ name: "mine" }));
    locked(await rolled(old.keyId, 0));
    expect(await keys()).toHaveLength(2);
  });

  test("an owner's session alone cannot create a key; the audit log has the maker without the password", async () => {
    developer = await makePerson({ partnerId: partner.partnerId, role: "owner" });
    browser = await signedIn(developer);
    expectRefusal(await created({ name: "n", password: "x" }), 401, "PASSWORD_INVALID");
    const { keyId } = await make("Booking server");
    await rolled(keyId, 1);
    const written = await sql(
      "SELECT action, target_id, after FROM audit_entries WHERE person_id = $1 ORDER BY id",
      [developer.personId],
    );
    expect(written).toMatchObject([
      { action: "createApiKey", target_id: keyId, after: { name: "Booking server" } },
      { action: "rollApiKey", target_id: keyId },
    ]);
    expect(JSON.stringify(written)).not.toContain(developer.password);
  });

  test("can revoke one", async () => {
    const { keyId } = await make();
    expectSuccess(await revoked(keyId), { revoked: true });
  });
});

describe("revoking", () => {
  test("ends a key immediately and permanently, also in its overlap", async () => {
    const { keyId, apiKey } = await make();
    await known(apiKey);
    expectSuccess(await revoked(keyId), { revoked: true });
    expect(await works(apiKey)).toBe(401);
    expect((await keys())[0]).toMatchObject({ status: "revoked", revokedAt: TIMESTAMP });
    expectRefusal(await revoked(keyId), 409, "API_KEY_NOT_ACTIVE");
    const old = await make();
    await rolled(old.keyId, 24);
    await known(old.apiKey);
    await revoked(old.keyId);
    expect(await works(old.apiKey)).toBe(401);
  });

  test("revoking a key that works ends it also in a process whose clock is past its end", async () => {
    const { keyId, apiKey } = await make();
    await rolled(keyId, 1);
    const elsewhere = <T>(run: () => Promise<T>) => withClockAhead(2 * HOUR_MS, run);
    expect((await elsewhere(keys))[1]).toMatchObject({ keyId, status: "ending" });
    expectSuccess(await elsewhere(() => revoked(keyId)), { revoked: true });
    expect(await works(apiKey)).toBe(401);
  });

  test("removing a person revokes a key that works also in a process whose clock is past its end", async () => {
    const owner = await signedIn(await makePerson({ partnerId: partner.partnerId }));
    const { keyId, apiKey } = await make();
    await rolled(keyId, 1);
    const params = { personId: developer.personId };
    const removal = () => owner.call(remove, { method: "DELETE", params });
    expect((await withClockAhead(2 * HOUR_MS, removal)).status).toBe(200);
    expect(await works(apiKey)).toBe(401);
  });

  test("revoking another partner's key is refused, and the key keeps working", async () => {
    const other = await makePartner({ balanceUsd: 0 });
    const [{ id }] = await sql("SELECT id FROM api_keys WHERE partner_id = $1", [other.partnerId]);
    expectRefusal(await revoked(id), 404, "API_KEY_NOT_FOUND");
    expectRefusal(await rolled(id, 0), 404, "API_KEY_NOT_FOUND");
    expect(await works(other.apiKey)).toBe(200);
  });
});
