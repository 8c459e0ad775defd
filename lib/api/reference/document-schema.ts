import { z } from "zod";

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const flatSchema = z.strictObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  const: scalar.optional(),
  enum: z.array(scalar).optional(),
  default: scalar.optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  $ref: z.string().optional(),
});

/** A schema of the document: only the part of JSON Schema that our contracts use. */
export interface JsonSchema extends z.infer<typeof flatSchema> {
  properties?: Record<string, JsonSchema> | undefined;
  items?: JsonSchema | undefined;
  oneOf?: JsonSchema[] | undefined;
  propertyNames?: JsonSchema | undefined;
  additionalProperties?: JsonSchema | undefined;
}

const part = z.lazy(() => jsonSchema).optional();

const jsonSchema: z.ZodType<JsonSchema> = flatSchema.extend({
  properties: z
    .record(
      z.string(),
      z.lazy(() => jsonSchema),
    )
    .optional(),
  items: part,
  oneOf: z.array(z.lazy(() => jsonSchema)).optional(),
  propertyNames: part,
  additionalProperties: part,
});

const reference = z.strictObject({ $ref: z.string() });
const named = z.record(
  z.string(),
  z.object({ summary: z.string().optional(), value: z.unknown() }),
);

const content = z.object({
  "application/json": z.object({
    schema: jsonSchema,
    example: z.unknown().optional(),
    examples: named.optional(),
  }),
});

const header = z.object({ description: z.string(), example: scalar.optional() });

const parameter = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean(),
  description: z.string().optional(),
  schema: jsonSchema,
  example: z.unknown().optional(),
});

const response = z.object({
  description: z.string(),
  headers: z.record(z.string(), z.union([reference, header])).optional(),
  content: content.optional(),
});

/** A body that is a file, by its formats. */
const fileContent = z.record(
  z.string(),
  z.object({ schema: z.object({ format: z.literal("binary") }) }),
);

const operation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string().optional(),
  deprecated: z.boolean().optional(),
  "x-roles": z.array(z.string()).optional(),
  parameters: z.array(z.union([reference, parameter])).optional(),
  requestBody: z
    .object({ required: z.boolean(), content: z.union([content, fileContent]) })
    .optional(),
  responses: z.record(z.string(), z.union([reference, response])),
});

/** The part of our OpenAPI document that the reference shows. */
export const documentSchema = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.tuple([z.object({ url: z.string(), description: z.string() })]),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  webhooks: z.record(z.string(), z.object({ post: operation })),
  components: z.object({
    schemas: z.record(z.string(), jsonSchema),
    responses: z.record(z.string(), response),
    parameters: z.record(z.string(), parameter),
    headers: z.record(z.string(), header),
  }),
});

export type ReferenceDocument = z.infer<typeof documentSchema>;
export type DocumentOperation = z.infer<typeof operation>;
export type DocumentParameter = z.infer<typeof parameter>;
export type DocumentResponse = z.infer<typeof response>;
export type DocumentContent = z.infer<typeof content>;
