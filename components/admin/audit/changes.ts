/** One thing that an entry tells of, as it was and as it is. */
export interface Change {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

type Details = Record<string, unknown> | undefined;

/** Text as it is; anything else as JSON. */
function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What an entry says was changed, name by name: those that were there before first. */
export function changesOf(before: Details, after: Details): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => ({
    name,
    before: textOf(before?.[name]),
    after: textOf(after?.[name]),
  }));
}
