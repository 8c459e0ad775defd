// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of tests are made by templates

import { expect, it } from "vitest";
import { namePattern, outcomeOf } from "./read-mutant-outcome.ts";

const file = "lib/kernel/money.test.ts";
const named = { file, test: "adds $what (once)", row: "a.b" };

const reportOf = (
  status: string,
  fullName: string = "money adds a.b (once)",
  failureMessages: string[] = [],
) => ({
  testResults: [
    { name: `/copy/${file}`, assertionResults: [{ status, fullName, failureMessages }] },
    { name: "/copy/lib/other.test.ts", assertionResults: [{ status: "failed", fullName }] },
  ],
});

it("counts a mutant as detected when the named test ran and failed, with the first line of its message", () => {
  const report = reportOf("failed", "adds a.b (once)", ["AssertionError: 1\nat line 5"]);
  expect(outcomeOf(report, named)).toEqual({ ran: 1, failure: "AssertionError: 1" });
});

it("counts no test that passed, was skipped or has another name as a detection", () => {
  expect(outcomeOf(reportOf("passed"), named)).toEqual({ ran: 1, failure: undefined });
  const notRun = { ran: 0, failure: undefined };
  expect(outcomeOf(reportOf("skipped"), named)).toEqual(notRun);
  expect(outcomeOf(reportOf("failed", "adds axb (once)"), named)).toEqual(notRun);
  expect(outcomeOf(reportOf("failed", "adds a.b (once) again"), named)).toEqual(notRun);
});

it("counts a file that could not be loaded, or a run without a report, as no test that ran", () => {
  const notLoaded = { testResults: [{ name: `/copy/${file}`, assertionResults: [] }] };
  expect(outcomeOf(notLoaded, named)).toEqual({ ran: 0, failure: undefined });
  expect(outcomeOf(null, named)).toEqual({ ran: 0, failure: undefined });
});

it("runs all rows and groups of a test unless one is named", () => {
  const test = "%s: by ${LIST.length} and %i";
  expect(namePattern({ file, test })).toBe("(^| ).*: by .* and .*$");
  expect(namePattern({ file, test, row: "a+b" })).toBe("(^| )a\\+b: by .* and .*$");
  expect(namePattern({ file, test: "by %i", group: "GET /{id}" })).toBe(
    "(^| )GET /\\{id\\}(?: >)? by .*$",
  );
});
