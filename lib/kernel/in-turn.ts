/**
 * Takes a step for each item, one after the other, also after a step that failed: a provider that is out must not stop the
 * work for another one.
 * @throws the first error, once all steps were taken
 */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  step: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const errors: unknown[] = [];
  for (const item of items)
    try {
      results.push(await step(item));
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
  return results;
}
