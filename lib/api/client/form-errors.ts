import type { ApiError } from "./api-error";
import { fieldSentences } from "./field-sentences";

/** Errors of a step-up authentication, with the field that they concern. */
const CONFIRMING: Partial<Record<string, string>> = {
  PASSWORD_INVALID: "password",
  SECOND_FACTOR_INVALID: "totp",
};

/** Returns the error texts of a form's fields after a failed request, including a wrong password or code. */
export function formErrors(failure: ApiError | undefined): Record<string, string> {
  if (!failure) return {};
  const confirming = CONFIRMING[failure.code];
  return confirming ? { [confirming]: failure.text } : fieldSentences(failure.fields);
}
