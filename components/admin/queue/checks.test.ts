import { expect, test } from "vitest";
import { exampleOutlook, exampleReview } from "@/lib/backoffice/review/schema";
import { exampleAdminWithdrawal } from "@/lib/backoffice/schema";
import { checksOf } from "./checks";
import type { Outlook, QueuedWithdrawal, Review } from "./queries";

const withdrawal = exampleAdminWithdrawal as QueuedWithdrawal;
const review = exampleReview as Review;
const outlook = exampleOutlook as Outlook;
const known = {
  ...review.address,
  requestedBefore: 3,
  isPartial: false,
  firstRequestedAt: "2026-01-05T10:00:00.000Z",
  paidBefore: { count: 2, netAmount: 199 },
};
const lookAlikes = [{ address: "0x1", lastRequestedAt: "2026-01-05T10:00:00.000Z", paidCount: 1 }];

const lines = (changes: Partial<Review>, seen: Outlook | undefined = outlook) =>
  checksOf(withdrawal, { ...review, ...changes }, seen).map(
    ({ state, title }) => `${state ?? "-"}: ${title}`,
  );

test("a paid address, an account, and enough funds pass every check", () => {
  expect(lines({ address: known })).toEqual([
    "settled: Not on the sanctions list",
    "settled: Paid 2 times before",
    "settled: Wallet, not a contract",
    "settled: On the allow-list",
    "-: Payout limits, checked when a withdrawal is requested",
    "-: Source of funds, 30 days: 97 % deposits, 3 % card withdrawals, <1 % terminated cards",
    "-: 1 withdrawal today, 4 this month",
    "settled: Treasury balance OK",
    "settled: Gas OK",
  ]);
});

test("a first use, and one that was requested and never paid, need attention", () => {
  expect(lines({})[1]).toBe("attention: First use of this address");
  const unpaid = { ...known, paidBefore: { count: 0, netAmount: 0 } };
  expect(lines({ address: unpaid })[1]).toBe("attention: Requested before, never paid");
});

test("what was counted to a limit is not stated as the whole", () => {
  const partial = { ...known, isPartial: true, paidBefore: { count: 1_000, netAmount: 199 } };
  const [, paid] = checksOf(withdrawal, { ...review, address: partial }, outlook);
  expect(paid?.title).toBe("Paid at least 1,000 times before");
  expect(JSON.stringify(paid?.text)).toContain("or more");
  const unpaid = { ...partial, paidBefore: { count: 0, netAmount: 0 } };
  expect(lines({ address: unpaid })[1]).toBe("attention: Requested before, no payment found");
  const unknown = { ...unpaid, requestedBefore: 0 };
  expect(lines({ address: unknown })[1]).toBe("attention: No earlier use of this address found");
  const [, sent] = checksOf(
    { ...withdrawal, status: "completed" },
    { ...review, address: unpaid },
    outlook,
  );
  expect(sent?.title).toBe("No earlier payment to this address found");
});

test("a similar address comes first; for a paid address it only needs attention", () => {
  const title = "Resembles another address of this partner, but is different";
  expect(lines({ address: { ...review.address, lookAlikes } })[1]).toBe(`failed: ${title}`);
  expect(lines({ address: { ...known, lookAlikes } })[1]).toBe(`attention: ${title}`);
});

test("an address where money is lost comes before everything", () => {
  const found = lines({ address: { ...known, problem: "token_contract", lookAlikes } });
  expect(found[0]).toBe("failed: Unsafe address");
});

test("other partners that use the address are shown", () => {
  const found = lines({ address: { ...known, otherPartners: 2 } });
  expect(found).toContain("attention: 2 other partners also requested payments to this address");
});

test("unknown facts of the node do not pass", () => {
  const silent = lines({ address: known }, { recipient: "unknown", fault: "away" });
  expect(silent).toContain("attention: Address type unknown");
  expect(silent.some((line) => /treasury|gas/.test(line))).toBe(false);
  expect(lines({ address: known }, { ...outlook, recipient: "contract" })).toContain(
    "attention: Contract address",
  );
});

test("too little treasury balance or gas is shown", () => {
  const short = {
    ...outlook,
    treasury: { before: 10, after: -89.5 },
    gas: { balance: "0", transfersAfter: -1 },
  };
  expect(lines({}, short)).toEqual(
    expect.arrayContaining(["failed: Insufficient treasury balance", "failed: Insufficient gas"]),
  );
});

test("a decided withdrawal has no checks of the chain", () => {
  const decided = checksOf({ ...withdrawal, status: "completed" }, review, outlook);
  expect(decided.some(({ title }) => /account|treasury|gas/.test(title))).toBe(false);
});

test("missing recent deposits are pointed out", () => {
  const funding = { ...review.funding, deposits: 0, cardWithdrawals: 0, liquidations: 0 };
  expect(lines({ funding })).toContain("attention: No incoming funds in the previous 30 days");
  expect(lines({ funding: { ...funding, corrections: 10 } })).toContain(
    "-: Source of funds, 30 days: 100 % corrections",
  );
});

test("a share is not called the whole beside others", () => {
  const funding = { ...review.funding, deposits: 9_999, cardWithdrawals: 1, liquidations: 0 };
  expect(lines({ funding })).toContain(
    "-: Source of funds, 30 days: >99 % deposits, <1 % card withdrawals",
  );
});

test("after sending, the first use of the address needs no attention", () => {
  const sent = { ...withdrawal, status: "completed" } as const;
  const unpaid = { ...known, paidBefore: { count: 0, netAmount: 0 } };
  for (const changes of [{}, { address: unpaid }]) {
    const [, first] = checksOf(sent, { ...review, ...changes }, outlook);
    expect(first).toMatchObject({ state: undefined, title: "First payment to this address" });
    expect(JSON.stringify(first)).not.toContain("another channel");
  }
});

test("an address on the sanctions list fails, unless it was released", () => {
  const screening = { outcome: "hit" as const, reason: "Listed." };
  expect(lines({ address: known, screening })[0]).toBe("failed: On the sanctions list");
  const hit = { since: withdrawal.createdAt, reason: "Listed." };
  const held = { ...withdrawal, screening: hit };
  const [first] = checksOf(held, review, outlook);
  expect(first).toMatchObject({ state: "failed", title: "On the sanctions list" });
  const released = { at: withdrawal.createdAt, by: "Ines", reason: "The list was wrong" };
  const [check] = checksOf({ ...held, screening: { ...hit, released } }, review, outlook);
  expect(check).toMatchObject({ state: "attention" });
});

test("a screening without a list does not pass", () => {
  const screening = { outcome: "unavailable" as const, reason: "No list." };
  expect(lines({ screening })[0]).toBe("failed: Sanctions screening unavailable");
});

test("an address that the allow-list lacks needs attention, whether it left or the list is newer", () => {
  const { savedAt: _, ...policy } = review.policy;
  expect(lines({ policy })).toContain("attention: Not on the allow-list");
});
