import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { decideRequest, NOT_DECIDED } from "./decide-request";
import type { InboundIssuer } from "./port";
import { stripeInbound } from "./stripe";

/** The decision reads the card and never gets an answer, or gets it when the test says so. */
const card = vi.hoisted(() => ({ answer: (_found: undefined) => {} }));
vi.mock("./store", () => ({
  findCardOfIssuer: () =>
    new Promise<undefined>((resolve) => {
      card.answer = resolve;
    }),
}));

const issuer: InboundIssuer = {
  ...stripeInbound,
  readRequest: () => ({ kind: "balance", issuerCardId: "ic_1" }),
};
/** The limit that is set by default; issuers decide themselves after a second. */
const LIMIT_MS = 900;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function decide() {
  const decided = vi.fn();
  void decideRequest(issuer, { body: {}, header: () => null }, LIMIT_MS).then(decided);
  return decided;
}

test("a decision is awaited up to the last millisecond of its time, and is a decline then", async () => {
  const decided = decide();
  await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
  expect(decided).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(decided).toHaveBeenCalledExactlyOnceWith(NOT_DECIDED);
});

test("a decision that comes in its time is the answer", async () => {
  const decided = decide();
  await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
  card.answer(undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(decided).toHaveBeenCalledExactlyOnceWith({
    approved: false,
    declinedReason: "card unknown",
    availableMicroUsd: null,
  });
  expect(vi.getTimerCount()).toBe(0);
});

test("without any time left a request is declined at once", async () => {
  const decision = decideRequest(issuer, { body: {}, header: () => null }, 0);
  expect(await decision).toEqual(NOT_DECIDED);
});
