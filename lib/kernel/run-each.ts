type Counts = Record<string, number>;

/**
 * Runs steps one after the other, also those after one that failed, so that a fault of one table does not keep all that
 * comes after it for ever. Returns the counts of all steps.
 * @throws the failure of the step, after all others have run; AggregateError of several
 */
export async function runEach(steps: readonly (() => Promise<Counts>)[]): Promise<Counts> {
  const counts: Counts = {};
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      Object.assign(counts, await step());
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, "several steps failed");
  return counts;
}
