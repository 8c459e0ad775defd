import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONTRACTS } from "@/lib/api/openapi/contracts";
import type { AnyContract } from "@/lib/contract/contract";
import { API_KEY_SCOPES, type ApiKeyScope, scopesOf } from "@/lib/contract/scopes";
import { partnerRoute } from "@/lib/http/partner-route";
import { createApiKey } from "@/lib/identity/api-keys/create-api-key";
import { now } from "@/lib/kernel/clock";
import { call, endTests, makePartner, type TestPartner } from "@/test/fixtures/make";
import { everyContract, handlerOfContract } from "@/test/http/every-contract";
import { expectRefusal } from "@/test/http/expect-answer";
import { makeEndpoint, snapshotOf } from "./world";

let partner: TestPartner;
beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 100 });
  await makeEndpoint(partner);
});
afterAll(endTests);

const keyWith = (scopes: readonly ApiKeyScope[]) =>
  createApiKey({ partnerId: partner.partnerId, name: "matrix", scopes, at: now() });

/** Calls an operation with ids of nobody and an empty body: the scope is checked before both. */
async function called(contract: AnyContract, scopes: readonly ApiKeyScope[]) {
  const { apiKey } = await keyWith(scopes);
  const names = Object.keys(contract.params?.shape ?? {});
  return call(await handlerOfContract(contract), {
    method: contract.method,
    apiKey,
    params: Object.fromEntries(names.map((name) => [name, "nobody"])),
    ...(contract.body && { body: {} }),
    ...(contract.idempotency && { idempotencyKey: crypto.randomUUID() }),
  });
}

describe.each(CONTRACTS.map((contract) => [contract.id, contract] as const))(
  "%s",
  (_, contract) => {
    const scopes = scopesOf(contract);
    const others = API_KEY_SCOPES.filter((scope) => !scopes.includes(scope));

    test("names its scope", () => {
      expect(scopes.length).toBeGreaterThan(0);
    });

    test.each(scopes)("passes the check of scopes with a key that has only %s", async (scope) => {
      const answer = await called(contract, [scope]);
      // 415: a file is expected.
      expect([200, 201, 400, 404, 415]).toContain(answer.status);
      expect(answer.json.message).not.toBe("SCOPE_MISSING");
    });

    test("refuses a key with all other scopes, and changes nothing", async () => {
      const { apiKey } = await keyWith(others);
      const before = await snapshotOf(partner);
      const handler = await handlerOfContract(contract);
      const answer = await call(handler, { method: contract.method, apiKey });
      expectRefusal(answer, 403, "SCOPE_MISSING");
      for (const scope of scopes) expect(answer.json.data.error).toContain(scope);
      expect(await snapshotOf(partner)).toBe(before);
    });
  },
);

test("an operation without a scope is closed to every key", async () => {
  const contract = CONTRACTS.find(({ id }) => id === "getBalance");
  if (!contract) throw new Error("there is no Get Balance");
  const { scope: _, ...unscoped } = contract;
  const route = partnerRoute(unscoped, () => Promise.reject(new Error("it ran")));
  expectRefusal(await call(route, { apiKey: partner.apiKey }), 403, "SCOPE_MISSING");
});

test("only operations for API keys have a scope: others never see a key", async () => {
  const ids = CONTRACTS.map(({ id }) => id);
  const scoped = (await everyContract()).filter((contract) => scopesOf(contract).length > 0);
  expect(scoped.map(({ id }) => id).sort()).toEqual(ids.sort());
});

test("an operation that reads requires read, or card_data for card numbers, and one that writes does not", () => {
  const reading = CONTRACTS.filter((contract) => scopesOf(contract).includes("read"));
  const gets = CONTRACTS.filter(({ method, id }) => method === "GET" && id !== "getCard");
  const lookups = CONTRACTS.filter(({ id }) => id === "lookupDeposit");
  expect(reading.map(({ id }) => id).sort()).toEqual(
    [...gets, ...lookups].map(({ id }) => id).sort(),
  );
});
