/** Fills the parameters and the query of a path; empty query values are left out. */
export function fillPath(
  path: string,
  params: Record<string, string>,
  query: Record<string, string>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ""));
  return search.size === 0 ? filled : `${filled}?${search}`;
}
