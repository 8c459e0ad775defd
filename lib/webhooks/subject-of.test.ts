import { expect, test } from "vitest";
import { subjectOf } from "./subject-of";

const bought = { type: "debit", description: "Purchase at Deutsche Bahn", amount: 61.3 };
const minh = { firstName: "Minh", lastName: "Nguyễn" };

test.each([
  [
    "card.transaction-event",
    { ...bought, status: "approved" },
    "4242",
    "Purchase at Deutsche Bahn, 61.30 USD, card •• 4242",
  ],
  [
    "card.transaction-event",
    { ...bought, status: "declined" },
    null,
    "Declined: Purchase at Deutsche Bahn, 61.30 USD",
  ],
  ["user.kyc-event", { ...minh, status: "approved" }, null, "Minh Nguyễn approved"],
  [
    "user.kyc-event",
    { ...minh, status: "needsVerification" },
    null,
    "Minh Nguyễn needs verification",
  ],
  [
    "user.kyc-event",
    { firstName: "", lastName: "", status: "denied" },
    null,
    "Deleted user denied",
  ],
  ["wallet.deposit.crypto", { amount: 0.123456 }, null, "Deposit to wallet, 0.123456 USD"],
  ["wallet.deposit.crypto", { amount: 1_202_950 }, null, "Deposit to wallet, 1,202,950.00 USD"],
  ["card.deposit.crypto", { amount: 5 }, "0007", "Deposit to card, 5.00 USD, card •• 0007"],
  [
    "wallet.deposit.card-withdrawal",
    { amount: 10 },
    "0007",
    "Card withdrawal, 10.00 USD, card •• 0007",
  ],
  [
    "wallet.deposit.card-withdrawal",
    { amount: 10, source: "liquidation" },
    null,
    "Card liquidation, 10.00 USD",
  ],
  [
    "wallet.withdrawal.crypto",
    { amount: 100, status: "rejected" },
    null,
    "Withdrawal rejected, 100.00 USD",
  ],
  ["card.transaction-event", {}, null, "Card transaction"],
] as const)("%s with %j of card %j is named", (type, data, last4, subject) => {
  expect(subjectOf(type, data, last4)).toBe(subject);
});
