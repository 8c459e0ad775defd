import { expect, test } from "vitest";
import { filesOfBrowsers } from "./browser-safe";
import { importsOf } from "./imports";
import { isTest, type SourceFile, sourceFiles } from "./source-files";
import { lineAt } from "./syntax";

/**
 * Functions that a browser for which Next builds the scripts may lack: Chrome 111, Firefox 111, Safari 16.4. The compiler
 * adds no functions, so that a call fails, and with it the page.
 */
const LACKING =
  /\b(AbortSignal\.any|(?:Map|Object)\.groupBy|Promise\.(?:withResolvers|try)|Array\.fromAsync|Iterator\.from|RegExp\.escape)\(|\.((?:is|to)WellFormed|toSorted|toReversed|toSpliced)\(/g;

function lacking(files: readonly SourceFile[]): string[] {
  const all = files.filter((file) => !isTest(file));
  return filesOfBrowsers(all, importsOf(all)).flatMap((file) =>
    [...file.text.matchAll(LACKING)].map(
      ({ 1: name, 2: method, index }) => `${file.path}:${lineAt(file, index)} ${name ?? method}`,
    ),
  );
}

test("the pages call no function that a supported browser lacks", () => {
  expect(lacking(sourceFiles())).toEqual([]);
});

test("self-test: finds such calls in pages and in what they import, and not in the service or in tests", () => {
  const text = "f();\nMap.groupBy(a, b);";
  const of = (path: string) => lacking([{ path, text }]);
  expect(of("components/a.tsx")).toEqual(["components/a.tsx:2 Map.groupBy"]);
  expect(of("lib/withdrawals/contract.ts")).toHaveLength(1);
  expect(of("lib/withdrawals/a.ts")).toEqual([]);
  expect(of("components/a.test.ts")).toEqual([]);
  const page = { path: "components/a.tsx", text: 'import { b } from "@/lib/a/b";' };
  const imported = { path: "lib/a/b.ts", text: "a.toSorted();" };
  expect(lacking([page, imported])).toEqual(["lib/a/b.ts:1 toSorted"]);
});
