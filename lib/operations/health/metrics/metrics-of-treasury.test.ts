import { afterEach, expect, test, vi } from "vitest";
import type { StoredReconciliation } from "@/lib/accounting/checks/find-reconciliation";
import { exampleCheck } from "@/lib/checks/schema";
import { HOUR_S } from "@/lib/kernel/durations";
import { exampleTreasury, treasurySchema } from "@/lib/treasury/schema";
import { metricsOfTreasury } from "./metrics-of-treasury";

type Treasury = StoredReconciliation["treasury"];
type State = Treasury["chains"][number]["state"];

const RAN_AT = "2026-11-21T10:00:00.000Z";
const example = treasurySchema.parse(exampleTreasury);

afterEach(() => {
  vi.restoreAllMocks();
});

const stored = (treasury: Treasury): StoredReconciliation => ({
  ...exampleCheck,
  ranAt: RAN_AT,
  treasury,
});

/** Returns the values of a metric, some hours after the reconciliation. */
function valuesOf(metric: string, last: StoredReconciliation | undefined, afterH = 0) {
  const at = new Date(Date.parse(RAN_AT) + afterH * HOUR_S * 1_000);
  const found = metricsOfTreasury(last, at).find(({ name }) => name === metric);
  return found?.samples.map(({ value }) => value);
}

/** Returns the samples of books_equal for a treasury whose chains are in these states. */
function booksEqual(states: readonly State[], isEqual: boolean, difference = 0) {
  const treasury: Treasury = {
    ...example,
    isEqual,
    books: { ...example.books, difference },
    chains: states.map((state) => ({
      ...{ chain: `chain-${state}`, chainId: 1, state },
      ...{ treasuryAddresses: [], tokens: [] },
    })),
  };
  return valuesOf("books_equal", stored(treasury));
}

test("books_equal is 1 while books and chains agree", () => {
  expect(booksEqual(["equal", "off"], true)).toEqual([1]);
});

test("books_equal is 0 for a chain that differs, also while another one is unreachable", () => {
  expect(booksEqual(["equal", "unequal"], false)).toEqual([0]);
  expect(booksEqual(["unequal", "unreachable"], false)).toEqual([0]);
});

test("books_equal is 0 for a ledger that does not balance, also while a chain is unreachable", () => {
  expect(booksEqual(["equal"], false, 0.000001)).toEqual([0]);
  expect(booksEqual(["equal", "unreachable"], false, -0.000001)).toEqual([0]);
});

test("books_equal is 0 for custody on a chain without a node, which nothing else reports", () => {
  expect(booksEqual(["equal", "off"], false)).toEqual([0]);
});

test("books_equal has no sample while a node is away and nothing differs", () => {
  expect(booksEqual(["equal", "unreachable"], false)).toEqual([]);
});

test("the age of the reconciliation grows, beside the interval at which there should be one", () => {
  const last = stored(example);
  expect(valuesOf("reconciliation_age_seconds", last)).toEqual([0]);
  expect(valuesOf("reconciliation_age_seconds", last, 5)).toEqual([5 * HOUR_S]);
  expect(valuesOf("reconciliation_interval_seconds", last, 5)).toEqual([HOUR_S]);
});

test("without a reconciliation the age is the process's, and no amount is reported", () => {
  vi.spyOn(process, "uptime").mockReturnValue(400);
  expect(valuesOf("reconciliation_age_seconds", undefined)).toEqual([400]);
  expect(valuesOf("reconciliation_interval_seconds", undefined)).toEqual([HOUR_S]);
  expect(metricsOfTreasury(undefined, new Date(RAN_AT))).toHaveLength(2);
});
