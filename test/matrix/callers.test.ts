import "@/test/database";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashKey } from "@/lib/identity/api-keys/authenticate-key";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { createApiKey } from "@/lib/identity/api-keys/create-api-key";
import { now } from "@/lib/kernel/clock";
import { revokeApiKey } from "@/lib/people/keys/store";
import { eventually } from "@/test/eventually";
import {
  type Answer,
  call,
  endTests,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { nameOf, OPERATIONS } from "./operations";
import { findHandlers, handlerOf } from "./routes";
import { requestOf, snapshotOf } from "./world";

/**
 * A change that takes effect within this time reached the cache as a notification: without one, the cache reads a key
 * again after half a minute (lib/identity/api-keys/caller-cache.ts).
 */
const HEARD_WITHIN_MS = 15_000;

const handlers = await findHandlers();
const random = randomBytes(32).toString("base64url");
let partner: TestPartner;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 100 });
});
afterAll(endTests);

function expectUnauthorized(answer: Answer): void {
  expectRefusal(answer, 401, "UNAUTHORIZED");
  expect(answer.headers.get("www-authenticate")).toBe("Bearer");
}

/** Invalid values of the header `Authorization`. */
const BAD_AUTHORIZATIONS: Record<string, (key: string) => string | undefined> = {
  nothing: () => undefined,
  "an empty text": () => "",
  "the scheme alone": () => "Bearer",
  "the key alone": (key) => key,
  "another scheme": (key) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
  "a key that nobody has": () => `Bearer sk_staging_${random}`,
  "a key of another environment": (key) => `Bearer ${key.replace("staging", "live")}`,
  "a key with a letter more": (key) => `Bearer ${key}a`,
  "a key with a letter less": (key) => `Bearer ${key.slice(0, -1)}`,
  "a key in other letter case": (key) => `Bearer ${key.toUpperCase()}`,
  "two keys": (key) => `Bearer ${key}, Bearer ${key}`,
  "a key and more": (key) => `Bearer ${key} ${key}`,
  "a key's hash": () => `Bearer ${"a".repeat(64)}`,
  "a very long text": () => `Bearer ${"a".repeat(100_000)}`,
  "a query of SQL": () => "Bearer ' OR '1'='1",
};

describe.each(OPERATIONS.map((one) => [nameOf(one), one] as const))("%s", (_, operation) => {
  const handler = handlerOf(handlers, operation);
  const request = requestOf(operation, "card_01k9x70c5r8e5t2v7w4y0z1a2b");

  test("responds 401 with WWW-Authenticate without a valid key, whatever else the request contains", async () => {
    const before = await snapshotOf(partner);
    for (const authorization of Object.values(BAD_AUTHORIZATIONS)) {
      const value = authorization(partner.apiKey);
      const headers: Record<string, string> = value === undefined ? {} : { authorization: value };
      expectUnauthorized(await call(handler, { ...request, headers }));
    }
    if (request.method !== "GET")
      expectUnauthorized(await call(handler, { ...request, body: "{" }));
    expect(await snapshotOf(partner)).toBe(before);
  });

  test("ignores a key in the query", async () => {
    const query = `apiKey=${partner.apiKey}&authorization=Bearer+${partner.apiKey}`;
    expectUnauthorized(await call(handler, { ...request, query }));
  });
});

describe("the authentication scheme", () => {
  test.each(["Bearer", "bearer", "BEARER"])("%s is accepted", async (scheme) => {
    const handler = handlers.served.get("GET /api/v1/partner/card");
    if (!handler) throw new Error("List Cards has no route");
    const headers = { authorization: `${scheme} ${partner.apiKey}` };
    expect((await call(handler, { headers })).status).toBe(200);
  });
});

/** Calls until the response has that status, and returns the time that it took in ms. */
async function untilStatus(apiKey: string, status: number): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    const answer = await clientOf({ apiKey }).balance();
    const tookMs = performance.now() - startMs;
    if (answer.status === status || tookMs > HEARD_WITHIN_MS) return tookMs;
    // A response from the cache involves no I/O, so without this pause the notification would never be processed.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Calls until the result is cached: the first call may open the cache's LISTEN connection. */
const makeKnown = (apiKey: string) =>
  eventually(async () => {
    expect((await clientOf({ apiKey }).balance()).status).toBe(200);
    expect(callerCache().get(hashKey(apiKey))).toBeDefined();
  });

describe("a key that was valid", () => {
  test("is refused immediately after it is revoked; the partner's other keys still work", async () => {
    const { partnerId, apiKey } = await makePartner();
    const second = await createApiKey({ partnerId, name: "second", at: now() });
    await makeKnown(apiKey);
    await makeKnown(second.apiKey);
    await revokeApiKey(partnerId, second.keyId, now());
    expect(await untilStatus(second.apiKey, 401)).toBeLessThan(HEARD_WITHIN_MS);
    expectUnauthorized(await clientOf(second).balance());
    expect((await clientOf({ apiKey }).balance()).status).toBe(200);
  });

  test("cannot be revoked by another partner", async () => {
    const owner = await makePartner();
    const key = await createApiKey({ partnerId: owner.partnerId, name: "mine", at: now() });
    await revokeApiKey(partner.partnerId, key.keyId, now());
    expect((await clientOf(key).balance()).status).toBe(200);
  });

  test("is refused with 403 while its partner is suspended, in every operation", async () => {
    const suspended = await makePartner();
    await makeKnown(suspended.apiKey);
    const suspend = (at: Date | null) =>
      sql("UPDATE partners SET suspended_at = $2 WHERE id = $1", [suspended.partnerId, at]);
    await suspend(new Date());
    expect(await untilStatus(suspended.apiKey, 403)).toBeLessThan(HEARD_WITHIN_MS);
    const before = await snapshotOf(suspended);
    for (const operation of OPERATIONS) {
      const request = requestOf(operation, "card_01k9x70c5r8e5t2v7w4y0z1a2b");
      const { apiKey } = suspended;
      const answer = await call(handlerOf(handlers, operation), { ...request, apiKey });
      expectRefusal(answer, 403, "PARTNER_SUSPENDED");
    }
    expect(await snapshotOf(suspended)).toBe(before);
    await suspend(null);
    expect(await untilStatus(suspended.apiKey, 200)).toBeLessThan(HEARD_WITHIN_MS);
  });

  test("changes of the partner's rate limit take effect immediately", async () => {
    const { partnerId, apiKey } = await makePartner({ balanceUsd: 100 });
    await makeKnown(apiKey);
    await sql("UPDATE partners SET requests_per_s = 1, request_burst = 1 WHERE id = $1", [
      partnerId,
    ]);
    expect(await untilStatus(apiKey, 429)).toBeLessThan(HEARD_WITHIN_MS);
  });

  test("is not cached by a process that has lost its LISTEN connection", async () => {
    const { partnerId, apiKey } = await makePartner();
    const { keyId, apiKey: deaf } = await createApiKey({ partnerId, name: "deaf", at: now() });
    await makeKnown(apiKey);
    await makeKnown(deaf);
    await sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'listener'`,
    );
    await revokeApiKey(partnerId, keyId, now());
    expect(await untilStatus(deaf, 401)).toBeLessThan(HEARD_WITHIN_MS);
    const cached = () => callerCache().get(hashKey(apiKey))?.id;
    await expect.poll(cached).toBeUndefined();
    // The key is cached again after the process has reconnected.
    const called = async () => {
      await clientOf({ apiKey }).balance();
      return cached();
    };
    await expect.poll(called).toBe(partnerId);
  });
});
