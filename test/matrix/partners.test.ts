import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  call,
  endTests,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { expectRefusal } from "@/test/http/expect-answer";
import { DASHBOARD_OPERATIONS } from "./dashboard-operations";
import { nameOf, OPERATIONS, type Operation, type Subject } from "./operations";
import { findHandlers, handlerOf, METHODS } from "./routes";
import { startSandboxChain } from "./sandbox-chain";
import { makeEndpoint, makeWorld, requestOf, snapshotOf, type World } from "./world";

const handlers = await findHandlers();
let stranger: TestPartner;
/** A partner for the requests that change nothing. */
let unchanged: World;
let stopChain: () => Promise<void>;

beforeAll(async () => {
  stopChain = await startSandboxChain();
  stranger = await makePartner({ balanceUsd: 1_000 });
  await makeEndpoint(stranger);
  unchanged = await makeWorld();
});
afterAll(async () => {
  await stopChain();
  await endTests();
});

const send = (operation: Operation, id: string, { apiKey }: TestPartner): Promise<Answer> =>
  call(handlerOf(handlers, operation), { ...requestOf(operation, id), apiKey });

const PREFIX: Record<Subject, string> = {
  card: "card",
  cryptoCard: "card",
  user: "usr",
  idleUser: "usr",
  authorized: "txn",
  settled: "txn",
  disputed: "txn",
  dispute: "dsp",
  evidenceFile: "dfl",
  deposit: "dep",
  walletTransaction: "txn",
  withdrawal: "wd",
  event: "evt",
  auditEntry: "aud",
  journal: "jrn",
};

/** Returns unknown ids: a well-formed one and malformed ones. */
function idsOfNobody(subject: Subject): string[] {
  const wellFormed = `${PREFIX[subject]}_01k9x70c5r8e5t2v7w4y0z1a2b`;
  return [
    wellFormed,
    wellFormed.toUpperCase(),
    `${wellFormed}0`,
    "ptn_01k9x70c5r8e5t2v7w4y0z1a2b",
    `${PREFIX[subject]}_`,
    "undefined",
    "../fund",
    "%00",
    "' OR '1'='1",
    "*",
  ];
}

/** Expects the refusal of an unknown id; a list with a filter has no refusal and must be empty. */
function expectUnknown({ unknown }: Operation, answer: Answer): void {
  if (unknown) {
    expectRefusal(answer, ...unknown);
  } else {
    const { pagination, ...lists } = answer.json.data;
    expect(pagination.total).toBe(0);
    expect(Object.values(lists)).toEqual([[]]);
  }
}

function expectNoSecrets(answer: Answer, { secrets }: World, except: string): void {
  const text = JSON.stringify([answer.json, ...answer.headers]);
  for (const secret of secrets.filter((one) => one !== except)) expect(text).not.toContain(secret);
}

test("every route has a row in the matrix, and every row has a route", () => {
  const rows = [...OPERATIONS, ...DASHBOARD_OPERATIONS].map(nameOf);
  expect([...handlers.served.keys()].sort()).toEqual(rows.sort());
});

test("responds 405 to all other methods of a route, with the allowed ones in the header Allow", async () => {
  expect(handlers.refused.size).toBeGreaterThan(50);
  for (const [name, handler] of handlers.refused) {
    const [method = "", path = ""] = name.split(" ");
    const { apiKey } = stranger;
    const answer = await call(handler, { method, apiKey });
    expectRefusal(answer, 405, "METHOD_NOT_ALLOWED");
    const taken = METHODS.filter((one) => handlers.served.has(`${one} ${path}`));
    const allowed = (answer.headers.get("allow") ?? "").split(", ");
    expect(allowed.filter((one) => one !== "HEAD" && one !== "OPTIONS").sort()).toEqual(
      taken.sort(),
    );
  }
});

const withId = OPERATIONS.filter(({ subject }) => subject).map(
  (one) => [nameOf(one), one] as const,
);
const withoutId = OPERATIONS.filter(({ subject }) => !subject).map(
  (one) => [nameOf(one), one] as const,
);

describe.each(withId)("%s", (_, operation) => {
  const { subject = "card" } = operation;

  test("refuses another partner's id, reveals and changes nothing; the owner's own request succeeds", async () => {
    const world = operation.contract.method === "GET" ? unchanged : await makeWorld();
    const id = world.ids[subject];
    const before = [await snapshotOf(world.partner), await snapshotOf(stranger)];
    const answer = await send(operation, id, stranger);
    if (operation.foreign) expectRefusal(answer, ...operation.foreign);
    else expectUnknown(operation, answer);
    expectNoSecrets(answer, world, "");
    expect([await snapshotOf(world.partner), await snapshotOf(stranger)]).toEqual(before);

    const own = await send(operation, id, world.partner);
    expect(own.status).toBeLessThan(300);
    // A list that is empty for its owner too would prove nothing.
    if (!operation.unknown) expect(own.json.data.pagination.total).toBeGreaterThan(0);
    expect(await snapshotOf(stranger)).toBe(before[1]);
  });

  test("refuses unknown and malformed ids alike, and changes nothing", async () => {
    const before = await snapshotOf(stranger);
    for (const id of idsOfNobody(subject))
      expectUnknown(operation, await send(operation, id, stranger));
    expect(await snapshotOf(stranger)).toBe(before);
  });
});

describe.each(withId.filter(([, { subject }]) => subject === "user" || subject === "idleUser"))(
  "%s",
  (_, operation) => {
    test("treats a deleted user as unknown", async () => {
      const { partner, ids } = await makeWorld();
      const id = ids[operation.subject ?? "user"];
      await sql("UPDATE users SET deleted_at = now(), email_key = NULL WHERE id = $1", [id]);
      expectUnknown(operation, await send(operation, id, partner));
    });
  },
);

describe.each(withoutId)("%s", (_, operation) => {
  test("reveals and changes nothing of another partner", async () => {
    const before = await snapshotOf(unchanged.partner);
    const answer = await send(operation, "", stranger);
    expect(answer.status).toBeLessThan(300);
    expectNoSecrets(answer, unchanged, "");
    expect(await snapshotOf(unchanged.partner)).toBe(before);
  });
});

describe.each(withoutId.filter(([, { contract }]) => contract.method === "GET"))(
  "%s",
  (_, operation) => {
    test("counts and sums nothing of another partner", async () => {
      const read = async () => {
        const { time, realTime, ...data } = (await send(operation, "", stranger)).json.data;
        return data;
      };
      const before = await read();
      await makeWorld();
      expect(await read()).toEqual(before);
    });
  },
);

test("an id of another kind is unknown, such as a user's id in the place of a card's", async () => {
  const { partner, ids } = await makeWorld();
  for (const [, operation] of withId) {
    for (const [kind, id] of Object.entries(ids) as [Subject, string][]) {
      if (PREFIX[kind] === PREFIX[operation.subject ?? "card"]) continue;
      // A deposit's id is a valid filter: it finds the deposit's event.
      if (kind === "deposit" && operation.query === "resourceId") continue;
      expectUnknown(operation, await send(operation, id, partner));
    }
  }
});
