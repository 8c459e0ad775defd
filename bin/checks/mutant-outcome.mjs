/** @typedef {import("../../test/mutants/mutants.ts").Mutant["noticedBy"]} NamedTest */
/** What is needed of the report that vitest writes as JSON. */
/** @typedef {{ testResults: { name: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] } | null} Report */

/** What stands for a row's value in the name of a test of many rows. */
const placeholder = /%\.?\d*[sdifjo#]|\$\{[^{}]*\}|\$\w+/;

/** Between the names of a group and its test: as the report writes them, and as vitest looks for them. */
const groupEnd = "(?: >)? ";

/** What the full names of a test end with, as a regular expression. @param {NamedTest} test */
export function namePattern({ test, row, group }) {
  const parts = test.split(placeholder).map(escaped);
  const [first = "", ...rest] = parts;
  const name = row === undefined ? parts.join(".*") : `${first}${escaped(row)}${rest.join(".*")}`;
  return `(^| )${group === undefined ? "" : `${escaped(group)}${groupEnd}`}${name}$`;
}

/**
 * How many of a report's tests ran that have the name, and how the message of the first one that failed begins. A test
 * whose file could not be loaded, or whose hooks failed, did not run.
 *
 * @param {Report} report
 * @param {NamedTest} test
 * @returns {{ ran: number, failure: string | undefined }}
 */
export function outcomeOf(report, test) {
  const pattern = new RegExp(namePattern(test), "s");
  const ran = (report?.testResults ?? [])
    .filter(({ name }) => name.endsWith(`/${test.file}`))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => /^(passed|failed)$/.test(status) && pattern.test(fullName));
  const failed = ran.find(({ status }) => status === "failed");
  const [message] = failed?.failureMessages ?? [];
  return { ran: ran.length, failure: failed && (message ?? "it failed").split("\n")[0] };
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
