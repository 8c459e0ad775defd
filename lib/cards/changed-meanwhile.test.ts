import "@/test/database";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { balancesOf, bookFaults, eventsOf } from "@/test/fixtures/books";
import {
  type Answer,
  endTests,
  makeCard,
  makePartner,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";

/** Runs once, between the read of a card's state and the commit of the decision. */
const meanwhile = vi.hoisted(() => ({
  happens: undefined as (() => Promise<unknown>) | undefined,
}));
vi.mock("./store", async (original) => {
  const actual = await original<typeof import("./store")>();
  const interrupt = async () => {
    const { happens } = meanwhile;
    meanwhile.happens = undefined;
    await happens?.();
  };
  const findCardState: typeof actual.findCardState = async (...of) => {
    const state = await actual.findCardState(...of);
    await interrupt();
    return state;
  };
  const findCardToAuthorize: typeof actual.findCardToAuthorize = async (...of) => {
    const state = await actual.findCardToAuthorize(...of);
    await interrupt();
    return state;
  };
  const findTransactionFamily: typeof actual.findTransactionFamily = async (...of) => {
    const state = await actual.findTransactionFamily(...of);
    if (state) await interrupt();
    return state;
  };
  return { ...actual, findCardState, findCardToAuthorize, findTransactionFamily };
});

let partner: TestPartner;
let client: Client;
let serviceCardId: string;
let transactionId: string;

beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 200 });
  client = clientOf(partner);
  serviceCardId = await makeCard(partner, { amountUsd: 100 });
  const authorized = await client.authorize(serviceCardId, { amount: 40 });
  transactionId = authorized.json.data.serviceTransactionId;
});
afterAll(endTests);

const OPERATIONS: Record<string, () => Promise<Answer>> = {
  fund: () => client.fund({ serviceCardId, amount: 50 }),
  withdraw: () => client.withdraw({ serviceCardId, amount: 50, reference: "r" }),
  authorize: () => client.authorize(serviceCardId, { amount: 50 }),
  freeze: () => client.switchCard(serviceCardId, "freeze"),
  terminate: () => client.terminate(serviceCardId),
  settle: () => client.settle(transactionId),
  "settle 90": () => client.settle(transactionId, 90),
  reverse: () => client.reverse(transactionId),
};

/** The short form of a response: its error code, or the status of the card or the transaction. */
function inShort({ status, json }: Answer): string {
  if (status !== 200) return json.message;
  const { declinedReason, status: state, liquidationStatus } = json.data;
  return declinedReason ?? state ?? liquidationStatus ?? "done";
}

/** The decided action, the action that happens before its commit, and the result. */
const TABLE: [decided: string, happens: string, answer: string][] = [
  ["fund", "freeze", "CARD_ALREADY_FROZEN"],
  ["fund", "terminate", "CARD_ALREADY_TERMINATED"],
  ["fund", "fund", "INSUFFICIENT_WALLET_BALANCE"],
  ["fund", "authorize", "done"],
  ["withdraw", "freeze", "CARD_ALREADY_FROZEN"],
  ["withdraw", "terminate", "CARD_ALREADY_TERMINATED"],
  ["withdraw", "withdraw", "INSUFFICIENT_FUNDS"],
  ["withdraw", "authorize", "INSUFFICIENT_FUNDS"],
  ["withdraw", "settle 90", "INSUFFICIENT_FUNDS"],
  ["withdraw", "reverse", "done"],
  ["authorize", "freeze", "card frozen"],
  ["authorize", "terminate", "card terminated"],
  ["authorize", "authorize", "insufficient funds"],
  ["authorize", "withdraw", "insufficient funds"],
  ["freeze", "freeze", "CARD_ALREADY_FROZEN"],
  ["freeze", "terminate", "CARD_ALREADY_TERMINATED"],
  ["terminate", "terminate", "CARD_ALREADY_TERMINATED"],
  ["terminate", "fund", "processing"],
  ["terminate", "withdraw", "processing"],
  ["terminate", "freeze", "processing"],
  ["settle", "settle", "TRANSACTION_NOT_OPEN"],
  ["settle", "reverse", "TRANSACTION_NOT_OPEN"],
  ["settle", "terminate", "settled"],
  ["settle 90", "withdraw", "settled"],
  ["settle 90", "terminate", "settled"],
  ["reverse", "settle", "TRANSACTION_NOT_OPEN"],
  ["reverse", "reverse", "TRANSACTION_NOT_OPEN"],
  ["reverse", "terminate", "reversed"],
];

describe("a change between decision and commit", () => {
  test.each(TABLE)("%s, meanwhile %s: %s", async (decided, happens, answer) => {
    let between: Answer | undefined;
    meanwhile.happens = async () => {
      between = await OPERATIONS[happens]?.();
    };
    const own = await OPERATIONS[decided]?.();
    expect(between?.status).toBe(200);
    expect(own && inShort(own)).toBe(answer);
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });
});

test("a repeated decision leaves one transaction, one event and one response", async () => {
  meanwhile.happens = () => client.fund({ serviceCardId, amount: 5 });
  const before = (await eventsOf(partner.partnerId)).length;
  const answer = await client.terminate(serviceCardId);
  expect(answer.status).toBe(200);
  const [event, ...others] = (await eventsOf(partner.partnerId)).slice(before);
  expect(others).toEqual([]);
  expect(event.data).toMatchObject({ source: "liquidation", amount: 65 });
  expect(await balancesOf(serviceCardId)).toMatchObject({ available: 0, held: 40 });
});
