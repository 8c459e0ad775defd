import { expect, test } from "vitest";
import { fundCardContract } from "@/lib/cards/contract";
import { fieldSentences } from "@/lib/kernel/field-sentences";
import { createUserBody } from "@/lib/users/contract";
import { checkFields } from "./check-fields";

test("each invalid field is reported once with the text of the API", () => {
  expect(checkFields(fundCardContract.body, { amount: 5.005 })).toEqual({
    serviceCardId: "This field is required.",
    amount: "Must have at most 2 decimals.",
  });
});

test("rules over several fields are reported too", () => {
  const errors = checkFields(createUserBody, { program: "non_custodial", walletAddress: "0x1" });
  expect(errors.walletAddress).toBe("Must be 0x and 40 hexadecimal digits.");
  expect(checkFields(createUserBody, { program: "non_custodial" }).walletAddress).toBe(
    "Is required when program is non_custodial.",
  );
});

test("valid values have no errors", () => {
  expect(checkFields(createUserBody.shape.city, "Lagos")).toEqual({});
});

test("texts that do not begin with their field are kept", () => {
  expect(fieldSentences({ body: "body must be JSON", a: "no" })).toEqual({
    body: "Must be JSON.",
    a: "No.",
  });
});

test("rules that a form words otherwise", () => {
  const fields = {
    amount: "amount must not be greater than 10000",
    fee: "fee must not be less than 0.5",
    isTermsOfServiceAccepted: "isTermsOfServiceAccepted must be true",
  };
  expect(fieldSentences(fields)).toEqual({
    amount: "Must be at most 10000.",
    fee: "Must be at least 0.5.",
    isTermsOfServiceAccepted: "This must be accepted.",
  });
});
