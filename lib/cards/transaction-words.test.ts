import { expect, test } from "vitest";
import { directionOf, kindOf, kindOfCategory, transactionTitle } from "./transaction-words";

const id = "txn_01k9x71f8r8e5t2v7w4y0z1a2b";
const line = {
  serviceTransactionId: id,
  transactionType: "purchase",
  merchantName: "Deutsche Bahn",
  description: "Purchase at Deutsche Bahn",
} as const;
const fee = { ...line, serviceTransactionId: `${id}_fx`, description: "Cross-border fee" };
const refund = { ...line, serviceTransactionId: `${id}_rev`, transactionType: "refund" } as const;
const reversal = { ...line, serviceTransactionId: `${id}_rev2` };
const increase = { ...line, serviceTransactionId: `${id}_inc` };
const secondIncrease = { ...line, serviceTransactionId: `${id}_inc2` };
const cash = { ...line, transactionType: "withdrawal" } as const;
const sweep = { ...cash, merchantName: "", description: "Withdrawal to the wallet" };

test("a cross-border fee and a refund are named as such, a purchase by its merchant", () => {
  expect(
    [line, fee, refund, reversal, increase, secondIncrease, cash, sweep].map((each) => [
      kindOf(each),
      transactionTitle(each),
    ]),
  ).toEqual([
    ["purchase", "Deutsche Bahn"],
    ["fx_fee", "FX fee · Deutsche Bahn"],
    ["refund", "Refund · Deutsche Bahn"],
    ["reversal", "Reversal · Deutsche Bahn"],
    ["purchase", "Increase · Deutsche Bahn"],
    ["purchase", "Increase · Deutsche Bahn"],
    ["cash_withdrawal", "Deutsche Bahn"],
    ["card_withdrawal", "Withdrawal to the wallet"],
  ]);
});

test("the fee of a cash withdrawal is named as a fee, by its id and by its category", () => {
  expect(kindOf({ ...fee, transactionType: "withdrawal" })).toBe("fx_fee");
  const category = "cross_border_fee";
  expect(kindOfCategory({ category, transactionType: "withdrawal" })).toBe("fx_fee");
});

test("declined and reversed transactions have no direction; a refund is incoming, although reversed", () => {
  const of = (status: "declined" | "reversed" | "authorized" | "settled") =>
    directionOf({ status, transactionType: "purchase" });
  expect([of("declined"), of("reversed"), of("authorized"), of("settled")]).toEqual([
    undefined,
    undefined,
    "out",
    "out",
  ]);
  expect(directionOf({ status: "reversed", transactionType: "refund" })).toBe("in");
});
