import type { z } from "zod";
import { perProcess } from "@/lib/kernel/per-process";

/** Why a field's value is never recorded: `secret` grants access or spends money, `personal` is about a person. */
export type Sensitivity = "secret" | "personal";

const sensitivities = perProcess("sensitivities", () => new WeakMap<object, Sensitivity>());

function mark<Schema extends z.ZodType>(schema: Schema, sensitivity: Sensitivity): Schema {
  sensitivities.set(schema, sensitivity);
  return schema;
}

/**
 * Marks a field that must not be recorded: card data, keys, passwords, codes, links that grant access. The mark belongs
 * to this schema object. Derived schemas (`.min()`, `.meta()`) lose it, so apply it last; `.optional()` and the like
 * keep it.
 */
export const secret = <Schema extends z.ZodType>(schema: Schema): Schema => mark(schema, "secret");

/** Marks a field about a person, like `secret`. Source: docs/decisions/0017-request-log.md */
export const personal = <Schema extends z.ZodType>(schema: Schema): Schema =>
  mark(schema, "personal");

/** The mark of a schema, if any. */
export function sensitivityOf(schema: z.ZodType): Sensitivity | undefined {
  return sensitivities.get(schema);
}
