import { z } from "zod";

export type Json = Record<string, unknown>;

const STRING_KEYWORDS = ["pattern", "format", "minLength", "maxLength"];

/** Writes "a type with rules, or null" as one schema of two types, as zod does for a type without rules. */
function joinNull(schema: Json): void {
  const [one, other, ...more]: Json[] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  if (more.length > 0 || other?.type !== "null" || typeof one?.type !== "string") return;
  delete schema.anyOf;
  Object.assign(schema, { ...one, ...schema, type: [one.type, "null"] });
}

/**
 * Removes keywords that zod adds and readers do not need: its default limits, and string rules of a text that became a
 * number.
 */
function tidy(schema: Json): void {
  joinNull(schema);
  if (![schema.type].flat().includes("string"))
    for (const keyword of STRING_KEYWORDS) delete schema[keyword];
  // zod writes this for `startsWith`, beside an equivalent pattern. It is not a format of JSON Schema.
  if (schema.format === "starts_with") delete schema.format;
  if (schema.format === "date-time" || schema.format === "email") delete schema.pattern;
  if (schema.minLength === 0) delete schema.minLength;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Responses gain fields in later versions; a generated client that refuses unknown fields would break.
  delete schema.additionalProperties;
}

/** Replaces schemas with an id by references to the document's components. */
function toComponentRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toComponentRefs);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === "$ref" && typeof part === "string"
        ? part.replace("#/$defs/", "#/components/schemas/")
        : toComponentRefs(part),
    ]),
  );
}

export interface SchemaWriter {
  /** Returns the JSON Schema of what a client sends (`input`) or receives (`output`). */
  write(schema: z.ZodType, io: "input" | "output"): Json;
  /**
   * Like `write`, but adds a named component and returns a reference, so that generated clients have a type of this
   * name.
   */
  writeNamed(name: string, schema: z.ZodType, io: "input" | "output"): Json;
  /** `components.schemas`: every schema with an id that was written so far. */
  components: Json;
}

/**
 * Converts zod schemas to the JSON Schema 2020-12 of OpenAPI 3.1.
 * @throws when a schema has no JSON Schema, or two different schemas share an id.
 */
export function schemaWriter(): SchemaWriter {
  const components: Json = {};
  function place(id: string, component: unknown): void {
    if (JSON.stringify(components[id] ?? component) !== JSON.stringify(component))
      throw new Error(`two schemas are called ${id} and differ`);
    components[id] = component;
  }
  const writer: SchemaWriter = {
    components,
    writeNamed(name, schema, io) {
      const written = writer.write(schema, io);
      if ("$ref" in written) return written;
      place(name, written);
      return { $ref: `#/components/schemas/${name}` };
    },
    write(schema, io) {
      // Wrapped, so that a schema with an id becomes a reference at the top level too.
      const { properties, $defs = {} } = z.toJSONSchema(z.object({ root: schema }), {
        io,
        override: ({ jsonSchema, zodSchema }) => {
          // zod leaves out the default of a transformed value, although the default is in the client's format.
          const value = z.globalRegistry.get(zodSchema)?.default;
          if (value !== undefined) jsonSchema.default = value;
          tidy(jsonSchema as Json);
        },
      });
      for (const [id, part] of Object.entries($defs)) place(id, toComponentRefs(part));
      return toComponentRefs(properties?.root) as Json;
    },
  };
  return writer;
}
