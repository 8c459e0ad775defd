import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import { run } from "../bootstrap/run.mjs";
import { buildApp } from "../build/build-app.ts";
import { generateIfStale } from "../build/generate.ts";
import { installBrowserIfMissing } from "./install-browser.ts";
import { installStripeDocumentIfMissing } from "./install-stripe-document.ts";
import { badEnd, failedJourneys, failedTests, repeatedJourneys } from "./list-failures.ts";
import { slowestJourneys, slowestTests } from "./list-slowest.ts";

/** A hanging suite ends then. A machine that others use too needs three times as long as an idle one. */
const suiteTimeoutMs = 60 * 60_000;
const resultsFolder = join(repositoryFolder, "test-results");

/** What a check found. A check that is no suite of tests counts as one. */
export interface Finding {
  passed: number;
  failed: number;
  skipped: number;
  output: string;
  /** Each failed test, if the suite reports them. */
  failures?: string[];
  /** The slowest tests with their time, if the suite reports them. */
  slowest?: string[];
  /** Each test that failed and passed when it was repeated, if the suite repeats tests. */
  repeated?: string[];
}

/** Every check, in its order: what is quick comes first. */
export const checks: { title: string; check: () => Promise<Finding> }[] = [
  { title: "lint", check: () => single("@biomejs/biome/bin/biome", ["check", "."]) },
  { title: "types", check: checkTypes },
  { title: "unit and integration", check: checkWithVitest },
  { title: "production build", check: checkBuild },
  { title: "journeys", check: checkJourneys },
];

async function checkTypes() {
  await generateIfStale();
  // The types of the routes, which a fresh clone does not have.
  const typegen = await single("next/dist/bin/next", ["typegen"]);
  return typegen.failed > 0 ? typegen : single("typescript/bin/tsc", ["--noEmit"]);
}

async function checkBuild() {
  await buildApp();
  return { passed: 1, failed: 0, skipped: 0, output: "" };
}

async function checkWithVitest() {
  await generateIfStale();
  await installStripeDocumentIfMissing();
  const report = join(resultsFolder, "vitest.json");
  await rm(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { code, output } = await runPackage("vitest/vitest.mjs", ["run", ...reporters]);
  const found = await readReport(report);
  return count(code, output, {
    passed: found?.numPassedTests,
    failed: found?.numFailedTests,
    skipped: (found?.numPendingTests ?? 0) + (found?.numTodoTests ?? 0),
    failures: failedTests(found),
    slowest: slowestTests(found),
  });
}

async function checkJourneys() {
  await installBrowserIfMissing();
  const report = join(resultsFolder, "journeys.json");
  await rm(report, { force: true });
  const { code, output } = await runPackage(
    "@playwright/test/cli.js",
    ["test", "--reporter=list,json"],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  const found = await readReport(report);
  const stats = found?.stats;
  const counted = count(code, output, {
    passed: stats === undefined ? undefined : stats.expected + stats.flaky,
    failed: stats?.unexpected,
    skipped: stats?.skipped,
    failures: failedJourneys(found),
    slowest: slowestJourneys(found),
  });
  return { ...counted, repeated: repeatedJourneys(found) };
}

/**
 * A suite that ends badly without naming a failed test, as when a file cannot be loaded, has
 * failed all the same.
 */
function count(
  code: number,
  output: string,
  {
    passed = 0,
    failed = 0,
    skipped = 0,
    failures,
    slowest,
  }: {
    passed: number | undefined;
    failed: number | undefined;
    skipped: number | undefined;
    failures: string[];
    slowest: string[];
  },
): Finding {
  const found = { passed, skipped, output, slowest };
  if (code === 0 || failed > 0) return { ...found, failed, failures };
  return { ...found, failed: 1, failures: [...failures, badEnd(code, output)] };
}

async function single(program: string, args: string[]): Promise<Finding> {
  const { code, output } = await runPackage(program, args);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
}

/** @param program below node_modules */
function runPackage(program: string, args: string[], env: Record<string, string> = {}) {
  return run(process.execPath, [join(repositoryFolder, "node_modules", program), ...args], {
    cwd: repositoryFolder,
    env: { ...process.env, NO_COLOR: "1", NEXT_TELEMETRY_DISABLED: "1", ...env },
    timeoutMs: suiteTimeoutMs,
  });
}

async function readReport(path: string) {
  if (!existsSync(path)) return undefined; // It did not come so far; its exit code says so.
  return JSON.parse(await readFile(path, "utf8"));
}
