import { fieldSentences } from "@/lib/kernel/field-sentences";
import type { ApiError } from "../api-error";

/** The field of a form that another name stands for: an error code, or a property of the request. */
export type FieldNames = Partial<Record<string, string>>;

/** Errors of a step-up authentication, with the field that they concern. */
const STEP_UP: FieldNames = { PASSWORD_INVALID: "password", SECOND_FACTOR_INVALID: "totp" };

/** Assigns error texts of properties to the form's fields. Drops the texts of properties without a field. */
export function byField(
  texts: Record<string, string>,
  fields: readonly string[],
  names: FieldNames = {},
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [property, text] of Object.entries(texts)) {
    // `events.0` is an element of the property `events`.
    const [whole = property] = property.split(".");
    const field = names[whole] ?? whole;
    if (fields.includes(field)) found[field] ??= text;
  }
  return found;
}

/** Returns the error texts of a form's fields after a failed request, including a wrong password or code. */
export function refusedFields(
  failure: ApiError | undefined,
  fields: readonly string[],
  names: FieldNames = {},
): Record<string, string> {
  if (!failure) return {};
  const { code, text } = failure;
  const named = { ...STEP_UP, ...names }[code];
  if (named !== undefined && fields.includes(named)) return { [named]: text };
  return byField(fieldSentences(failure.fields), fields, names);
}
