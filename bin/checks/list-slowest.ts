import { relative } from "node:path";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import type { JourneyReport, Suite, VitestReport } from "./list-failures.ts";

const LISTED = 10;

interface TimedTest {
  name: string;
  durationMs: number;
}

/** Lists the slowest tests of a report by vitest, the slowest first. */
export function slowestTests(report: VitestReport | undefined): string[] {
  return slowest(
    (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: `${relative(repositoryFolder, name)} › ${fullName}`,
        durationMs: duration ?? 0,
      })),
    ),
  );
}

/** Lists the slowest journeys in the same form. */
export function slowestJourneys(report: JourneyReport | undefined): string[] {
  return slowest((report?.suites ?? []).flatMap(timesIn));
}

function timesIn({ suites = [], specs = [] }: Suite): TimedTest[] {
  const own = specs.map(({ file, title, tests }) => ({
    name: `${file} › ${title}`,
    durationMs: Math.max(...tests.flatMap(({ results }) => results.map(timeOf)), 0),
  }));
  return [...own, ...suites.flatMap(timesIn)];
}

const timeOf = ({ duration = 0 }: { duration?: number }) => duration;

function slowest(tests: readonly TimedTest[]): string[] {
  return [...tests]
    .sort((one, other) => other.durationMs - one.durationMs)
    .slice(0, LISTED)
    .map(({ name, durationMs }) => `${(durationMs / 1_000).toFixed(1).padStart(7)} s  ${name}`);
}
