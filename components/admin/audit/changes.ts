/** A field of an audit entry with its values before and after. */
export interface Change {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

type Details = Record<string, unknown> | undefined;

/** Returns text unchanged, and other values as JSON. */
function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns the fields of an audit entry; those that existed before come first. */
export function changesOf(before: Details, after: Details): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => ({
    name,
    before: textOf(before?.[name]),
    after: textOf(after?.[name]),
  }));
}
