import pLimit from "p-limit";

/** The number of concurrent requests that nodes accept from one client without throttling. */
const MAX_REQUESTS = 8;

/**
 * Sends a request to a node for each item, a limited number at a time. Results have the order of the items. After a
 * failure no further request begins.
 */
export function askEach<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const limit = pLimit(MAX_REQUESTS);
  return limit.map(items, async (item) => {
    try {
      return await ask(item);
    } catch (error) {
      limit.clearQueue();
      throw error;
    }
  });
}
