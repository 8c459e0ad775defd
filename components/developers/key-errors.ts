import type { ApiError } from "@/lib/fetch/api-error";
import { fieldSentences } from "@/lib/fetch/check-fields";

/** What is wrong with the fields of a form that makes a key, the password that was not right among them. */
export function keyErrors(failure: ApiError | undefined): Record<string, string> {
  if (!failure) return {};
  if (failure.code === "PASSWORD_INVALID") return { password: failure.text };
  return fieldSentences(failure.fields);
}
