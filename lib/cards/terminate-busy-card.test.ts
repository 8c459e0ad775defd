import "@/test/database";
import { randomUUID } from "node:crypto";
import pg from "pg";
import {
  afterAll,
  afterEach,
  beforeEach,
  describe,
  expect,
  type MockInstance,
  test,
  vi,
} from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { doneOrWaiting } from "@/test/database/done-or-waiting";
import { balancesOf, bookFaults, eventsOf } from "@/test/fixtures/books";
import {
  type Answer,
  endTests,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { atOnce, type Client, clientOf, statuses } from "@/test/http/client";
import { expectRefusal, expectSuccess } from "@/test/http/expect-answer";

/** Runs each time between the read of a termination and its commit. */
const meanwhile = vi.hoisted(() => ({
  happens: undefined as (() => Promise<unknown>) | undefined,
}));
vi.mock("./terminations/store", async (original) => {
  const actual = await original<typeof import("./terminations/store")>();
  const countTerminatedSince: typeof actual.countTerminatedSince = async (...of) => {
    const found = await actual.countTerminatedSince(...of);
    await meanwhile.happens?.();
    return found;
  };
  return { ...actual, countTerminatedSince };
});

const MOVED = 0.01;

let partner: TestPartner;
let client: Client;
let serviceCardId: string;
/** Concurrent requests, which may wait for the termination to end. */
let asked: Promise<Answer>[];
/** All statements sent to the database. */
let sent: MockInstance;

beforeEach(async () => {
  partner = await makePartner();
  client = clientOf(partner);
  serviceCardId = await makeCard(partner, { amountUsd: 100 });
  asked = [];
  sent = vi.spyOn(pg.Client.prototype, "query");
});
afterEach(async () => {
  meanwhile.happens = undefined;
  await Promise.all(asked);
  const failed = await Promise.allSettled(sent.mock.results.map(({ value }) => value));
  vi.restoreAllMocks();
  // PostgreSQL ends a deadlock after a second and the commit is retried, so a caller would only see a slow response.
  const codes = failed.map((each) => each.status === "rejected" && each.reason.code);
  expect(codes.filter((code) => code === "40P01")).toEqual([]);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});
afterAll(endTests);

/** Sends a request and continues when the request has a response or waits for a lock. */
async function ask(answer: Promise<Answer>): Promise<void> {
  asked.push(answer);
  await doneOrWaiting(answer);
}
const authorize = (cardId = serviceCardId) => client.authorize(cardId, { amount: MOVED });
const moveAllTheTime = () => {
  meanwhile.happens = () => ask(authorize());
};
const cardRow = async (id = serviceCardId) => {
  const [row] = await sql("SELECT status, version FROM cards WHERE id = $1", [id]);
  return row;
};
const declineReasons = async () =>
  (await eventsOf(partner.partnerId, "card.transaction-event"))
    .map(({ data }) => data.declinedReason)
    .filter(Boolean);
const liquidated = async () =>
  (await eventsOf(partner.partnerId, "wallet.deposit.card-withdrawal")).map(({ data }) => data);

describe("a card with constant movements", () => {
  test("can be terminated during requests for its money", async () => {
    let isOver = false;
    const hammering = Array.from({ length: 4 }, async () => {
      while (!isOver) expect((await authorize()).status).toBe(200);
    });
    const answer = await client.terminate(serviceCardId);
    isOver = true;
    await Promise.all(hammering);
    expect(answer.status).toBe(200);
    expect(await balancesOf(serviceCardId)).toMatchObject({ available: 0 });
  });

  test("is liquidated with its balance at that moment, and was active until then", async () => {
    const { wallet } = await balancesOf(serviceCardId);
    moveAllTheTime();
    const answer = await client.terminate(serviceCardId, { query: { reference: "stolen" } });
    expectSuccess(answer, { serviceCardId, liquidationStatus: "processing" });
    const [, , , afterTheLock, ...others] = await Promise.all(asked);
    expect(others).toEqual([]);
    expect(afterTheLock?.json.data.declinedReason).toBe("card terminated");

    const left = 100 - 3 * MOVED;
    expect(await balancesOf(serviceCardId)).toEqual({
      available: 0,
      held: 3 * MOVED,
      wallet: wallet + left,
    });
    expect(await liquidated()).toMatchObject([{ amount: left, reference: "stolen" }]);
    expect(await declineReasons()).toEqual(["card terminated"]);
    expect(await cardRow()).toEqual({ status: "terminated", version: 2 });
  });

  test("is terminated in one transaction of a few statements", async () => {
    moveAllTheTime();
    sent.mockClear();
    expect((await client.terminate(serviceCardId)).status).toBe(200);
    await Promise.all(asked);
    const own = sent.mock.contexts[sent.mock.calls.findIndex(([each]) => isBegin(each))];
    const names = sent.mock.calls.filter((_, n) => sent.mock.contexts[n] === own).map(nameOf);
    const begun = names.findIndex((name) => name.startsWith("BEGIN"));
    expect(names.slice(begun + 1, names.indexOf("COMMIT") + 1)).toEqual([
      "commit_change_set",
      "find_card_state",
      "count_terminated_since",
      "commit_change_set",
      "COMMIT",
    ]);
    expect(sent.mock.calls.filter(([each]) => isBegin(each))).toHaveLength(1);
  });

  test("is terminated once per key under concurrent repeats", async () => {
    moveAllTheTime();
    const idempotencyKey = randomUUID();
    const terminate = () => client.terminate(serviceCardId, { idempotencyKey });
    const answers = await atOnce(4, terminate);
    answers.push(await terminate());
    expect(statuses(answers)).toEqual({ 200: 5 });
    const bodies = answers.map(({ json }) => JSON.stringify(json.data));
    expect(new Set(bodies).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.get("idempotent-replayed"));
    expect(replayed).toHaveLength(4);
    await Promise.all(asked);
    expect(await liquidated()).toHaveLength(1);
    expect(await cardRow()).toEqual({ status: "terminated", version: 2 });
    const another = await client.terminate(serviceCardId, {
      idempotencyKey,
      query: { reference: "another body" },
    });
    expectRefusal(another, 400, "Idempotency key has already been used");
  });
});

describe("a refusal under the lock", () => {
  let others: string[];

  beforeEach(async () => {
    others = await Promise.all(Array.from({ length: 10 }, () => makeCard(partner)));
  });

  /** The last attempt without a lock is still within the limit; then ten other cards are terminated. */
  function reachTheLimit(underLock: () => Promise<unknown>): void {
    let reads = 0;
    const happens = async () => {
      reads += 1;
      if (reads > 3) return underLock();
      await ask(authorize());
      if (reads < 3) return;
      meanwhile.happens = undefined;
      for (const cardId of others) expect((await client.terminate(cardId)).status).toBe(200);
      meanwhile.happens = happens;
    };
    meanwhile.happens = happens;
  }

  test("leaves the card unchanged and the key unused", async () => {
    const idempotencyKey = randomUUID();
    const underLock = vi.fn(async () => {});
    reachTheLimit(underLock);
    const answer = await client.terminate(serviceCardId, { idempotencyKey });
    expectRefusal(answer, 429, "CARD_DEBIT_LIMIT");
    expect(underLock).toHaveBeenCalledTimes(1);
    expect(await cardRow()).toEqual({ status: "active", version: 1 });
    expect(await declineReasons()).toEqual([]);

    meanwhile.happens = undefined;
    shiftClock(61_000);
    expect((await client.terminate(serviceCardId, { idempotencyKey })).status).toBe(200);
  });

  test("does not prevent a concurrent freeze", async () => {
    reachTheLimit(() => ask(client.switchCard(serviceCardId, "freeze")));
    const answer = await client.terminate(serviceCardId);
    expectRefusal(answer, 429, "CARD_DEBIT_LIMIT");
    const { json } = (await Promise.all(asked)).at(-1) ?? expect.fail("nobody asked");
    expect(["frozen", "CARD_ALREADY_FROZEN"]).toContain(json.data.status ?? json.message);
    expect(await cardRow()).toEqual({ status: "frozen", version: 2 });
    expect((await authorize()).json.data.declinedReason).toBe("card frozen");
  });

  test("keeps a concurrent termination", async () => {
    meanwhile.happens = async () => {
      await ask(authorize());
      if (asked.length < 3) return;
      meanwhile.happens = undefined;
      await client.terminate(serviceCardId);
    };
    expectRefusal(await client.terminate(serviceCardId), 400, "CARD_ALREADY_TERMINATED");
    expect(await liquidated()).toHaveLength(1);
  });
});

test("terminations under locks, fundings, withdrawals and authorizations of one partner never deadlock", async () => {
  const ending = await Promise.all(
    Array.from({ length: 6 }, () => makeCard(partner, { amountUsd: 500 })),
  );
  // Each read without a lock is followed by a movement of one of the cards to terminate.
  meanwhile.happens = async () => {
    await Promise.all(ending.map((cardId) => ask(authorize(cardId))));
  };
  const answers = await atOnce(60, (index) => {
    const cardId = ending[index % ending.length] ?? "";
    if (index < ending.length) return client.terminate(cardId);
    const body = { serviceCardId: cardId, amount: 5 };
    if (index % 3 === 0) return authorize(cardId);
    if (index % 3 === 1) return client.fund(body);
    return client.withdraw({ ...body, reference: "r" });
  });
  expect(statuses(answers.slice(0, ending.length))).toEqual({ 200: ending.length });
  const refusals = answers.filter(({ status }) => status !== 200);
  expect(new Set(refusals.map(({ json }) => json.message))).toEqual(
    new Set(refusals.length > 0 ? ["CARD_ALREADY_TERMINATED"] : []),
  );
  expect(sent.mock.calls.filter(([each]) => isBegin(each)).length).toBeGreaterThan(0);
  for (const cardId of ending) expect(await balancesOf(cardId)).toMatchObject({ available: 0 });
});

function nameOf([statement]: unknown[]): string {
  return typeof statement === "object" && statement !== null && "name" in statement
    ? String(statement.name)
    : String(statement);
}
const isBegin = (statement: unknown) => String(statement).startsWith("BEGIN");
