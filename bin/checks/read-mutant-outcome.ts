import type { Mutant } from "../../test/mutants/mutants.ts";
export type NamedTest = Mutant["noticedBy"];
/** What is needed of the report that vitest writes as JSON. */
export type Report = {
  testResults: {
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
} | null;

/** What stands for a row's value in the name of a test of many rows. */
const placeholder = /%\.?\d*[sdifjo#]|\$\{[^{}]*\}|\$\w+/;

/** Between the names of a group and its test: as the report writes them, and as vitest looks for them. */
const groupEnd = "(?: >)? ";

/** What the full names of a test end with, as a regular expression. */
export function namePattern({ test, row, group }: NamedTest) {
  const parts = test.split(placeholder).map(escaped);
  const [first = "", ...rest] = parts;
  const name = row === undefined ? parts.join(".*") : `${first}${escaped(row)}${rest.join(".*")}`;
  return `(^| )${group === undefined ? "" : `${escaped(group)}${groupEnd}`}${name}$`;
}

/**
 * How many of a report's tests ran that have the name, and how the message of the first one that failed begins. A test
 * whose file could not be loaded, or whose hooks failed, did not run.
 */
export function outcomeOf(
  report: Report,
  test: NamedTest,
): { ran: number; failure: string | undefined } {
  const pattern = new RegExp(namePattern(test), "s");
  const ran = (report?.testResults ?? [])
    .filter(({ name }) => name.endsWith(`/${test.file}`))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => /^(passed|failed)$/.test(status) && pattern.test(fullName));
  const failed = ran.find(({ status }) => status === "failed");
  const [message] = failed?.failureMessages ?? [];
  return { ran: ran.length, failure: failed && (message ?? "it failed").split("\n")[0] };
}

function escaped(text: string) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
