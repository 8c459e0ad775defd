import { relative } from "node:path";
import { repositoryFolder } from "../bootstrap/paths.mjs";

const MAX_MESSAGE_LINES = 6;
const MAX_END_LINES = 60;

/** What is needed of the report that vitest writes as JSON. */
export interface VitestReport {
  testResults: {
    name: string;
    message?: string;
    assertionResults: {
      status: string;
      fullName: string;
      failureMessages?: string[];
      duration?: number | null;
    }[];
  }[];
}
/** What is needed of the report that Playwright writes as JSON. */
export interface JourneyReport {
  suites?: Suite[];
  errors?: { message?: string }[];
}
export interface Suite {
  suites?: Suite[];
  specs?: Spec[];
}
interface Spec {
  ok: boolean;
  title: string;
  file: string;
  /** A repeated test has a result for each attempt. */
  tests: { results: { error?: { message?: string }; duration?: number }[] }[];
}

/**
 * What failed in a suite, each with the file, its name, and how the message begins: what is left
 * to read where the whole output is too long to be kept.
 */
export function failedTests(report: VitestReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const file = relative(repositoryFolder, name);
    const failed = assertionResults.filter(({ status }) => status === "failed");
    // A file that could not be loaded has a message and no test.
    if (failed.length === 0 && message) return [line(file, "", message)];
    return failed.map(({ fullName, failureMessages }) =>
      line(file, fullName, failureMessages?.[0] ?? ""),
    );
  });
}

/** Lists the failed journeys in the same form. */
export function failedJourneys(report: JourneyReport | undefined): string[] {
  const errors = (report?.errors ?? []).map(({ message = "" }) => line("", "", message));
  return [...errors, ...(report?.suites ?? []).flatMap(failedIn)];
}

/** Lists the journeys that failed and passed when they were repeated, each with what failed at first. */
export function repeatedJourneys(report: JourneyReport | undefined): string[] {
  return (report?.suites ?? []).flatMap(repeatedIn);
}

/** A suite that ended badly and names no test that failed: an error outside of any test stands at its end. */
export function badEnd(code: number, output: string) {
  const end = output.split("\n").slice(-MAX_END_LINES);
  return [`✗ it ended with exit code ${code}, and no test failed:`, ...end].join("\n    ");
}

function failedIn({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.filter(({ ok }) => !ok).map((spec) => journeyLine(spec, "✗"));
  return [...own, ...suites.flatMap(failedIn)];
}

function repeatedIn({ suites = [], specs = [] }: Suite): string[] {
  const own = specs
    .filter(({ ok, tests }) => ok && tests.some(({ results }) => results.length > 1))
    .map((spec) => journeyLine(spec, "↻"));
  return [...own, ...suites.flatMap(repeatedIn)];
}

function journeyLine({ file, title, tests }: Spec, mark: string): string {
  const results = tests.flatMap((test) => test.results);
  return line(file, title, results.find(({ error }) => error)?.error?.message ?? "", mark);
}

function line(file: string, name: string, message: string, mark = "✗") {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  const lines = message.replace(/\u001b\[[0-9;]*m/g, "").split("\n");
  const title = [file, name].filter(Boolean).join(" › ") || "the suite";
  return [`${mark} ${title}`, ...lines.slice(0, MAX_MESSAGE_LINES)].join("\n    ");
}
