/** The number of concurrent requests that nodes accept from one client without throttling. */
const AT_ONCE = 8;

/**
 * Runs a request for each item, a limited number at a time. Results have the order of the items. The first failure ends
 * the run.
 */
export async function inChunks<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    answers.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(ask))));
  return answers;
}
