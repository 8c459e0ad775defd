import { join } from "node:path";
import { expect, it } from "vitest";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import { badEnd, failedJourneys, failedTests, repeatedJourneys } from "./list-failures.ts";

it("names each failed test with its file and the beginning of its message", () => {
  const passed = { status: "passed", fullName: "adds", failureMessages: [] };
  const failed = { status: "failed", fullName: "money subtracts", failureMessages: ["1\nwas\n2"] };
  const name = join(repositoryFolder, "lib/kernel/money.test.ts");
  expect(failedTests({ testResults: [{ name, assertionResults: [passed, failed] }] })).toEqual([
    "✗ lib/kernel/money.test.ts › money subtracts\n    1\n    was\n    2",
  ]);
});

it("names a file that could not be loaded", () => {
  const name = join(repositoryFolder, "lib/kernel/money.test.ts");
  expect(
    failedTests({ testResults: [{ name, message: "no such module", assertionResults: [] }] }),
  ).toEqual(["✗ lib/kernel/money.test.ts\n    no such module"]);
});

it("names each failed journey, however deep its suite, without colors", () => {
  const results = [{}, { error: { message: "\u001b[31mnot visible\u001b[39m" } }];
  const specs = [
    { ok: true, title: "signs in", file: "e2e/a.spec.ts", tests: [] },
    { ok: false, title: "signs out", file: "e2e/a.spec.ts", tests: [{ results }] },
  ];
  expect(failedJourneys({ suites: [{ suites: [{ specs }] }] })).toEqual([
    "✗ e2e/a.spec.ts › signs out\n    not visible",
  ]);
});

it("names each journey that passed when it was repeated, with its first failure", () => {
  const repeated = [{ error: { message: "not visible" } }, {}];
  const specs = [
    { ok: true, title: "signs in", file: "e2e/a.spec.ts", tests: [{ results: [{}] }] },
    { ok: true, title: "signs out", file: "e2e/a.spec.ts", tests: [{ results: repeated }] },
    { ok: false, title: "pays", file: "e2e/a.spec.ts", tests: [{ results: repeated }] },
  ];
  expect(repeatedJourneys({ suites: [{ suites: [{ specs }] }] })).toEqual([
    "↻ e2e/a.spec.ts › signs out\n    not visible",
  ]);
});

it("names the error that kept the journeys from starting", () => {
  expect(failedJourneys({ errors: [{ message: "no browser" }] })).toEqual([
    "✗ the suite\n    no browser",
  ]);
});

it("names nothing for a suite without a report", () => {
  expect([failedTests(undefined), failedJourneys(undefined)]).toEqual([[], []]);
});

it("shows the end of the output of a suite that names no failed test", () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
  const shown = badEnd(1, lines.join("\n"));
  expect(shown).toContain("exit code 1");
  expect(shown).toContain("line 99");
  expect(shown).not.toContain("line 9\n");
});
