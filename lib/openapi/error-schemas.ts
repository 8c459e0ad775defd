import { ERRORS, type ErrorCode } from "@/lib/errors";
import type { Json } from "./schema-writer";

const text = { type: "string", description: "For people: what is wrong and what to do next" };

function envelope(message: Json, data: Json): Json {
  return {
    type: "object",
    required: ["status", "message", "data"],
    properties: { status: { const: "error" }, message, data },
  };
}

/** Fields that a code adds to `data`, and an example of them. Source: spec, Delete User. */
export const ERROR_DATA: Partial<Record<ErrorCode, { properties: Json; example: Json }>> = {
  ACTIVE_CARDS_EXIST: {
    properties: {
      activeCards: {
        type: "array",
        items: { type: "string" },
        description: "Ids of the cards that are not terminated",
      },
    },
    example: { activeCards: ["card_01k9x70c5r8e5t2v7w4y0z1a2b3"] },
  },
};

/** `components.schemas` of the two errors that have a form of their own. Source: spec, Errors. */
export const ERROR_SCHEMAS = {
  ValidationError: envelope(
    { const: "error" },
    {
      type: "object",
      required: ["error"],
      properties: {
        error: {
          type: "array",
          items: {
            type: "object",
            required: ["property", "constraints"],
            properties: {
              property: { type: "string", description: "The field, or the header's name" },
              constraints: {
                type: "object",
                additionalProperties: { type: "string" },
                description: "Each broken rule by its name, and what it asks for",
              },
            },
          },
        },
      },
    },
  ),
  IdempotencyKeyUsed: envelope(
    { const: ERRORS.DUPLICATE_IDEMPOTENCY_KEY[1] },
    {
      type: "object",
      required: ["error"],
      properties: { error: { const: ERRORS.DUPLICATE_IDEMPOTENCY_KEY[1] } },
    },
  ),
};

const OWN_FORM: Partial<Record<ErrorCode, keyof typeof ERROR_SCHEMAS>> = {
  VALIDATION: "ValidationError",
  DUPLICATE_IDEMPOTENCY_KEY: "IdempotencyKeyUsed",
};

function dataWith(properties: Json): Json {
  return {
    type: "object",
    required: ["error", ...Object.keys(properties)],
    properties: { error: text, ...properties },
  };
}

/** The schema of an answer that carries one of these codes. */
export function errorSchema(codes: readonly ErrorCode[]): Json {
  const plain = codes.filter((code) => !OWN_FORM[code] && !ERROR_DATA[code]);
  const variants: Json[] = plain.length > 0 ? [envelope({ enum: plain }, dataWith({}))] : [];
  for (const code of codes) {
    const form = OWN_FORM[code];
    const extra = ERROR_DATA[code];
    if (form) variants.push({ $ref: `#/components/schemas/${form}` });
    if (extra) variants.push(envelope({ const: code }, dataWith(extra.properties)));
  }
  const [only] = variants;
  return variants.length === 1 && only ? only : { oneOf: variants };
}
