import { posix } from "node:path";
import { type SourceFile, sourceFiles } from "./architecture/source-files.ts";

const IMPORT = /(?:from|import)\s*\(?\s*"(@\/|\.{1,2}\/)([^"]+)"/g;
const ENDINGS = ["", ".ts", ".tsx", "/index.ts"];
const DATABASE = "test/database/index.ts";
/** What it keeps in the process is for the next files too. */
const KEEPS = "test/once-per-process.ts";
/** Its package serves the engine of a process. Loaded anew, this module starts another, and the first one breaks. */
const SCHEMA_ENGINE = "prisma/schema-engine/load-engine.ts";

/** The changes of a test to its process that nothing undoes before the next file in the same process. */
const CHANGES_PROCESS =
  /\bprocess\.(on|once|chdir|exitCode)|\bglobalThis(\.|\[| as\b)|\bObject\.\w+\(globalThis\b|\bsetDefaultCACertificates\b/;

/** The changes that the next file would notice, unless test/setup-modules.ts or Vitest undoes them. */
const CHANGES_MODULES =
  /\bvi\.(mock|doMock|resetModules|stubEnv|stubGlobal|useFakeTimers|spyOn)|\bprocess\.env|\bperProcess\b/;

export interface FilesByProcess {
  /** Each has a process of its own. */
  own: string[];
  /** They share processes, in which all modules, settings, globals and the clock are made anew for each file. */
  modules: string[];
  /** They share processes and modules. */
  shared: string[];
}

/**
 * Divides the test files by what they can share. A process takes two seconds of processor time before its first test
 * runs, and the modules of the application a part of one. Therefore a file has a process of its own only if it changes
 * what nothing undoes, and modules of its own only if it uses a database, to which the connections and caches of the
 * modules belong, or changes the settings, a global, the clock or a module.
 *
 * @param isTest whether the path of a file, from the repository's root, is a test of this run
 */
export function filesByProcess(
  isTest: (path: string) => boolean,
  files: readonly SourceFile[] = sourceFiles(),
): FilesByProcess {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const imports = new Map(files.map(({ path }) => [path, importsOf(path, texts)]));
  const divided: FilesByProcess = { own: [], modules: [], shared: [] };
  for (const { path } of files.filter(({ path }) => isTest(path))) {
    const reached = [...reachedFrom(path, imports)];
    const does = (what: RegExp) =>
      reached.some((each) => isOfTests(each) && each !== KEEPS && what.test(texts.get(each) ?? ""));
    if (does(CHANGES_PROCESS)) divided.own.push(path);
    else if (!reached.includes(DATABASE) && !does(CHANGES_MODULES)) divided.shared.push(path);
    else if (reached.includes(SCHEMA_ENGINE)) divided.own.push(path);
    else divided.modules.push(path);
  }
  return divided;
}

const isOfTests = (path: string) => path.startsWith("test/") || path.endsWith(".test.ts");

/** Returns a file and everything that it imports, directly or not. */
function reachedFrom(
  path: string,
  imports: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const reached = new Set([path]);
  for (const each of reached) {
    for (const next of imports.get(each) ?? []) reached.add(next);
  }
  return reached;
}

function importsOf(path: string, texts: ReadonlyMap<string, string>): string[] {
  return [...(texts.get(path) ?? "").matchAll(IMPORT)].flatMap(([, start = "", rest = ""]) => {
    const target = start === "@/" ? rest : posix.join(posix.dirname(path), start, rest);
    return ENDINGS.map((ending) => target + ending).find((each) => texts.has(each)) ?? [];
  });
}
