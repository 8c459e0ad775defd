/** The query parameters of a URL by name: a string, or a list for a repeated name. */
export function queryOf(url: URL): Record<string, string | string[] | undefined> {
  const values: Record<string, string | string[] | undefined> = {};
  for (const name of new Set(url.searchParams.keys())) {
    const all = url.searchParams.getAll(name);
    values[name] = all.length === 1 ? all[0] : all;
  }
  return values;
}
