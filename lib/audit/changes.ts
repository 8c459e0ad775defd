import { wordsOf } from "./action-words";

/** A field of an audit entry with its values before and after. */
export interface Change {
  /** In words. */
  name: string;
  before: string | undefined;
  after: string | undefined;
}

type Details = Record<string, unknown> | undefined;

/** Returns a value as people read it; objects as JSON. */
function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return value.length === 0 ? "None" : value.join(", ");
  return JSON.stringify(value);
}

/** Returns the fields of an audit entry; those that existed before come first. */
export function changesOf(before: Details, after: Details): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => ({
    name: wordsOf(name),
    before: textOf(before?.[name]),
    after: textOf(after?.[name]),
  }));
}
