import { expect, test } from "vitest";
import type { ChainAddress } from "@/lib/chain/networks";
import type { Hex } from "@/lib/chain/read/reply-fields";
import { explainMoves } from "./explain-moves";
import type { Move } from "./read-moves";

const address = (digit: string) => `0x${digit.repeat(40)}` as ChainAddress;
const hash = (digit: string) => `0x${digit.repeat(64)}` as Hex;
const [treasury, deposits, outside] = [address("1"), address("2"), address("3")];
const accounts = new Set<string>([treasury, deposits]);
const nothing = { credited: [], arrived: [], signed: [], posted: [] };

type Step = [from: ChainAddress, to: ChainAddress, amount: bigint];

const move = (steps: Step[], usedNonces: Hex[] = []): Move => ({
  ...{ txHash: hash("a"), blockNumber: 7n, usedNonces },
  transfers: steps.map(([fromAddress, toAddress, amount], ordinal) => ({
    ...{ txHash: hash("a"), blockNumber: 7n, ordinal, tokenAddress: address("f") },
    ...{ fromAddress, toAddress, amount },
  })),
});
const signed = (nonce: Hex, [fromAddress, toAddress, amountMicroUsd]: Step) => ({
  ...{ nonce, fromAddress, toAddress, amountMicroUsd },
});
const causes = (moves: Move[], known: Partial<typeof nothing> | object = {}) =>
  explainMoves(moves, accounts, { ...nothing, ...known }).map(
    ({ kind, account, amountMicroUsd }) => [kind, account, amountMicroUsd],
  );

test("a signed transfer is known; one of another amount or recipient is not", () => {
  const paid = move([[treasury, outside, 5n]], [hash("b")]);
  expect(causes([paid], { signed: [signed(hash("b"), [treasury, outside, 5n])] })).toEqual([]);
  const unknown = [["sent", treasury, -5n]];
  expect(causes([paid])).toEqual(unknown);
  expect(causes([paid], { signed: [signed(hash("b"), [treasury, outside, 4n])] })).toEqual(unknown);
  expect(causes([paid], { signed: [signed(hash("b"), [treasury, deposits, 5n])] })).toEqual(
    unknown,
  );
  // Signed, but not executed in this transaction.
  expect(causes([paid], { signed: [signed(hash("c"), [treasury, outside, 5n])] })).toEqual(unknown);
});

test("an authorization explains one transfer, not a second one of the same amount", () => {
  const twice = move(
    [
      [treasury, outside, 5n],
      [treasury, outside, 5n],
    ],
    [hash("b")],
  );
  const known = { signed: [signed(hash("b"), [treasury, outside, 5n])] };
  expect(causes([twice], known)).toEqual([["sent", treasury, -5n]]);
});

test("a deposit is known if it is credited or pending, by its place in the transaction", () => {
  const came = move([
    [outside, deposits, 5n],
    [outside, deposits, 5n],
  ]);
  const place = (ordinal: number) => ({ txHash: hash("a"), ordinal });
  expect(causes([came], { credited: [place(0)], arrived: [place(1)] })).toEqual([]);
  expect(causes([came], { credited: [place(1)] })).toEqual([["received", deposits, 5n]]);
});

test("a transfer between own accounts has both sides; a zero transfer is ignored", () => {
  expect(causes([move([[deposits, treasury, 5n]])])).toEqual([
    ["received", treasury, 5n],
    ["sent", deposits, -5n],
  ]);
  expect(causes([move([[deposits, treasury, 0n]])])).toEqual([]);
});

test("other transfers of the same transaction are ignored", () => {
  expect(causes([move([[outside, address("4"), 5n]])])).toEqual([]);
});

test("a transfer that an operator posting names is known once, in its amount and direction", () => {
  const posting = (amountMicroUsd: bigint, txHash = hash("a")) => ({
    ...{ postingId: "pst_1", token: "usdc", amountMicroUsd, txHash, isRecent: false },
  });
  const sent = move([[treasury, outside, 5n]]);
  expect(causes([sent], { posted: [posting(5n)] })).toEqual([]);
  const unknown = [["sent", treasury, -5n]];
  expect(causes([sent], { posted: [posting(4n)] })).toEqual(unknown);
  expect(causes([sent], { posted: [posting(-5n)] })).toEqual(unknown);
  expect(causes([sent], { posted: [posting(5n, hash("b"))] })).toEqual(unknown);
  const twice = move([
    [treasury, outside, 5n],
    [treasury, outside, 5n],
  ]);
  expect(causes([twice], { posted: [posting(5n)] })).toEqual(unknown);
  const received = move([[outside, treasury, 7n]]);
  expect(causes([received], { posted: [posting(-7n)] })).toEqual([]);
});
