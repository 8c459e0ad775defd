import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as submitCheck } from "@/app/api/verify/[token]/route";
import type { AnyContract } from "@/lib/contract/contract";
import { queryOf } from "@/lib/contract/query-of";
import { shiftClock } from "@/lib/kernel/clock";
import { submitCheckBody } from "@/lib/users/kyc/submit-contract";
import { endTests, makePartner } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makeBrowser,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { type Answer, type CallOptions, call, type Handler } from "@/test/http/call";
import { everyContract, handlerOfContract } from "@/test/http/every-contract";
import { tokenOf, userClientOf } from "@/test/http/user-client";
import { expectEnvelope } from "./expect-envelope";
import { BODIES, FIELD_TEXTS, PATH_IDS, QUERY_TEXTS } from "./fuzz-values";
import { makeOffice, type Office } from "./office";
import { startSandboxChain } from "./sandbox-chain";

/**
 * The audiences that need a session or a link. fuzz.test.ts has the operations for API keys; those that change
 * something are repeated here with a session.
 */
const AUDIENCES = ["admin", "account", "dashboard", "visitor"];
const isForKeys = ({ audience = "partner" }: AnyContract) => !AUDIENCES.includes(audience);
/**
 * Fields of step-up authentication. A few wrong values lock the person, and then the code behind them is not reached.
 */
const CONFIRMING = ["password", "currentPassword", "totp"];
const MAX_GUESSES = 3;
const AT_ONCE = 8;
/** The pause between requests that stays below the rate limit of one account. */
const ACCOUNT_PACE_MS = 250;
/** The pause between requests that stays below the rate limit of one verification link. */
const VERIFY_PACE_MS = 1_000;

const contracts = (await everyContract()).filter(
  (contract) => !isForKeys(contract) || contract.method !== "GET",
);

let office: Office;
let operator: { person: TestPerson; browser: Browser };
/** Existing ids by their prefix. */
let known: Record<string, string>;
let stopChain: () => Promise<void>;
beforeAll(async () => {
  stopChain = await startSandboxChain();
  office = await makeOffice();
  const person = await makePerson();
  operator = { person, browser: await signedIn(person) };
  const { partnerId } = await makePartner();
  const ids = [...Object.values(office.ids), partnerId];
  known = Object.fromEntries(ids.map((id) => [id.split("_")[0], id]));
});
afterAll(async () => {
  await stopChain();
  await endTests();
});

interface Asker {
  person: TestPerson | undefined;
  send: (request: CallOptions) => Promise<Answer>;
}

const keysOf = (schema: AnyContract["body"]): string[] => Object.keys(schema?.shape ?? {});
const isConfirmed = (contract: AnyContract) =>
  keysOf(contract.body).some((field) => CONFIRMING.includes(field));

/**
 * Returns a caller with the required role: a new person where wrong passwords or the rate limit would affect others.
 */
async function askerOf(contract: AnyContract, handler: Handler): Promise<Asker> {
  const { audience } = contract;
  if (audience === "visitor")
    return { person: undefined, send: (request) => makeBrowser().call(handler, request) };
  const isOperators = audience === "admin";
  let { person, browser } = isOperators ? operator : office.owner;
  if (audience === "account" || isForKeys(contract) || isConfirmed(contract)) {
    const { partnerId } = office.partner;
    person = await makePerson(isOperators ? {} : { partnerId, withTotp: true });
    browser = await signedIn(person);
  }
  const send = (request: CallOptions) => {
    if (audience === "account") shiftClock(ACCOUNT_PACE_MS);
    const key = contract.idempotency ? { idempotencyKey: randomUUID() } : {};
    return browser.call(handler, { ...request, ...key });
  };
  return { person, send };
}

/** Returns a valid request: the contract's example, with existing ids and the caller's own password and code. */
function rightRequest({ method, examples, body, query }: AnyContract, { person }: Asker) {
  const params = Object.entries({ ...examples.params } as Record<string, string>).map(
    ([name, id]) => [name, known[id.split("_")[0] ?? ""] ?? id],
  );
  const confirming = {
    password: person?.password,
    currentPassword: person?.password,
    totp: person && codeOf(person),
  };
  const right = Object.entries(confirming).filter(
    ([field, value]) => value !== undefined && field in (body?.shape ?? {}),
  );
  const needsZone = "timeZone" in (query?.shape ?? {});
  return {
    method,
    params: Object.fromEntries(params) as Record<string, string>,
    query: { ...(needsZone && { timeZone: "Asia/Kathmandu" }), ...examples.query },
    ...(body && { body: { ...examples.body, ...Object.fromEntries(right) } }),
  };
}
type Right = ReturnType<typeof rightRequest>;
type Named = [what: string, change: CallOptions];

/** Yields requests with each value that the schema of a field accepts, and with one that it refuses. */
function* fieldRequests(schema: AnyContract["body"], body: object = {}): Generator<Named> {
  for (const field of keysOf(schema)) {
    let refused = 0;
    let passed = 0;
    for (const [name, text] of Object.entries(FIELD_TEXTS)) {
      const others = Object.entries(body).filter(([other]) => other !== field);
      const changed = `{${[...others, [field, undefined]]
        .map(
          ([key, value]) =>
            `${JSON.stringify(key)}:${key === field ? text : JSON.stringify(value)}`,
        )
        .join()}}`;
      const passes = schema?.safeParse(JSON.parse(changed)).success;
      const isGuess = CONFIRMING.includes(field);
      if (passes && isGuess && ++passed > MAX_GUESSES) continue;
      if (passes || ++refused === 1) yield [`${field} is ${name}`, { body: changed }];
    }
  }
}

/** Does the same for the fields of a query. */
function* queryRequests(schema: AnyContract["query"], query: object): Generator<Named> {
  const base = [...new URLSearchParams({ ...query })];
  for (const field of keysOf(schema)) {
    const others = new URLSearchParams(base.filter(([name]) => name !== field));
    let refused = 0;
    for (const text of QUERY_TEXTS) {
      const changed = `?${others}&${field}=${text.replace("FIELD", field)}`;
      const passes = schema?.safeParse(queryOf(new URL(`http://x/${changed}`))).success;
      if (passes || ++refused === 1) yield [`${field}=${text.slice(0, 40)}`, { query: changed }];
    }
  }
}

function* requestsOf(contract: AnyContract, right: Right): Generator<Named> {
  yield ["as it should be", {}];
  for (const name of Object.keys(right.params))
    for (const id of PATH_IDS)
      yield [
        `${name} is ${JSON.stringify(id).slice(0, 40)}`,
        { params: { ...right.params, [name]: id } },
      ];
  yield* queryRequests(contract.query, right.query);
  yield* fieldRequests(contract.body, right.body);
  if (contract.body)
    for (const name of ["an array", "arrays nested deep", "prototype keys", "very many keys"])
      yield [name, { body: BODIES[name] }];
}

/** Expects the envelope, or 200 for a response without JSON: files and the stream of changes. */
function expectServed(answer: Answer, what: string): void {
  if (answer.json === undefined) expect([what, answer.status]).toEqual([what, 200]);
  else expectEnvelope(answer, what);
}

describe("every request with a session or a link gets a response of the contract", () => {
  test.each(contracts.map((contract) => [contract.id, contract] as const))(
    "%s",
    async (_, contract) => {
      const asker = await askerOf(contract, await handlerOfContract(contract));
      const right = rightRequest(contract, asker);
      expect(contract.body?.safeParse(right.body).error).toBeUndefined();
      expect(contract.query?.safeParse(right.query).error).toBeUndefined();
      const requests = [...requestsOf(contract, right)];
      for (let first = 0; first < requests.length; first += AT_ONCE)
        await Promise.all(
          requests.slice(first, first + AT_ONCE).map(async ([what, change]) => {
            expectServed(await asker.send({ ...right, ...change }), what);
          }),
        );
    },
  );
});

test("the submission of the hosted verification page gets a response of the contract", async () => {
  const token = tokenOf((await userClientOf(office.partner).make()).verificationUrl);
  const right = { documentKind: "passport", country: "NG", sample: "valid", faceChecked: true };
  expect(submitCheckBody.safeParse(right).error).toBeUndefined();
  const headers = { origin: "http://127.0.0.1:3000" };
  const send = async (what: string, change: CallOptions, to = token) => {
    shiftClock(VERIFY_PACE_MS);
    const handler: Handler = (request) =>
      submitCheck(request, { params: Promise.resolve({ token: to }) });
    expectServed(await call(handler, { method: "POST", headers, body: right, ...change }), what);
  };
  for (const [what, change] of fieldRequests(submitCheckBody, right)) await send(what, change);
  for (const id of PATH_IDS) await send(JSON.stringify(id).slice(0, 40), {}, id);
  for (const [name, body] of Object.entries(BODIES)) await send(name, { body });
});

test("a sign-in with unusual characters is refused like any other", async () => {
  const texts = ["a\0b", "a@b.c\0", "\ud800", "\u202e", "a\r\nX-Injected: 1", "' OR 1=1 --"];
  const answers = await Promise.all(
    texts.map((text) => makeBrowser().signIn({ email: text, password: text, totp: text })),
  );
  expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 401));
  for (const { headers } of answers) expect(headers.get("x-injected")).toBeNull();
});
