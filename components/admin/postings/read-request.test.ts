import { expect, test } from "vitest";
import { POSTING_FIELDS, type PostingKind } from "@/lib/accounting/postings/kinds";
import { type PostingValues, readRequest } from "./read-request";

const NOTHING = Object.fromEntries(
  ["amount", "reason", "reference", ...POSTING_FIELDS].map((name) => [name, ""]),
) as Omit<PostingValues, "kind">;
const formOf = (kind: PostingKind, values: Record<string, string>): PostingValues => ({
  ...NOTHING,
  ...values,
  kind,
});

test("contains only the fields of the kind, with amounts as numbers and without empty fields", () => {
  const form = formOf("treasury_transfer", {
    ...{ paidFrom: "bank", receivedAt: "custody:base:usdc", takeFrom: "fees" },
    ...{ amount: "1,234.567891", amountReceived: "", reference: " ", reason: " Bridge " },
  });
  expect(readRequest(form)).toEqual({
    kind: "treasury_transfer",
    paidFrom: "bank",
    receivedAt: "custody:base:usdc",
    amount: 1234.567891,
    reason: "Bridge",
  });
});

test("leaves an invalid amount to the API's validation", () => {
  const form = formOf("fee_withdrawal", { paidFrom: "bank", amount: "much", reason: "r" });
  expect(readRequest(form)).toMatchObject({ amount: "much" });
});

test.each(["12,50", "1.234,56", "1,2", "1,,000"])(
  "%j, which has a comma for another purpose than thousands, is no amount",
  (amount) => {
    const form = formOf("fee_withdrawal", { paidFrom: "bank", amount, reason: "r" });
    expect(readRequest(form)).toMatchObject({ amount });
  },
);
