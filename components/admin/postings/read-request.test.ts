import { expect, test } from "vitest";
import { readRequest } from "./read-request";

function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

test("takes the fields of the kind alone, amounts as numbers, and leaves out what is empty", () => {
  const form = formOf({
    ...{ paidFrom: "bank", receivedAt: "custody:base:usdc", takeFrom: "fees" },
    ...{ amount: "1,234.567891", amountReceived: "", reference: " ", reason: " Bridge " },
  });
  expect(readRequest("treasury_transfer", form)).toEqual({
    kind: "treasury_transfer",
    paidFrom: "bank",
    receivedAt: "custody:base:usdc",
    amount: 1234.567891,
    reason: "Bridge",
  });
});

test("leaves an amount that is no number to the API, which says so", () => {
  const form = formOf({ paidFrom: "bank", amount: "much", reason: "r" });
  expect(readRequest("fee_withdrawal", form)).toMatchObject({ amount: "much" });
});
