/** Reads a stored list of valid items; an unreadable one is empty. */
export function readList<Item>(
  text: string | null,
  isItem: (value: unknown) => value is Item,
): Item[] {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isItem) : [];
  } catch {
    return [];
  }
}
