import { expect, test } from "vitest";
import { matchTransfers } from "./match-transfers";
import type { CreditedTransfer } from "./store";
import type { Transfer } from "./transfer";

const TX = `0x${"a".repeat(64)}` as const;
const OTHER_TX = `0x${"b".repeat(64)}` as const;
const OURS = "0x52908400098527886E0F7030069857D2E4169EE7";

const transfer = (ordinal: number, change: Partial<Transfer> = {}): Transfer => ({
  chain: "polygon",
  token: "usdc",
  txHash: TX,
  ordinal,
  blockNumber: 7n,
  amountMicroUsd: 5_000_000n,
  fromAddress: `0x${"1".repeat(40)}`,
  toAddress: OURS.toLowerCase() as `0x${string}`,
  ...change,
});

const credited = (ordinal: number, change: Partial<CreditedTransfer> = {}): CreditedTransfer => ({
  id: `dep_${ordinal}`,
  partnerId: "ptn_1",
  cardId: null,
  txHash: TX,
  ordinal,
  token: "usdc",
  amountMicroUsd: 5_000_000n,
  toAddress: OURS,
  blockNumber: 7n,
  ...change,
});

const ordinals = (found: Transfer[], known: CreditedTransfer[]) => {
  const { fresh, vanished } = matchTransfers(found, known);
  return [fresh.map(({ ordinal }) => ordinal), vanished.map(({ ordinal }) => ordinal)];
};
const replaced = (found: Transfer[], known: CreditedTransfer[]) =>
  matchTransfers(found, known).replacing.map((each) => [each.transfer.ordinal, each.credited.id]);

test("a transfer at the place where it was credited is known", () => {
  expect(ordinals([transfer(0), transfer(1)], [credited(0)])).toEqual([[1], []]);
});

test("a transfer that moved within its transaction is known, neither new nor vanished", () => {
  expect(ordinals([transfer(1)], [credited(0)])).toEqual([[], []]);
});

test("two equal transfers that moved by one place are known, and a third one is new", () => {
  const known = [credited(0), credited(1)];
  expect(ordinals([transfer(1), transfer(2)], known)).toEqual([[], []]);
  expect(ordinals([transfer(1), transfer(2), transfer(3)], known)).toEqual([[3], []]);
});

test("the same place in another transaction is another transfer", () => {
  expect(ordinals([transfer(0, { txHash: OTHER_TX })], [credited(0)])).toEqual([[0], [0]]);
});

test.each([
  ["amount", { amountMicroUsd: 5_000_001n }],
  ["token", { token: "usdc.e" as const }],
  ["recipient", { toAddress: `0x${"2".repeat(40)}` as const }],
])(
  "a transfer of another %s at the same place replaces the vanished one and is not new",
  (_, change) => {
    expect(ordinals([transfer(0, change)], [credited(0)])).toEqual([[], [0]]);
    expect(replaced([transfer(0, change)], [credited(0)])).toEqual([[0, "dep_0"]]);
  },
);

test("a transfer at the place of a moved one replaces it, and the moved one is known", () => {
  const found = [transfer(0, { amountMicroUsd: 1n }), transfer(1), transfer(2)];
  expect(ordinals(found, [credited(0)])).toEqual([[2], []]);
  expect(replaced(found, [credited(0)])).toEqual([[0, "dep_0"]]);
});

test("a transfer that is not found has vanished", () => {
  expect(ordinals([], [credited(0), credited(3)])).toEqual([[], [0, 3]]);
});
