/** A JSON schema, as documents and this folder write them. */
export type Schema = { [keyword: string]: unknown };

interface Parameter {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required?: boolean;
  schema?: Schema;
}

interface Content {
  [mediaType: string]: { schema?: Schema };
}

interface Response {
  content?: Content;
}

/** An operation of an OpenAPI document, as far as a stand-in reads it. */
export interface DocumentOperation {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Content } | { $ref: string };
  responses: { [status: string]: Response | { $ref: string } };
}

export const METHODS = ["get", "post", "put", "patch", "delete"] as const;

type PathItem = { parameters?: DocumentOperation["parameters"] } & {
  [method in (typeof METHODS)[number]]?: DocumentOperation;
};

/** An OpenAPI document 3.0 or 3.1, as far as a stand-in reads it. */
export interface OpenApiDocument {
  openapi: string;
  paths: { [template: string]: PathItem };
  components?: { schemas?: { [name: string]: Schema }; [kind: string]: unknown };
  webhooks?: { [name: string]: PathItem };
}

/** Follows `#/a/b` in the document; a value without $ref is returned as it is. */
export function resolve<T extends object>(
  document: OpenApiDocument,
  value: T | { $ref: string },
): T {
  if (!("$ref" in value)) return value;
  const parts = value.$ref.replace(/^#\//, "").split("/");
  const found = parts.reduce<unknown>(
    (place, part) => (place as Record<string, unknown> | undefined)?.[part],
    document,
  );
  if (typeof found !== "object" || found === null) throw new Error(`${value.$ref} is missing`);
  return resolve(document, found as T | { $ref: string });
}

const ID = "document";

/** Applies a change to each schema within a value, the innermost first. */
function mapSchemas(value: unknown, change: (schema: Schema) => Schema): unknown {
  if (Array.isArray(value)) return value.map((each) => mapSchemas(each, change));
  if (typeof value !== "object" || value === null) return value;
  const mapped = Object.entries(value).map(([name, each]) => [name, mapSchemas(each, change)]);
  return change(Object.fromEntries(mapped));
}

/**
 * Returns a schema that ajv compiles quickly and strictly: references lead to the schema `document`, `nullable` of
 * OpenAPI 3.0 becomes a type, and a field of Stripe that may hold a whole other object (`x-expansionResources`) accepts
 * its id only, as the stand-in never expands one. The last one keeps validators small: otherwise a card leads to
 * nearly all schemas of the document.
 */
export function readable(value: unknown): unknown {
  return mapSchemas(value, (schema) => {
    const { nullable, example, examples, ...rest } = schema;
    const strict: Schema = "x-expansionResources" in rest ? { type: "string" } : rest;
    if (typeof strict.$ref === "string") strict.$ref = strict.$ref.replace(/^#/, `${ID}#`);
    return nullable === true ? { anyOf: [strict, { type: "null" }] } : strict;
  });
}

/** Returns a schema that refuses unknown fields in each of its objects. */
export function closed(value: unknown): unknown {
  return mapSchemas(value, (schema) =>
    "properties" in schema && typeof schema.properties === "object" && schema.type === "object"
      ? { additionalProperties: false, ...schema }
      : schema,
  );
}

/** The document's schemas under the name that {@link readable} lets references lead to. */
export function schemasOf({ components }: OpenApiDocument): Schema {
  return { $id: ID, components: readable({ schemas: components?.schemas ?? {} }) };
}
