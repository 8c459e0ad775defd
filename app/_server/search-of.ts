export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Returns the parameters of a page's address; of repeated ones, the first. */
export async function searchOf(searchParams: SearchParams): Promise<URLSearchParams> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(await searchParams)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) search.set(name, first);
  }
  return search;
}
