import { expect, test } from "vitest";
import { fundCardContract } from "@/lib/cards/contract";
import { createUserBody } from "@/lib/users/contract";
import { checkFields } from "./check-fields";
import { fieldSentences } from "./field-sentences";

test("each wrong field is named once, in the words of the API", () => {
  expect(checkFields(fundCardContract.body, { amount: 5.005 })).toEqual({
    serviceCardId: "Should not be empty.",
    amount: "Must have at most 2 decimals.",
  });
});

test("rules over several fields are said too", () => {
  const errors = checkFields(createUserBody, { program: "non_custodial", walletAddress: "0x1" });
  expect(errors.walletAddress).toBe("Must be 0x and 40 hexadecimal digits.");
  expect(checkFields(createUserBody, { program: "non_custodial" }).walletAddress).toBe(
    "Is required when program is non_custodial.",
  );
});

test("what is right has no errors", () => {
  expect(checkFields(createUserBody.shape.city, "Lagos")).toEqual({});
});

test("texts that do not begin with their field are kept", () => {
  expect(fieldSentences({ body: "body must be JSON", a: "no" })).toEqual({
    body: "Must be JSON.",
    a: "No.",
  });
});
