/**
 * Takes a step for each item, one after the other, also after a step that failed: a provider that is out, or a fault of one
 * table, must not stop the work for all that come after it.
 * @throws the failure of the step, after all others were taken; AggregateError of several
 */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  step: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      results.push(await step(item));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, "several steps failed");
  return results;
}

type Counts = Record<string, number>;

/** Takes steps as `inTurn` does, and returns the counts of all of them. */
export const countInTurn = async (steps: readonly (() => Promise<Counts>)[]): Promise<Counts> =>
  Object.assign({}, ...(await inTurn(steps, (step) => step())));
