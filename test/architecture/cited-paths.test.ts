import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brokenPaths } from "./cited-paths";
import { repositoryFolder, type SourceFile, sourceFiles } from "./source-files";

/** Files whose comments name fictitious paths. */
const MADE_UP = /^test\/architecture\//;

function textsIn(folder: string, ending: RegExp): SourceFile[] {
  return readdirSync(join(repositoryFolder, folder))
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name))
    .map((path) => ({ path, text: readFileSync(join(repositoryFolder, path), "utf8") }));
}

test("each path in a comment of the code exists", () => {
  const code = sourceFiles().filter(({ path }) => !MADE_UP.test(path));
  expect(code.flatMap(brokenPaths)).toEqual([]);
});

test("each path in the documentation, the settings and the schema exists", () => {
  const texts = [
    ...textsIn(".", /\.md$|^\.env\.example$/),
    ...textsIn("docs", /\.md$/),
    ...textsIn("docs/decisions", /\.md$/),
    ...textsIn("prisma/schema", /\.prisma$/),
  ];
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.flatMap(brokenPaths)).toEqual([]);
});

test.each([
  ["/** As in lib/nothing.ts. */", "lib/nothing.ts"],
  ["work(); // see lib/ledger/nothing", "lib/ledger/nothing"],
  ["/**\n * Made by prisma/nothing.sql\n */", "prisma/nothing.sql"],
])("self-test: finds the missing path in %j", (text, cited) => {
  expect(brokenPaths({ path: "lib/a.ts", text })).toEqual([`lib/a.ts: ${cited}`]);
});

test("self-test: accepts files with and without extension, folders, and paths outside of comments", () => {
  const text = `/** lib/kernel/money.ts, lib/kernel/money and lib/kernel; lib/<domain>, https://a.example/lib/b. */
    const path = "lib/nothing.ts"; const url = "http://a.example/lib/nothing.ts";`;
  expect(brokenPaths({ path: "lib/a.ts", text })).toEqual([]);
});
