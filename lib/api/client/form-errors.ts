import type { ApiError } from "./api-error";
import { fieldSentences } from "./field-sentences";

/** Refusals of what confirms a form, and the field that it is typed in. */
const CONFIRMING: Partial<Record<string, string>> = {
  PASSWORD_INVALID: "password",
  SECOND_FACTOR_INVALID: "totp",
};

/** What is wrong with the fields of a form that was sent, a password or code that was not right among them. */
export function formErrors(failure: ApiError | undefined): Record<string, string> {
  if (!failure) return {};
  const confirming = CONFIRMING[failure.code];
  return confirming ? { [confirming]: failure.text } : fieldSentences(failure.fields);
}
