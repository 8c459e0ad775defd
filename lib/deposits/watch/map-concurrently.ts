/** As `Promise.all` over `map`, in order, with at most `atOnce` under way. The first failure ends it. */
export async function mapConcurrently<T, Result>(
  list: readonly T[],
  atOnce: number,
  map: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < list.length; start += atOnce)
    results.push(...(await Promise.all(list.slice(start, start + atOnce).map(map))));
  return results;
}
