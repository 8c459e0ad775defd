import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { IssueRequest } from "@/lib/cards/issuer/port";
import { sandboxIssuer } from "@/lib/cards/issuer/sandbox";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import {
  type Answer,
  endTests,
  makeApprovedUser,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";

/** An issuer that records its requests; a test can run code during a call. */
const issuer = vi.hoisted(() => ({
  issued: [] as string[],
  closed: [] as string[],
  during: async (): Promise<void> => {},
}));
/** Runs before a request reads the user's state for the second time. */
const reread = vi.hoisted(() => ({ reads: 0, beforeSecond: async (): Promise<void> => {} }));

vi.mock("@/lib/cards/issuer/issuer", () => {
  const real = sandboxIssuer(Buffer.alloc(32, 9));
  const cardIssuer = () => ({
    issueCard: async (request: IssueRequest) => {
      issuer.issued.push(request.requestKey);
      await issuer.during();
      return real.issueCard(request);
    },
    closeCard: async (id: string) => {
      issuer.closed.push(id);
    },
  });
  return { cardIssuer };
});
vi.mock("./store", async (original) => {
  const actual = await original<typeof import("./store")>();
  const findCardCreationState: typeof actual.findCardCreationState = async (...of) => {
    reread.reads += 1;
    if (reread.reads === 2) await reread.beforeSecond();
    return actual.findCardCreationState(...of);
  };
  return { ...actual, findCardCreationState };
});

let partner: TestPartner;
let client: Client;
let serviceId: string;

beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 100 });
  client = clientOf(partner);
  serviceId = await makeApprovedUser(partner);
  Object.assign(issuer, { issued: [], closed: [], during: async () => {} });
  Object.assign(reread, { reads: 0, beforeSecond: async () => {} });
});
afterAll(endTests);

/** Returns a function that runs the work only at its first call. */
function once(work: () => Promise<unknown>): () => Promise<void> {
  let done = false;
  return async () => {
    if (done) return;
    done = true;
    await work();
  };
}

test("is not called for a refused request", async () => {
  await client.createCard({ serviceId, amount: 101 });
  await client.createCard({ serviceId: "usr_1", amount: 10 });
  await client.createCard({ serviceId, amount: 0 });
  expect(issuer.issued).toEqual([]);
});

test("identifies a request by a hash of partner and key", async () => {
  const key = randomUUID();
  await client.createCard({ serviceId, amount: 10 }, key);
  const other = await makePartner({ balanceUsd: 100 });
  const stranger = await makeApprovedUser(other);
  await clientOf(other).createCard({ serviceId: stranger, amount: 10 }, key);
  const [first, second] = issuer.issued;
  expect(first).not.toBe(second);
  expect(issuer.issued.join()).not.toContain(key);
});

test("that fails leaves nothing created or charged, and the key unused", async () => {
  const key = randomUUID();
  issuer.during = once(async () => {
    throw new Error("the issuer is down");
  });
  const failed = await client.createCard({ serviceId, amount: 10 }, key);
  expectRefusal(failed, 500, "INTERNAL_ERROR");
  expect(await walletOf(partner.partnerId)).toBe(100);
  expect((await client.createCard({ serviceId, amount: 10 }, key)).status).toBe(201);
  expect(new Set(issuer.issued).size).toBe(1);
  expect(await walletOf(partner.partnerId)).toBe(89);
});

test("closes the card of a request that lost to a concurrent one", async () => {
  let winner: Answer | undefined;
  issuer.during = once(async () => {
    winner = await client.createCard({ serviceId, amount: 10 });
  });
  const loser = await client.createCard({ serviceId, amount: 20 });
  expect(winner?.status).toBe(201);
  expectRefusal(loser, 400, "CARD_CREATION_LIMIT");
  expect(issuer.issued).toHaveLength(2);
  expect(issuer.closed).toHaveLength(1);
  const [card] = await sql("SELECT issuer_card_id AS id FROM cards WHERE user_id = $1", [
    serviceId,
  ]);
  expect(issuer.closed).not.toContain(card.id);
  expect(await walletOf(partner.partnerId)).toBe(89);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("keeps the card that a repeat of the request returned meanwhile", async () => {
  const key = randomUUID();
  const body = { serviceId, amount: 10 };
  let twin: Answer | undefined;
  // The first attempt is stale, because the user changed; before the second one, the concurrent retry is done.
  issuer.during = once(() =>
    sql("UPDATE users SET version = version + 1 WHERE id = $1", [serviceId]),
  );
  reread.beforeSecond = once(async () => {
    reread.reads = 10;
    twin = await client.createCard(body, key);
  });
  const first = await client.createCard(body, key);
  expect(twin?.status).toBe(201);
  expect(first.json).toEqual(twin?.json);
  expect(first.headers.get("idempotent-replayed")).toBe("true");
  expect(new Set(issuer.issued).size).toBe(1);
  expect(issuer.closed).toEqual([]);
});

test("keeps the card while the outcome of the request is unknown", async () => {
  issuer.during = async () => {
    await sql("ALTER TABLE cards ADD CONSTRAINT broken CHECK (false) NOT VALID");
  };
  try {
    const answer = await client.createCard({ serviceId, amount: 10 });
    expectRefusal(answer, 500, "INTERNAL_ERROR");
    expect(issuer.closed).toEqual([]);
  } finally {
    await sql("ALTER TABLE cards DROP CONSTRAINT broken");
  }
});
