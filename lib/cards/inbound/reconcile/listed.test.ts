import { expect, test } from "vitest";
import type { IssuedPosting } from "../issued-posting";
import { Listed } from "./listed";

const FROM = new Date("2026-11-20T00:00:00Z");
const posting = (id: string, at: string): IssuedPosting => ({
  id,
  kind: "capture",
  amountMicroUsd: 1n,
  issuerCardId: "card",
  at: new Date(at),
});

test("counts all postings, and keeps the ids of the compared period alone", () => {
  const listed = new Listed(FROM);
  const older = Array.from({ length: 1_000 }, (_, n) =>
    posting(`old_${n}`, "2026-11-19T23:59:59Z"),
  );
  listed.add(older, []);
  listed.add([posting("first", FROM.toISOString()), posting("new", "2026-11-22T08:00:00Z")], []);
  expect([listed.count, listed.kept]).toEqual([1_002, 2]);
  const has = (id: string) => listed.has({ id, issuerTransactionId: "t" });
  expect(["first", "new", "old_1"].map(has)).toEqual([true, true, false]);
});

test("takes what cannot be read for the posting, by its own id or its transaction's", () => {
  const listed = new Listed(FROM);
  listed.add([], [{ id: "posting" }, { id: "transaction" }]);
  expect(listed.has({ id: "posting", issuerTransactionId: "other" })).toBe(true);
  expect(listed.has({ id: "other", issuerTransactionId: "transaction" })).toBe(true);
  expect(listed.has({ id: "other", issuerTransactionId: "other" })).toBe(false);
});
