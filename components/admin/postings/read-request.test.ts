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

test("takes the fields of the kind alone, amounts as numbers, and leaves out what is empty", () => {
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

test("leaves an amount that is no number to the API, which says so", () => {
  const form = formOf("fee_withdrawal", { paidFrom: "bank", amount: "much", reason: "r" });
  expect(readRequest(form)).toMatchObject({ amount: "much" });
});
