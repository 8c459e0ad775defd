import type { z } from "zod";
import { fieldErrors } from "@/lib/contract/field-errors";
import { fieldSentences } from "./field-sentences";

/** `fieldSentences` for values that were not sent yet, by the schema that the API will hold them to, if it has one. */
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
