import { ERROR_DATA } from "@/lib/contract/error-data";
import { ERRORS, type ErrorCode } from "@/lib/kernel/errors";
import { type Json, schemaWriter } from "./schema-writer";

const text = {
  type: "string",
  description: "Human-readable description of the error and the next step",
};

function envelope(message: Json, data: Json): Json {
  return {
    type: "object",
    required: ["status", "message", "data"],
    properties: { status: { const: "error" }, message, data },
  };
}

/** Converts `CARD_NOT_FOUND` to `CardNotFound`. */
export function codeName(code: ErrorCode): string {
  return code
    .split("_")
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join("");
}

const duplicateKeyText = ERRORS.DUPLICATE_IDEMPOTENCY_KEY[1];

const VALIDATION_SCHEMA = envelope(
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
            property: { type: "string", description: "Name of the field or header" },
            constraints: {
              type: "object",
              additionalProperties: { type: "string" },
              description: "Failed rules by name, with a description",
            },
          },
        },
      },
    },
  },
);

const DUPLICATE_KEY_SCHEMA = envelope(
  { const: duplicateKeyText },
  { type: "object", required: ["error"], properties: { error: { const: duplicateKeyText } } },
);

/** Returns the response schema of one code. Source: spec: Errors. */
function schemaOf(code: ErrorCode): Json {
  if (code === "VALIDATION") return VALIDATION_SCHEMA;
  if (code === "DUPLICATE_IDEMPOTENCY_KEY") return DUPLICATE_KEY_SCHEMA;
  const added = ERROR_DATA[code];
  const { properties = {}, required = [] }: { properties?: Json; required?: string[] } = added
    ? schemaWriter().write(added.schema, "output")
    : {};
  return envelope(
    { const: code },
    {
      type: "object",
      required: ["error", ...required],
      properties: { error: text, ...properties },
    },
  );
}

const nameOf = (code: ErrorCode) => `${codeName(code)}Error`;

/** Returns `components.schemas` of these codes and of a general error. */
export function errorComponents(codes: Iterable<ErrorCode>): Json {
  return {
    ...Object.fromEntries([...new Set(codes)].sort().map((code) => [nameOf(code), schemaOf(code)])),
    Error: envelope(
      { type: "string", description: "The error code, or `error` for validation errors" },
      {
        type: "object",
        required: ["error"],
        properties: { error: { oneOf: [{ type: "string" }, { type: "array" }] } },
      },
    ),
  };
}

/** Returns the schema of a response with one of these codes: a reference, or `oneOf` for several. */
export function errorSchema(codes: readonly ErrorCode[]): Json {
  const variants = codes.map((code) => ({ $ref: `#/components/schemas/${nameOf(code)}` }));
  const [only] = variants;
  return variants.length === 1 && only ? only : { oneOf: variants };
}
