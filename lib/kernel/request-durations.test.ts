import { expect, test } from "vitest";
import { countRequest, requestDurations } from "./request-durations";

/** The counts of all buckets by their bound, of all operations together: other tests in this process count requests too. */
async function countsByBound(): Promise<Map<unknown, number>> {
  const { values } = await requestDurations.get();
  const counts = new Map<unknown, number>();
  for (const { metricName, labels, value } of values) {
    if (!metricName?.endsWith("_bucket")) continue;
    const bound = new Map(Object.entries(labels)).get("le");
    counts.set(bound, (counts.get(bound) ?? 0) + value);
  }
  return counts;
}

test("a request that waits for a database that does not answer is in a bucket of its own, so quantiles show its time", async () => {
  const before = await countsByBound();
  countRequest("getBalance", 503, 21_000);
  const after = await countsByBound();
  const grown = [...after.keys()].filter((bound) => after.get(bound) !== (before.get(bound) ?? 0));
  expect(grown).toEqual([40, "+Inf"]);
});
