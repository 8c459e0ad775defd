import { posix } from "node:path";
import { type SourceFile, sourceFiles } from "./architecture/source-files.ts";

const IMPORT = /(?:from|import)\s*\(?\s*"(@\/|\.{1,2}\/)([^"]+)"/g;
const ENDINGS = ["", ".ts", ".tsx", "/index.ts"];
const DATABASE = "test/database/index.ts";

/** What a test can do to its process that the next file in the same process would notice. */
const CHANGES_PROCESS =
  /\bvi\.(mock|doMock|resetModules|stub\w+|spyOn|useFakeTimers)|\bprocess\.(env|on|once|chdir|exitCode)|\bglobalThis\b|\bperProcess\b/;

/**
 * Divides the test files by whether they can share a process. A process takes two seconds of processor time before its
 * first test runs. Therefore a file has one of its own only if it needs one: because it uses a database, to which the
 * connections and caches of the process belong, or because it changes the process.
 *
 * @param isTest whether the path of a file, from the repository's root, is a test of this run
 * @returns the paths of both kinds of files
 */
export function filesByProcess(
  isTest: (path: string) => boolean,
  files: readonly SourceFile[] = sourceFiles(),
): { shared: string[]; own: string[] } {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const imports = new Map(files.map(({ path }) => [path, importsOf(path, texts)]));
  const reachesDatabase = (test: string) => {
    const reached = new Set([test]);
    for (const path of reached) {
      for (const each of imports.get(path) ?? []) reached.add(each);
    }
    return reached.has(DATABASE);
  };
  const tests = files.filter(({ path }) => isTest(path));
  const needsOwn = ({ path, text }: SourceFile) =>
    CHANGES_PROCESS.test(text) || reachesDatabase(path);
  const pathsOf = (some: readonly SourceFile[]) => some.map(({ path }) => path);
  return {
    shared: pathsOf(tests.filter((test) => !needsOwn(test))),
    own: pathsOf(tests.filter(needsOwn)),
  };
}

function importsOf(path: string, texts: ReadonlyMap<string, string>): string[] {
  return [...(texts.get(path) ?? "").matchAll(IMPORT)].flatMap(([, start = "", rest = ""]) => {
    const target = start === "@/" ? rest : posix.join(posix.dirname(path), start, rest);
    return ENDINGS.map((ending) => target + ending).find((each) => texts.has(each)) ?? [];
  });
}
