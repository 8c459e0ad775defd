import type { z } from "zod";
import type { AnyContract, IdempotencyRule } from "@/lib/contract/contract";
import type { Json, SchemaWriter } from "./schema-writer";

/** The effect of a reused idempotency key, by rule. Source: spec: Endpoints; design 7. */
const SECOND_USE: Record<IdempotencyRule, string> = {
  refuse: "A reused key is refused with 400.",
  replay:
    "A retry with the same body returns the first response with `Idempotent-Replayed: true`. A reused key with another body is refused with 400.",
  current:
    "A retry of the same request returns the object in its current state, with `Idempotent-Replayed: true`. A reused key with another request is refused with 400.",
  existing:
    "A retry returns the object of the first request in its current state, regardless of the body, with `Idempotent-Replayed: true`.",
};

/** `components.parameters`: the header `idempotency-key`, once per rule. */
export const KEY_PARAMETERS: Json = Object.fromEntries(
  Object.entries(SECOND_USE).map(([rule, secondUse]) => [
    `idempotency-key-${rule}`,
    {
      name: "idempotency-key",
      in: "header",
      required: true,
      description: `A unique key for this request, such as a UUID. It ensures that the request is executed once. ${secondUse}`,
      schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" },
      example: "6f1c2a9e-3b54-4c1a-9d57-0f8f2f4f7c11",
    },
  ]),
);

function fieldsIn(
  place: "path" | "query",
  schema: z.ZodObject | undefined,
  examples: object,
  writer: SchemaWriter,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = writer.write(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
    ...(name in examples
      ? { example: Object.entries(examples).find(([n]) => n === name)?.[1] }
      : {}),
  }));
}

/** Returns `parameters` of an operation: path, query and idempotency key. */
export function parametersOf(contract: AnyContract, writer: SchemaWriter): Json[] {
  const { params = {}, query = {} } = contract.examples;
  const parameters = [
    ...fieldsIn("path", contract.params, params, writer),
    ...fieldsIn("query", contract.query, query, writer),
  ];
  if (contract.idempotency)
    parameters.push({ $ref: `#/components/parameters/idempotency-key-${contract.idempotency}` });
  return parameters;
}
