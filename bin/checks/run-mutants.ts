import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { MUTANTS, type Mutant } from "@/test/mutants/mutants";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import { printLine } from "../bootstrap/report.mjs";
import { run } from "../bootstrap/run.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { type NamedTest, namePattern, outcomeOf } from "./read-mutant-outcome.ts";

/** Long: a timeout on a slow machine must not count as a noticed fault. */
const testTimeoutMs = 2 * 60_000;
const runTimeoutMs = 10 * 60_000;
/** Each has a PostgreSQL, some a chain. */
const atOnce = Math.min(2, availableParallelism());
/** Not copied: no test of a mutant needs it, or it is linked. */
const leftOut = /^(node_modules|\.git|\.next|\.data.*|test-results|docs|.*\.tsbuildinfo)$/;
/** After every other migration. */
const lastMigration = "prisma/migrations/9999_mutant";
/** The files that the functions of the database are written in. */
const currentFunction = /^prisma\/sql\/.*\.sql$/;
const lastOutputLines = 15;
const nameWidth = 64;

/**
 * Puts each fault of test/mutants into a copy of the repository, and there runs the test that has to notice it and that
 * passes without. Prints a line for each, and their sum. Answers with the exit code.
 *
 * @param named runs only the mutants whose name contains this
 */
export async function runMutants(named = "") {
  const mutants = MUTANTS.filter(({ name }) => name.includes(named));
  if (mutants.length === 0) throw new Error(`no fault has “${named}” in its name`);
  await checkPlaces(mutants);
  const folder = await mkdtemp(join(tmpdir(), "partner-wallet-mutants-"));
  const copies = Array.from({ length: atOnce }, (_, index) => join(folder, `copy-${index}`));
  let noticed = 0;
  try {
    const [first = ""] = await Promise.all(copies.map(copyRepository));
    await checkTests(first, mutants);
    const left = mutants.values();
    const work = async (copy: string) => {
      for (const mutant of left) if (await isNoticed(copy, mutant)) noticed += 1;
    };
    await Promise.all(copies.map(work));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
  console.log(`\n${noticed} of ${mutants.length} faults noticed`);
  return noticed === mutants.length ? 0 : 1;
}

/** A fault is put where it was meant, or nowhere. */
async function checkPlaces(mutants: readonly Mutant[]) {
  for (const { name, edits = [] } of mutants) {
    for (const { file, text } of edits) {
      const times = (await readFile(join(repositoryFolder, file), "utf8")).split(text).length - 1;
      if (times !== 1) throw new Error(`“${name}”: ${file} has its text ${times} times, not once`);
    }
  }
}

/** A test that fails without a fault notices none. */
async function checkTests(copy: string, mutants: readonly Mutant[]) {
  const startedMs = performance.now();
  const tests = mutants.map(({ noticedBy }) => noticedBy);
  const { report, output } = await runTests(copy, tests);
  const failing = tests.filter((test) => {
    const { ran, failure } = outcomeOf(report, test);
    return ran === 0 || failure !== undefined;
  });
  if (failing.length === 0) return printResult("✓", "without a fault", startedMs, "all pass");
  const names = failing.map(({ file, test }) => `${file} › ${test}`);
  throw new Error(`without a fault these do not pass:\n${names.join("\n")}\n\n${output}`);
}

async function isNoticed(copy: string, mutant: Mutant) {
  const startedMs = performance.now();
  const { name, noticedBy } = mutant;
  const takeOut = await putIn(copy, mutant);
  const { report, output } = await runTests(copy, [noticedBy]);
  await takeOut();
  const { ran, failure } = outcomeOf(report, noticedBy);
  if (failure !== undefined) {
    printResult("✓", name, startedMs, `${noticedBy.file}: ${failure}`);
    return true;
  }
  const why = ran === 0 ? "its test did not run" : "not noticed";
  printResult("✗", name, startedMs, `${why}: ${noticedBy.file} › ${noticedBy.test}`);
  if (ran === 0) console.log(output.split("\n").slice(-lastOutputLines).join("\n"));
  return false;
}

function printResult(mark: string, name: string, startedMs: number, note: string) {
  printLine(mark, name.padEnd(nameWidth), startedMs, note);
}

async function copyRepository(copy: string) {
  await cp(repositoryFolder, copy, {
    recursive: true,
    filter: (path) => !leftOut.test(relative(repositoryFolder, path)),
  });
  await symlink(join(repositoryFolder, "node_modules"), join(copy, "node_modules"), "dir");
  return copy;
}

/** Returns what makes the copy as it was. */
async function putIn(copy: string, { edits = [], sql }: Mutant) {
  const original: Map<string, string> = new Map();
  const functions: Map<string, string> = new Map();
  for (const { file, text, becomes } of edits) {
    const path = join(copy, file);
    const before = await readFile(path, "utf8");
    if (!original.has(path)) original.set(path, before);
    const after = before.replace(text, () => becomes);
    await writeFile(path, after);
    if (currentFunction.test(file)) functions.set(file, after);
  }
  const migration = join(copy, lastMigration);
  const script = [...functions.values(), ...(sql === undefined ? [] : [sql])].join("\n");
  if (script !== "") {
    await mkdir(migration);
    await writeFile(join(migration, "migration.sql"), script);
  }
  return async () => {
    for (const [path, text] of original) await writeFile(path, text);
    await rm(migration, { recursive: true, force: true });
  };
}

/** Runs tests in a copy. */
async function runTests(copy: string, tests: readonly NamedTest[]) {
  stopSignal.throwIfAborted();
  const path = join(copy, "report.json");
  await rm(path, { force: true });
  const files = new Set(tests.map(({ file }) => file));
  const names = tests.map(namePattern).join("|");
  const { output } = await run(
    process.execPath,
    [
      ...[join(copy, "node_modules/vitest/vitest.mjs"), "run", ...files],
      ...["--testNamePattern", names, `--testTimeout=${testTimeoutMs}`, "--reporter=default"],
      ...["--reporter=json", `--outputFile.json=${path}`],
    ],
    {
      cwd: copy,
      env: { ...process.env, NO_COLOR: "1", TEST_MATRIX: "" },
      timeoutMs: runTimeoutMs,
    },
  );
  stopSignal.throwIfAborted();
  const text = await readFile(path, "utf8").catch(() => "null"); // It did not come so far.
  return { report: JSON.parse(text), output };
}
