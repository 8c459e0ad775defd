import { expect, test } from "vitest";
import type { Operation } from "../load/operations.ts";
import { type BookedMove, compareBooks, expectedWallet } from "./compare-books.ts";

const operation = (key: string, changes: Partial<Operation> = {}): Operation => ({
  kind: "fund",
  key,
  partnerId: "ptr_a",
  amountMicroUsd: 5_000_000n,
  wasRepeated: false,
  acknowledged: { atMs: 1, transactionId: `txn_${key}` },
  ...changes,
});
const move = (reference: string, changes: Partial<BookedMove> = {}): BookedMove => ({
  kind: "fund",
  reference,
  partnerId: "ptr_a",
  amountMicroUsd: 5_000_000n,
  transactionId: `txn_${reference}`,
  ...changes,
});
const SOUND = {
  lost: [],
  duplicated: [],
  different: [],
  unknown: [],
  unanswered: { standing: 0, absent: 0 },
};

test("an operation that was acknowledged and stands once is right, also without the transaction's id", () => {
  const operations = [operation("1"), operation("2", { acknowledged: { atMs: 1 } })];
  expect(compareBooks(operations, [move("1"), move("2")])).toEqual({ ...SOUND, acknowledged: 2 });
});

test("an acknowledged operation that is missing is found", () => {
  const operations = [operation("1"), operation("2")];
  expect(compareBooks(operations, [move("1")]).lost).toEqual(["fund 2"]);
});

test("the same key of another kind does not stand in for a missing one", () => {
  const found = compareBooks([operation("1")], [move("1", { kind: "withdraw" })]);
  expect([found.lost, found.unknown]).toEqual([["fund 1"], ["withdraw 1"]]);
});

test("an operation that stands twice is found, acknowledged or not", () => {
  const operations = [operation("1"), operation("2", { acknowledged: undefined })];
  const moves = ["1", "1", "2", "2"].map((key) => move(key));
  expect(compareBooks(operations, moves).duplicated).toEqual(["fund 1", "fund 2"]);
});

test("another amount, partner or transaction than the acknowledged one is found", () => {
  const operations = ["1", "2", "3"].map((key) => operation(key));
  const moves = [
    move("1", { amountMicroUsd: 5_000_001n }),
    move("2", { partnerId: "ptr_b" }),
    move("3", { transactionId: "txn_other" }),
  ];
  expect(compareBooks(operations, moves).different).toEqual(["fund 1", "fund 2", "fund 3"]);
});

test("an operation without an answer may stand or not, and is counted", () => {
  const operations = ["1", "2"].map((key) => operation(key, { acknowledged: undefined }));
  const found = compareBooks(operations, [move("1")]);
  expect(found).toEqual({ ...SOUND, acknowledged: 0, unanswered: { standing: 1, absent: 1 } });
});

test("a movement that the load never asked for is found", () => {
  expect(compareBooks([], [move("9")]).unknown).toEqual(["fund 9"]);
});

test("a wallet must have what it began with, less the fundings, plus what came back and was deposited", () => {
  const moves = [
    move("1"),
    move("2", { kind: "withdraw", amountMicroUsd: 2_000_000n }),
    move("3", { partnerId: "ptr_b" }),
  ];
  expect(expectedWallet("ptr_a", 100_000_000n, 7_000_000n, moves)).toBe(104_000_000n);
});
