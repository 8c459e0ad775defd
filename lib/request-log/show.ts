import { z } from "zod";
import { sensitivityOf } from "@/lib/contract/sensitive";
import { hideCardNumbers } from "./hide-card-numbers";

type Show = (value: unknown) => unknown;

const NOT_SHOWN = "[not shown]";
/** Only the first objects of a list are kept: the others have the same form and would make the entry long. */
const MAX_OBJECTS = 5;
const shows = new WeakMap<z.ZodType, Show>();

/**
 * Keeps the fields of a value that its contract defines and does not mark as sensitive. All other data is left out:
 * unknown fields, and objects where the contract has none.
 * Source: docs/decisions/0017-request-log.md
 */
export function show(schema: z.ZodType, value: unknown): unknown {
  return showOf(schema)(value);
}

function showOf(schema: z.ZodType): Show {
  let known = shows.get(schema);
  if (!known) {
    known = makeShow(schema);
    shows.set(schema, known);
  }
  return known;
}

function makeShow(schema: z.ZodType): Show {
  const sensitivity = sensitivityOf(schema);
  if (sensitivity) return (value) => (value == null ? value : `[${sensitivity}]`);
  if (schema instanceof z.ZodObject) return objectShow(schema);
  if (schema instanceof z.ZodArray) return arrayShow(showOf(typeOf(schema.element)));
  if (schema instanceof z.ZodPipe) return showOf(typeOf(schema.in));
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return showOf(typeOf(schema.unwrap()));
  return showScalar;
}

/** Narrows a part of a schema to a schema, which zod's types do not express. @throws for any other value */
function typeOf(part: unknown): z.ZodType {
  if (part instanceof z.ZodType) return part;
  throw new Error("a contract has a part that is no schema");
}

function objectShow({ shape }: z.ZodObject): Show {
  const fields = Object.entries(shape).map(
    ([name, field]) => [name, showOf(typeOf(field))] as const,
  );
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return value == null ? value : NOT_SHOWN;
    const given: Record<string, unknown> = { ...value };
    const shown: Record<string, unknown> = {};
    for (const [name, showField] of fields)
      if (given[name] !== undefined) shown[name] = showField(given[name]);
    return shown;
  };
}

function arrayShow(showElement: Show): Show {
  const most = showElement === showScalar ? Number.POSITIVE_INFINITY : MAX_OBJECTS;
  return (value) => {
    if (!Array.isArray(value)) return value == null ? value : NOT_SHOWN;
    const shown = value.slice(0, most).map(showElement);
    const left = value.length - shown.length;
    return left === 0 ? shown : [...shown, `[${left} more]`];
  };
}

function showScalar(value: unknown): unknown {
  switch (typeof value) {
    case "string":
      return hideCardNumbers(value);
    case "number":
      return hideCardNumbers(String(value)) === String(value) ? value : NOT_SHOWN;
    case "boolean":
    case "undefined":
      return value;
    default:
      return value === null ? null : NOT_SHOWN;
  }
}
