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
    "settled: It is an account",
    "-: In 30 days: 97 % deposits, 3 % card withdrawals, 0 % terminated cards",
    "-: 1 withdrawal today, 4 this month",
    "settled: The treasury can pay it",
    "settled: There is gas",
  ]);
});

test("a first use, and one that was asked for and never paid, ask for a look", () => {
  expect(lines({})[0]).toBe("attention: First use of this address");
  const unpaid = { ...known, paidBefore: { count: 0, netAmount: 0 } };
  expect(lines({ address: unpaid })[0]).toBe("attention: Requested before, never paid");
});

test("a look-alike comes first; beside an address that was paid it only asks for a look", () => {
  const title = "It looks like another address of this partner, and is not";
  expect(lines({ address: { ...review.address, lookAlikes } })[0]).toBe(`failed: ${title}`);
  expect(lines({ address: { ...known, lookAlikes } })[0]).toBe(`attention: ${title}`);
});

test("an address where money is lost comes before everything", () => {
  const found = lines({ address: { ...known, problem: "token_contract", lookAlikes } });
  expect(found[0]).toBe("failed: Nobody should be paid there");
});

test("who else is paid there is said", () => {
  const found = lines({ address: { ...known, otherPartners: 2 } });
  expect(found).toContain("attention: 2 other partners asked to be paid there too");
});

test("what the node does not say is not taken for good", () => {
  const silent = lines({ address: known }, { recipient: "unknown", fault: "away" });
  expect(silent).toContain("attention: Not known whether it is a contract");
  expect(silent.some((line) => /treasury|gas/.test(line))).toBe(false);
  expect(lines({ address: known }, { ...outlook, recipient: "contract" })).toContain(
    "attention: It is a contract",
  );
});

test("too little in the treasury, or of gas, is said", () => {
  const short = {
    ...outlook,
    treasury: { before: 10, after: -89.5 },
    gas: { balance: "0", transfersAfter: -1 },
  };
  expect(lines({}, short)).toEqual(
    expect.arrayContaining([
      "failed: The treasury has too little",
      "failed: There is too little gas",
    ]),
  );
});

test("of one that is decided the chain says nothing any more", () => {
  const decided = checksOf({ ...withdrawal, status: "completed" }, review, outlook);
  expect(decided.some(({ title }) => /account|treasury|gas/.test(title))).toBe(false);
});

test("money that did not come in lately is pointed out", () => {
  const funding = { ...review.funding, deposits: 0, cardWithdrawals: 0, liquidations: 0 };
  expect(lines({ funding })).toContain(
    "attention: Nothing came into the wallet in the 30 days before",
  );
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
