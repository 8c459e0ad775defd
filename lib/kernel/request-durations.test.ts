import { expect, test } from "vitest";
import { countRequest, requestDurations } from "./request-durations";

test("a request that waits for a database that does not answer is in a bucket of its own, so quantiles show its time", async () => {
  countRequest("getBalance", 503, 21_000);
  const { values } = await requestDurations.get();
  const bounds = values
    .filter(({ metricName, value }) => metricName?.endsWith("_bucket") && value === 1)
    .map(({ labels }) => new Map(Object.entries(labels)).get("le"));
  expect(bounds).toEqual([40, "+Inf"]);
});
