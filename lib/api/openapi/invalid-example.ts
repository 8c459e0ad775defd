import type { z } from "zod";
import type { AnyContract } from "@/lib/contract/contract";
import { fieldErrors } from "@/lib/contract/field-errors";
import { readIdempotencyKey } from "@/lib/http/idempotency";
import { type FieldError, isValidationError, ValidationError } from "@/lib/kernel/errors";

const MAX_FIELDS = 2;

/** Returns the validation errors of `{}`, or, when no field is required, of values that every field refuses. */
function brokenFields(schema: z.ZodObject): FieldError[] {
  const nonsense = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, ["?"]]));
  for (const input of [{}, nonsense]) {
    const parsed = schema.safeParse(input, { reportInput: true });
    if (!parsed.success) return fieldErrors(parsed.error.issues);
  }
  return [];
}

function missingKey(contract: AnyContract): FieldError[] {
  try {
    readIdempotencyKey(contract, new Request("http://localhost"));
    return [];
  } catch (error) {
    if (isValidationError(error)) return error.fields;
    throw error;
  }
}

/** Returns an example of an operation's validation error, made by its own rules. */
export function invalidExample(contract: AnyContract): ValidationError {
  const hasOwnCode = ({ property, constraints }: FieldError) =>
    contract.fieldCodes?.some(
      (field) => field.property === property && (!field.rule || field.rule in constraints),
    );
  for (const schema of [contract.body, contract.query]) {
    const fields = schema ? brokenFields(schema).filter((error) => !hasOwnCode(error)) : [];
    if (fields.length > 0) return new ValidationError(fields.slice(0, MAX_FIELDS));
  }
  return new ValidationError(missingKey(contract));
}
