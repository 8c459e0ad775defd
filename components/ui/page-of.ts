/**
 * Returns the page of a list that an address names, as the API takes it. The address has the position of the page, and
 * the cursor of the page if the reader came from the one before.
 */
export function pageOf(params: URLSearchParams): { cursor: string } | { skip?: string } {
  const [cursor, skip] = [params.get("cursor"), params.get("skip")];
  if (cursor) return { cursor };
  return skip ? { skip } : {};
}
