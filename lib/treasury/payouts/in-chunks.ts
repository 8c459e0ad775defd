/** As many requests at once as a node takes from one caller without a word. */
const AT_ONCE = 8;

/** Asks about each, some at a time, and answers in the same order. The first failure ends it. */
export async function inChunks<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    answers.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(ask))));
  return answers;
}
