import type { JsonSchema } from "./document-schema";
import type { Shape } from "./reference";

const number = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 6 });

/** Formats a range: `5 to 10,000`, `at least 5`, `at most 10,000`. */
function span(from: number | undefined, to: number | undefined): string | undefined {
  if (from !== undefined && to !== undefined) return `${number(from)} to ${number(to)}`;
  if (from !== undefined) return `at least ${number(from)}`;
  return to === undefined ? undefined : `at most ${number(to)}`;
}

/** Formats a range of a count: `1 to 100 characters`. */
function count(from: number | undefined, to: number | undefined, unit: string): string | undefined {
  if (from === 1 && to === undefined) return "not empty";
  const text = span(from, to);
  return text && `${text} ${unit}`;
}

/** Returns the rules of a value, each in a few words. */
function rulesOf(schema: JsonSchema): string[] {
  const { exclusiveMinimum, maximum } = schema;
  const isAbove = exclusiveMinimum !== undefined;
  return [
    schema.const !== undefined && `always \`${schema.const}\``,
    schema.enum && `one of ${schema.enum.map((value) => `\`${value}\``).join(", ")}`,
    isAbove && `more than ${number(exclusiveMinimum)}`,
    isAbove ? span(undefined, maximum) : span(schema.minimum, maximum),
    count(schema.minLength, schema.maxLength, "characters"),
    count(schema.minItems, schema.maxItems, "entries"),
    schema.format !== undefined && `format \`${schema.format}\``,
    schema.pattern !== undefined && `matches \`${schema.pattern}\``,
    schema.default !== undefined && `\`${schema.default}\` when left out`,
  ].filter((rule) => typeof rule === "string");
}

const plural = (type: string) => (type.includes(" ") ? type : `${type}s`);

function typeOf(schema: JsonSchema, items: Shape | undefined): string {
  if (items) return `array of ${plural(items.type)}`;
  if (schema.type === "object" && !schema.properties) return "object of any fields";
  if (schema.type !== undefined) return [schema.type].flat().join(" or ");
  if (schema.oneOf) return "object";
  return typeof (schema.const ?? schema.enum?.[0]);
}

const REFERENCE = "#/components/schemas/";

/**
 * Converts a schema for display. `named` contains the schemas to which it may refer.
 * @throws when it refers to a missing schema.
 */
export function shapeOf(schema: JsonSchema, named: Record<string, JsonSchema>): Shape {
  if (schema.$ref !== undefined) {
    const target = named[schema.$ref.replace(REFERENCE, "")];
    if (!target) throw new Error(`the document has no ${schema.$ref}`);
    const shape = shapeOf(target, named);
    return { ...shape, description: schema.description ?? shape.description };
  }
  const items = schema.items && shapeOf(schema.items, named);
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, part]) => ({
    name,
    isRequired: required.has(name),
    shape: shapeOf(part, named),
  }));
  // Nested alternatives are merged into one list.
  const variants = schema.oneOf
    ?.map((part) => shapeOf(part, named))
    .flatMap((part) => part.variants ?? [part]);
  return {
    type: typeOf(schema, items),
    rules: [...rulesOf(schema), ...(items?.rules.map((rule) => `each ${rule}`) ?? [])],
    description: schema.description,
    fields: fields.length > 0 ? fields : items?.fields,
    variants: variants ?? items?.variants,
  };
}
