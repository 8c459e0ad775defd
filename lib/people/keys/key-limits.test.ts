import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { POST as roll } from "@/app/api/v1/partner/keys/[keyId]/roll/route";
import { POST as create, GET as list } from "@/app/api/v1/partner/keys/route";
import { DELETE as remove } from "@/app/api/v1/partner/people/[personId]/route";
import { hashKey } from "@/lib/identity/api-keys/authenticate-key";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { createApiKey } from "@/lib/identity/api-keys/create-api-key";
import { keyUses } from "@/lib/identity/api-keys/key-uses";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/durations";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { later } from "@/test/fixtures/later";
import { type Answer, endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { expectRefusal, invalidFields } from "@/test/http/expect-answer";

const ALLOWED = ["203.0.113.7", "198.51.100.0/24", "2001:db8:1::/48"];

let partner: TestPartner;
let owner: TestPerson;
let browser: Browser;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  owner = await makePerson({ partnerId: partner.partnerId, role: "owner" });
  browser = await signedIn(owner);
});
afterAll(endTests);

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const created = (body: object) =>
  browser.call(create, {
    method: "POST",
    body: { name: "server", password: owner.password, ...body },
  });
const make = async (body: object) => (await created(body)).json.data;
const rolled = (keyId: string, overlapHours = 24) =>
  browser.call(roll, {
    method: "POST",
    params: { keyId },
    body: { overlapHours, password: owner.password },
  });
const newest = async () => (await browser.call(list)).json.data.keys[0];
const from = (address: string, apiKey: string): Promise<Answer> =>
  clientOf({ apiKey }, { "x-forwarded-for": address }).balance();
const used = (apiKey: string): Promise<Answer> => from("192.0.2.1", apiKey);

/** Calls until the key is cached. */
async function cached(apiKey: string, address: string): Promise<void> {
  const entry = async () => {
    await from(address, apiKey);
    return callerCache().get(hashKey(apiKey));
  };
  await expect.poll(entry).toBeDefined();
}

describe("a key with an expiry", () => {
  test("works until then, and is refused from then on although it is cached", async () => {
    const expiresAt = inMs(HOUR_MS);
    const { apiKey, keyId } = await make({ expiresAt });
    expect(await newest()).toMatchObject({ keyId, status: "active", expiresAt });
    await cached(apiKey, "192.0.2.1");
    const [before, after, line] = await later(HOUR_MS - 60_000, async () => [
      await used(apiKey),
      ...(await later(120_000, async () => [await used(apiKey), await newest()])),
    ]);
    expect(before.status).toBe(200);
    expectRefusal(after, 401, "UNAUTHORIZED");
    expect(after.json.data.error).toContain(`expired at ${expiresAt}`);
    expect(after.headers.get("www-authenticate")).toBe("Bearer");
    expect(line).toMatchObject({ keyId, status: "ended", expiresAt });
  });

  test.each([
    ["2020-01-01T00:00:00Z", "isInFuture"],
    [inMs(-1_000), "isInFuture"],
    [inMs(5 * 366 * DAY_MS + DAY_MS), "isWithinYears"],
    ["9999-12-31T00:00:00Z", "isWithinYears"],
    ["2027-01-01", "isISO8601"],
    ["2027-01-01T00:00:00", "isISO8601"],
    [1_800_000_000_000, "isString"],
  ])("is not made with %j", async (expiresAt, rule) => {
    expect(invalidFields(await created({ expiresAt }))).toEqual([`expiresAt: ${rule}`]);
  });

  test("can be made for almost five years", async () => {
    expect((await created({ expiresAt: inMs(5 * 365 * DAY_MS) })).status).toBe(201);
  });

  test.each([
    ["ahead", HOUR_MS],
    ["behind", -HOUR_MS],
  ])(
    "can end in half an hour and not half an hour ago where the clock of the process is %s",
    async (_, byMs) => {
      const statusOf = async (expiresInMs: number) => {
        const expiresAt = inMs(expiresInMs);
        return (await withClockAhead(byMs, () => created({ expiresAt }))).status;
      };
      expect(await statusOf(HOUR_MS / 2)).toBe(201);
      expect(await statusOf(-HOUR_MS / 2)).toBe(400);
    },
  );

  test("keeps it when it is rotated; the old key ends at the earlier of both times", async () => {
    const expiresAt = inMs(10 * HOUR_MS);
    const old = await make({ expiresAt, allowedIps: ALLOWED });
    const fresh = (await rolled(old.keyId, 24)).json.data;
    expect(fresh).toMatchObject({ status: "active", expiresAt, allowedIps: ALLOWED });
    const { keys } = (await browser.call(list)).json.data;
    expect(keys[1]).toMatchObject({ keyId: old.keyId, status: "ending", expiresAt });
    expectRefusal(await used(fresh.apiKey), 403, "IP_NOT_ALLOWED");
    const statuses = await later(11 * HOUR_MS, async () =>
      Promise.all([old, fresh].map(async ({ apiKey }) => (await used(apiKey)).status)),
    );
    expect(statuses).toEqual([401, 401]);
  });

  test("cannot be rotated after it", async () => {
    const { keyId } = await make({ expiresAt: inMs(HOUR_MS) });
    const answer = await later(2 * HOUR_MS, () => rolled(keyId));
    expectRefusal(answer, 409, "API_KEY_NOT_ACTIVE");
  });

  test("is not listed among the revoked keys of a removed person after it", async () => {
    const second = await makePerson({ partnerId: partner.partnerId, role: "owner" });
    const theirs = await signedIn(second);
    const body = { name: "old", password: second.password, expiresAt: inMs(HOUR_MS) };
    expect((await theirs.call(create, { method: "POST", body })).status).toBe(201);
    const params = { personId: second.personId };
    const removal = { method: "DELETE", params, body: { password: owner.password } };
    await later(2 * HOUR_MS, () => browser.call(remove, removal));
    const [entry] = await sql(
      "SELECT after FROM audit_entries WHERE target_id = $1 AND action = 'removePerson'",
      [second.personId],
    );
    expect(entry).toEqual({ after: null });
  });
});

describe("a key with a list of IP addresses", () => {
  test.each([
    ["203.0.113.7", 200],
    ["203.0.113.8", 403],
    ["::ffff:203.0.113.7", 200],
    ["::ffff:cb00:7107", 200],
    ["198.51.100.255", 200],
    ["198.51.101.0", 403],
    ["2001:db8:1:ffff::1", 200],
    ["2001:db8:2::1", 403],
    ["fe80::1%eth0", 403],
  ])("from %s is answered with %i, also when it is cached", async (address, status) => {
    const { apiKey } = await make({ allowedIps: ALLOWED });
    expect((await from(address, apiKey)).status).toBe(status);
    await cached(apiKey, "203.0.113.7");
    const answer = await from(address, apiKey);
    expect(answer.status).toBe(status);
    if (status === 403) {
      expectRefusal(answer, 403, "IP_NOT_ALLOWED");
      expect(answer.json.data.error).toContain(address);
    }
  });

  test("is refused where the address is not known", async () => {
    const { apiKey } = await make({ allowedIps: ["0.0.0.0/1", "128.0.0.0/1", "::/1", "8000::/1"] });
    expect((await used(apiKey)).status).toBe(200);
    const answer = await clientOf({ apiKey }).balance();
    expectRefusal(answer, 403, "IP_NOT_ALLOWED");
    expect(answer.json.data.error).toContain("an unknown IP address");
  });

  test("is shown with it, each entry once, and has no use from a refused address", async () => {
    const { apiKey, keyId, allowedIps } = await make({ allowedIps: [...ALLOWED, ...ALLOWED] });
    expect(allowedIps).toEqual(ALLOWED);
    expectRefusal(await used(apiKey), 403, "IP_NOT_ALLOWED");
    await keyUses().flush();
    const shown = await newest();
    expect(shown).toMatchObject({ keyId, allowedIps: ALLOWED });
    expect(shown).not.toHaveProperty("lastUsedAt");
    await from("203.0.113.7", apiKey);
    await keyUses().flush();
    expect(await newest()).toHaveProperty("lastUsedAt");
  });

  const badLists: [allowedIps: unknown, fault: string][] = [
    [[], "allowedIps: arrayMinSize"],
    [Array.from({ length: 51 }, (_, i) => `10.0.0.${i}`), "allowedIps: arrayMaxSize"],
    ["203.0.113.7", "allowedIps: isArray"],
    [[7], "allowedIps.0: isString"],
  ];
  const badEntries = [
    "203.0.113",
    "203.0.113.256",
    "010.0.0.1",
    "203.0.113.7/33",
    "203.0.113.7/",
    "203.0.113.7/-1",
    "0.0.0.0/0",
    "::/0",
    "2001:db8::/129",
    "2001:db8::/32.5",
    "fe80::1%eth0",
    "example.com",
    "",
  ];
  for (const entry of badEntries)
    badLists.push([["203.0.113.7", entry], "allowedIps.1: isIpOrRange"]);

  test.each(badLists)("is not made with %j", async (allowedIps, fault) => {
    expect(invalidFields(await created({ allowedIps }))).toEqual([fault]);
  });

  test("a key whose list was stored before ranges were checked allows nobody by an unreadable range", async () => {
    const stored = async (allowedIps: string[]) => {
      const key = { partnerId: partner.partnerId, name: "stored", allowedIps, at: new Date() };
      const { apiKey, keyId } = await createApiKey(key);
      expect(await newest()).toMatchObject({ keyId, allowedIps });
      return apiKey;
    };
    const unreadable = await stored(["2001:db8::/32.5"]);
    expectRefusal(await from("2001:db8::1", unreadable), 403, "IP_NOT_ALLOWED");
    const mixed = await stored(["2001:db8::/32.5", "203.0.113.7"]);
    expectRefusal(await from("2001:db8::1", mixed), 403, "IP_NOT_ALLOWED");
    expect((await from("203.0.113.7", mixed)).status).toBe(200);
  });

  test("can have 50 entries", async () => {
    const allowedIps = Array.from({ length: 50 }, (_, i) => `10.0.${i}.0/24`);
    const { apiKey } = await make({ allowedIps });
    expect((await from("10.0.49.9", apiKey)).status).toBe(200);
  });
});

test("the audit entry of a new key has its scopes, expiry and IP list", async () => {
  const afterOf = async (body: object) => {
    const { keyId } = await make(body);
    const [entry] = await sql("SELECT after FROM audit_entries WHERE target_id = $1", [keyId]);
    return entry.after;
  };
  const limits = { scopes: ["read"], expiresAt: inMs(DAY_MS), allowedIps: ALLOWED };
  expect(await afterOf(limits)).toMatchObject(limits);
  expect(await afterOf({})).toMatchObject({ expiresAt: null, allowedIps: [] });
});
