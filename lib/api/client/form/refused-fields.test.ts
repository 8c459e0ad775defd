import { expect, test } from "vitest";
import { ApiError } from "../api-error";
import { byField, refusedFields } from "./refused-fields";

const fieldError = (property: string) => ({
  property,
  constraints: { isNotEmpty: `${property} should not be empty` },
});
const refusal = (...properties: string[]) =>
  new ApiError({
    status: 400,
    code: "VALIDATION",
    text: "Some fields are invalid.",
    fields: properties.map(fieldError),
  });

test("errors of the service are assigned to the fields that they name", () => {
  expect(refusedFields(refusal("email", "name"), ["email", "name"])).toEqual({
    email: "This field is required.",
    name: "This field is required.",
  });
  expect(refusedFields(undefined, ["email"])).toEqual({});
});

test("an error of a property without a field is left to the failure of the form", () => {
  expect(refusedFields(refusal("serviceCardId"), ["amount"])).toEqual({});
});

test("a property and an element of an array belong to the form field that edits them", () => {
  const names = { chain: "pair", token: "pair" };
  expect(byField({ chain: "No.", token: "Neither." }, ["pair"], names)).toEqual({ pair: "No." });
  expect(byField({ "events.0": "Unknown event." }, ["events"])).toEqual({
    events: "Unknown event.",
  });
});

test("a wrong password or code is an error of its field, if the form has that field", () => {
  const wrong = new ApiError({ status: 403, code: "SECOND_FACTOR_INVALID", text: "Wrong code." });
  expect(refusedFields(wrong, ["totp"])).toEqual({ totp: "Wrong code." });
  expect(refusedFields(wrong, ["code"], { SECOND_FACTOR_INVALID: "code" })).toEqual({
    code: "Wrong code.",
  });
  expect(refusedFields(wrong, ["amount"])).toEqual({});
});
