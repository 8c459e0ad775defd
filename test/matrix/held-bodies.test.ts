import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AnyContract } from "@/lib/contract/contract";
import { rolesOf } from "@/lib/contract/roles-of";
import * as keyAuthentication from "@/lib/identity/api-keys/authenticate-key";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import * as sessions from "@/lib/identity/sessions/current-person";
import { shiftClock } from "@/lib/kernel/clock";
import { eventually } from "@/test/eventually";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { answerOf } from "@/test/http/call";
import { everyContract, handlerOfContract } from "@/test/http/every-contract";
import { expectRefusal } from "@/test/http/expect-answer";

vi.mock("@/lib/identity/api-keys/authenticate-key", { spy: true });
vi.mock("@/lib/identity/sessions/current-person", { spy: true });

/**
 * A sender can delay a request's body for up to REQUEST_TIMEOUT_MS. Every operation with a body refuses the request if
 * the sender lost their rights meanwhile (docs/decisions/0040-authorized-on-arrival.md).
 */
const contracts = (await everyContract()).filter(
  ({ body, audience }) => body && audience !== "visitor",
);
const ACCOUNT_PACE_MS = 500;

let partner: TestPartner;
let owner: { person: TestPerson; browser: Browser };
let operator: { person: TestPerson; browser: Browser };
beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 100 });
  const person = await makePerson({ partnerId: partner.partnerId });
  owner = { person, browser: await signedIn(person) };
  const admin = await makePerson();
  operator = { person: admin, browser: await signedIn(admin) };
});
afterAll(endTests);

/** A statement that removes rights, the statement that restores them for the next case, and the expected refusal. */
interface Loss {
  take: string;
  giveBack: string;
  /** Returns the parameter of both statements. */
  from: () => string;
  refusal: [status: number, code: string];
}

const KEY_LOSSES: Record<string, Loss> = {
  "the key is revoked": {
    take: "UPDATE api_keys SET revoked_at = now() WHERE partner_id = $1",
    giveBack: "UPDATE api_keys SET revoked_at = NULL WHERE partner_id = $1",
    from: () => partner.partnerId,
    refusal: [401, "UNAUTHORIZED"],
  },
  "the key expires": {
    take: "UPDATE api_keys SET expires_at = '2020-01-01' WHERE partner_id = $1",
    giveBack: "UPDATE api_keys SET expires_at = NULL WHERE partner_id = $1",
    from: () => partner.partnerId,
    refusal: [401, "UNAUTHORIZED"],
  },
};
const SUSPENSION: Loss = {
  take: "UPDATE partners SET suspended_at = now() WHERE id = $1",
  giveBack: "UPDATE partners SET suspended_at = NULL WHERE id = $1",
  from: () => partner.partnerId,
  refusal: [403, "PARTNER_SUSPENDED"],
};

function personLosses(person: () => TestPerson, lesserRole?: string): Record<string, Loss> {
  const from = () => person().personId;
  const role = (value: string) => `UPDATE people SET role = '${value}' WHERE id = $1`;
  const ownRole = lesserRole === "auditor" ? "admin" : "owner";
  return {
    "the person signs out": {
      take: "UPDATE sessions SET revoked_at = now() WHERE person_id = $1",
      giveBack: "UPDATE sessions SET revoked_at = NULL WHERE person_id = $1",
      from,
      refusal: [401, "SESSION_REQUIRED"],
    },
    "the person is removed": {
      take: "UPDATE people SET disabled_at = now() WHERE id = $1",
      giveBack: "UPDATE people SET disabled_at = NULL WHERE id = $1",
      from,
      refusal: [401, "SESSION_REQUIRED"],
    },
    ...(lesserRole && {
      [`the person becomes ${lesserRole}`]: {
        take: role(lesserRole),
        giveBack: role(ownRole),
        from,
        refusal: [403, "ROLE_NOT_ALLOWED"] as [number, string],
      },
    }),
  };
}

interface Case {
  by: "key" | "owner" | "admin";
  losses: Record<string, Loss>;
}

/** Returns the callers that an operation allows, with the ways in which each can lose their rights. */
function casesOf(contract: AnyContract): Case[] {
  const lesser = (role: "viewer" | "auditor") =>
    rolesOf(contract).includes(role) ? undefined : role;
  const asOwner = { ...personLosses(() => owner.person, lesser("viewer")), SUSPENSION };
  const asAdmin = personLosses(() => operator.person, lesser("auditor"));
  const key = { ...KEY_LOSSES, SUSPENSION };
  switch (contract.audience) {
    case "admin":
      return [{ by: "admin", losses: asAdmin }];
    case "account":
      return [
        { by: "admin", losses: personLosses(() => operator.person) },
        { by: "owner", losses: { ...personLosses(() => owner.person), SUSPENSION } },
      ];
    case "dashboard":
      return [{ by: "owner", losses: asOwner }];
    default:
      return [
        { by: "key", losses: key },
        { by: "owner", losses: asOwner },
      ];
  }
}
function headersOf(by: Case["by"], contract: AnyContract): Record<string, string> {
  const { jar } = by === "admin" ? operator.browser : owner.browser;
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    "content-type": "application/json",
    ...(by === "key" ? { authorization: `Bearer ${partner.apiKey}` } : { cookie }),
    ...(contract.idempotency && { "idempotency-key": randomUUID() }),
  };
}

/** The number of completed authentications, successful or not. */
const identified = () =>
  [keyAuthentication.authenticateKey, sessions.currentPerson].reduce(
    (sum, spied) =>
      sum + vi.mocked(spied).mock.settledResults.filter(({ type }) => type !== "incomplete").length,
    0,
  );

/** Sends a request whose body is completed only after the sender was authenticated and `meanwhile` has finished. */
async function sendHeld(contract: AnyContract, by: Case["by"], meanwhile: () => Promise<void>) {
  const handler = await handlerOfContract(contract);
  const before = identified();
  let release: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("{"));
      release = () => {
        controller.enqueue(new TextEncoder().encode("}"));
        controller.close();
      };
    },
  });
  const { method, examples } = contract;
  const init = { method, headers: headersOf(by, contract), body, duplex: "half" };
  const request = new Request("http://127.0.0.1:3000/under-test", init as RequestInit);
  const answer = handler(request, { params: Promise.resolve({ ...examples.params }) });
  await eventually(() => expect(identified()).toBeGreaterThan(before), { intervalMs: 1 });
  await meanwhile();
  release();
  return answerOf(await answer);
}

describe.each(contracts.map((contract) => [contract.id, contract] as const))(
  "%s with a delayed body",
  (_, contract) => {
    test.each(casesOf(contract))(
      "is refused if the caller ($by) loses their rights before the body arrives",
      async ({ by, losses }) => {
        for (const [name, { take, giveBack, from, refusal }] of Object.entries(losses)) {
          shiftClock(ACCOUNT_PACE_MS);
          vi.mocked(keyAuthentication.authenticateKey).mockClear();
          vi.mocked(sessions.currentPerson).mockClear();
          const answer = await sendHeld(contract, by, async () => {
            await sql(take, [from()]);
            callerCache().forget();
          });
          await sql(giveBack, [from()]);
          callerCache().forget();
          expect([name, answer.status], JSON.stringify(answer.json)).toEqual([name, refusal[0]]);
          expectRefusal(answer, ...refusal);
        }
        const undisturbed = await sendHeld(contract, by, async () => undefined);
        expect([401, 403], JSON.stringify(undisturbed.json)).not.toContain(undisturbed.status);
        expect(undisturbed.status).toBeLessThan(500);
      },
    );
  },
);

test("a caller without a valid key is refused before the body arrives", async () => {
  const [contract] = contracts.filter(({ id }) => id === "fundCard");
  if (!contract) throw new Error("Fund Card has no contract");
  const handler = await handlerOfContract(contract);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
  });
  const headers = { "content-type": "application/json", authorization: "Bearer nothing" };
  const init = { method: "POST", headers, body, duplex: "half" };
  const request = new Request("http://127.0.0.1:3000/under-test", init as RequestInit);
  const answer = await answerOf(await handler(request, { params: Promise.resolve({}) }));
  expectRefusal(answer, 401, "UNAUTHORIZED");
});

test("a request whose body arrives with its headers is authenticated once", async () => {
  const [contract] = contracts.filter(({ id }) => id === "fundCard");
  if (!contract) throw new Error("Fund Card has no contract");
  const handler = await handlerOfContract(contract);
  vi.mocked(keyAuthentication.authenticateKey).mockClear();
  const init = { method: "POST", headers: headersOf("key", contract), body: "{}" };
  const request = new Request("http://127.0.0.1:3000/under-test", init);
  await handler(request, { params: Promise.resolve({}) });
  expect(keyAuthentication.authenticateKey).toHaveBeenCalledTimes(1);
});
