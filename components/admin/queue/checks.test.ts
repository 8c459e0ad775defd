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
  firstRequestedAt: "2026-01-05T10:00:00.000Z",
  paidBefore: { count: 2, netAmount: 199 },
};
const lookAlikes = [{ address: "0x1", lastRequestedAt: "2026-01-05T10:00:00.000Z", paidCount: 1 }];

const lines = (changes: Partial<Review>, seen: Outlook | undefined = outlook) =>
  checksOf(withdrawal, { ...review, ...changes }, seen).map(
    ({ state, title }) => `${state ?? "-"}: ${title}`,
  );

test("an address that was paid before, an account, and enough of everything", () => {
  expect(lines({ address: known })).toEqual([
    "settled: Paid 2 times before",
    "settled: Wallet, not a contract",
    "-: Source of funds, 30 days: 97 % deposits, 3 % card withdrawals, 0 % terminated cards",
    "-: 1 withdrawal today, 4 this month",
    "settled: Treasury balance OK",
    "settled: Gas OK",
  ]);
});

test("a first use, and one that was asked for and never paid, ask for a look", () => {
  expect(lines({})[0]).toBe("attention: First use of this address");
  const unpaid = { ...known, paidBefore: { count: 0, netAmount: 0 } };
  expect(lines({ address: unpaid })[0]).toBe("attention: Requested before, never paid");
});

test("a look-alike comes first; beside an address that was paid it only asks for a look", () => {
  const title = "Resembles another address of this partner, but is different";
  expect(lines({ address: { ...review.address, lookAlikes } })[0]).toBe(`failed: ${title}`);
  expect(lines({ address: { ...known, lookAlikes } })[0]).toBe(`attention: ${title}`);
});

test("an address where money is lost comes before everything", () => {
  const found = lines({ address: { ...known, problem: "token_contract", lookAlikes } });
  expect(found[0]).toBe("failed: Unsafe address");
});

test("who else is paid there is said", () => {
  const found = lines({ address: { ...known, otherPartners: 2 } });
  expect(found).toContain("attention: 2 other partners also requested payments to this address");
});

test("what the node does not say is not taken for good", () => {
  const silent = lines({ address: known }, { recipient: "unknown", fault: "away" });
  expect(silent).toContain("attention: Address type unknown");
  expect(silent.some((line) => /treasury|gas/.test(line))).toBe(false);
  expect(lines({ address: known }, { ...outlook, recipient: "contract" })).toContain(
    "attention: Contract address",
  );
});

test("too little in the treasury, or of gas, is said", () => {
  const short = {
    ...outlook,
    treasury: { before: 10, after: -89.5 },
    gas: { balance: "0", transfersAfter: -1 },
  };
  expect(lines({}, short)).toEqual(
    expect.arrayContaining(["failed: Insufficient treasury balance", "failed: Insufficient gas"]),
  );
});

test("of one that is decided the chain says nothing any more", () => {
  const decided = checksOf({ ...withdrawal, status: "completed" }, review, outlook);
  expect(decided.some(({ title }) => /account|treasury|gas/.test(title))).toBe(false);
});

test("money that did not come in lately is pointed out", () => {
  const funding = { ...review.funding, deposits: 0, cardWithdrawals: 0, liquidations: 0 };
  expect(lines({ funding })).toContain("attention: No incoming funds in the previous 30 days");
});

test("once it was sent, nothing asks to confirm a first use of the address", () => {
  const sent = { ...withdrawal, status: "completed" } as const;
  const unpaid = { ...known, paidBefore: { count: 0, netAmount: 0 } };
  for (const changes of [{}, { address: unpaid }]) {
    const [first] = checksOf(sent, { ...review, ...changes }, outlook);
    expect(first).toMatchObject({ state: undefined, title: "First payment to this address" });
    expect(JSON.stringify(first)).not.toContain("another channel");
  }
});
