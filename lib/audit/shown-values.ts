type Details = Record<string, unknown> | null;

const ERASED = "[erased]";

function isErased(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.entries(value);
  return entries.length === 1 && entries[0]?.[0] === "erased";
}

/**
 * The values of an entry for people: the digest that stands for an erased value means nothing to them. Null for an entry
 * without values. Source: docs/decisions/0118-erasure.md
 */
export function shownValues(details: Details): Details {
  if (!details) return null;
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => [key, isErased(value) ? ERASED : value]),
  );
}
