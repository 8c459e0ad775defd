/**
 * Returns the page of a list that an address names, as the API takes it. The address has the position of the page, and
 * the cursor of the page if the reader came from the one before.
 */
export function pageOf(params: URLSearchParams): { cursor: string } | { skip?: string } {
  const [cursor, skip] = [params.get("cursor"), params.get("skip")];
  if (cursor) return { cursor };
  return skip ? { skip } : {};
}

/** Returns the number of rows before a page. After a cursor, only the address knows it. */
export const skipOf = (params: URLSearchParams, skip: number): number =>
  params.has("cursor") ? Number(params.get("skip") ?? 0) || 0 : skip;
