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

it("knows a fault as noticed when the named test ran and failed, and how it says so", () => {
  const report = reportOf("failed", "adds a.b (once)", ["AssertionError: 1\nat line 5"]);
  expect(outcomeOf(report, named)).toEqual({ ran: 1, failure: "AssertionError: 1" });
});

it("takes no test that passed, was left out or has another name for one that noticed", () => {
  expect(outcomeOf(reportOf("passed"), named)).toEqual({ ran: 1, failure: undefined });
  const notRun = { ran: 0, failure: undefined };
  expect(outcomeOf(reportOf("skipped"), named)).toEqual(notRun);
  expect(outcomeOf(reportOf("failed", "adds axb (once)"), named)).toEqual(notRun);
  expect(outcomeOf(reportOf("failed", "adds a.b (once) again"), named)).toEqual(notRun);
});

it("takes a file that could not be loaded, or a run without a report, for no test that ran", () => {
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
