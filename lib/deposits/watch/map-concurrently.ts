/** Like `Promise.all` over `map`, in order, in batches of at most `atOnce`. The first failure ends the run. */
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
