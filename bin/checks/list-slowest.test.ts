import { join } from "node:path";
import { expect, it } from "vitest";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import { slowestJourneys, slowestTests } from "./list-slowest.ts";

it("lists the ten slowest tests with their file, the slowest first", () => {
  const name = join(repositoryFolder, "lib/kernel/money.test.ts");
  const assertionResults = Array.from({ length: 12 }, (_, index) => ({
    status: "passed",
    fullName: `test ${index}`,
    duration: index * 1_000,
  }));
  const listed = slowestTests({ testResults: [{ name, assertionResults }] });
  expect(listed).toHaveLength(10);
  expect(listed[0]).toBe("   11.0 s  lib/kernel/money.test.ts › test 11");
  expect(listed[9]).toBe("    2.0 s  lib/kernel/money.test.ts › test 2");
});

it("lists journeys, however deep their suite, and one that did not run as 0 s", () => {
  const spec = { ok: true, file: "e2e/a.spec.ts" };
  const specs = [
    { ...spec, title: "signs in", tests: [{ results: [] }] },
    { ...spec, title: "signs out", tests: [{ results: [{ duration: 2_345 }] }] },
  ];
  expect(slowestJourneys({ suites: [{ suites: [{ specs }] }] })).toEqual([
    "    2.3 s  e2e/a.spec.ts › signs out",
    "    0.0 s  e2e/a.spec.ts › signs in",
  ]);
});

it("lists nothing for a suite without a report", () => {
  expect([slowestTests(undefined), slowestJourneys(undefined)]).toEqual([[], []]);
});
