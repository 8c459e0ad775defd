import type { z } from "zod";
import { fieldErrors } from "@/lib/contract/field-errors";
import { fieldSentences } from "@/lib/kernel/field-sentences";

/** Returns `fieldSentences` for values that were not sent yet, by the API's schema, if there is one. */
export function checkFields(
  schema: z.ZodType | undefined,
  values: unknown,
): Record<string, string> {
  const parsed = schema?.safeParse(values, { reportInput: true });
  if (!parsed || parsed.success) return {};
  const errors = fieldErrors(parsed.error.issues).map(
    ({ property, constraints }) => [property, Object.values(constraints)[0] ?? ""] as const,
  );
  return fieldSentences(Object.fromEntries(errors));
}
