import type { z } from "zod";
import { perProcess } from "@/lib/kernel/per-process";

/** Why a field's value stands in no record: it lets somebody in or spends, or it is about a person. */
export type Sensitivity = "secret" | "personal";

const sensitivities = perProcess("sensitivities", () => new WeakMap<object, Sensitivity>());

function mark<Schema extends z.ZodType>(schema: Schema, sensitivity: Sensitivity): Schema {
  sensitivities.set(schema, sensitivity);
  return schema;
}

/**
 * Marks a field that no record may hold: card data, keys, passwords, codes, links that let one in. The mark is on this
 * very schema: what is made from it (`.min()`, `.meta()`) has none, so it comes last; `.optional()` and the like keep it.
 */
export const secret = <Schema extends z.ZodType>(schema: Schema): Schema => mark(schema, "secret");

/** Marks a field about a person, as `secret` does. Source: docs/decisions/0017-request-log.md */
export const personal = <Schema extends z.ZodType>(schema: Schema): Schema =>
  mark(schema, "personal");

/** How a schema is marked. */
export function sensitivityOf(schema: z.ZodType): Sensitivity | undefined {
  return sensitivities.get(schema);
}
