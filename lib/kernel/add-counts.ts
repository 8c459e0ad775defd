/** Adds the counts to a total, by their names. */
export function addCounts(
  total: Record<string, number>,
  counts: Readonly<Record<string, number>>,
): void {
  for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
}
