import { expect, test } from "vitest";
import { isTest, type SourceFile, sourceFiles } from "./source-files";
import { lineAt } from "./syntax";

/**
 * Functions that a browser for which Next builds the scripts may lack: Chrome 111, Firefox 111, Safari 16.4. The compiler
 * adds no functions, so that a call fails, and with it the page.
 */
const LACKING =
  /\b(AbortSignal\.any|(Map|Object)\.groupBy|Promise\.(withResolvers|try)|Array\.fromAsync|Iterator\.from|RegExp\.escape)\(/g;

const isOfBrowser = ({ path }: SourceFile) =>
  /^(components|lib\/api\/(client|reference))\//.test(path);

const lacking = (files: readonly SourceFile[]) =>
  files
    .filter((file) => isOfBrowser(file) && !isTest(file))
    .flatMap((file) =>
      [...file.text.matchAll(LACKING)].map(
        ({ 1: name, index }) => `${file.path}:${lineAt(file, index)} ${name}`,
      ),
    );

test("the pages call no function that a supported browser lacks", () => {
  expect(lacking(sourceFiles())).toEqual([]);
});

test("self-test: finds such calls in pages, and not in the service or in tests", () => {
  const of = (path: string) => lacking([{ path, text: "f();\nMap.groupBy(a, b);" }]);
  expect(of("components/a.tsx")).toEqual(["components/a.tsx:2 Map.groupBy"]);
  expect(of("lib/api/client/a.ts")).toHaveLength(1);
  expect(of("lib/withdrawals/a.ts")).toEqual([]);
  expect(of("components/a.test.ts")).toEqual([]);
});
