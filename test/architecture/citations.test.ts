import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brokenCitations } from "./citations";
import { repositoryFolder, type SourceFile, sourceFiles } from "./source-files";

function pages(folder: string): SourceFile[] {
  return readdirSync(join(repositoryFolder, folder))
    .filter((name) => name.endsWith(".md") && name !== "spec.md")
    .map((name) => join(folder, name))
    .map((path) => ({ path, text: readFileSync(join(repositoryFolder, path), "utf8") }));
}

/**
 * Leaves out citations of paths: on a page of docs, paths are relative to the page, and the test of the links checks
 * them.
 */
const withoutPaths = (found: string[]) => found.filter((each) => !/: docs\//.test(each));

test("each citation in the code has a target in this repository", () => {
  const files = sourceFiles().filter(({ path }) => !path.startsWith("test/architecture/citations"));
  expect(files.flatMap(brokenCitations)).toEqual([]);
});

test("each citation in the documentation has a target in this repository", () => {
  const files = [...pages("docs"), ...pages("docs/decisions"), ...pages(".")];
  expect(files.length).toBeGreaterThan(40);
  expect(withoutPaths(files.flatMap(brokenCitations))).toEqual([]);
});

test("each link in the documentation has an existing target", () => {
  const links = [...pages("docs"), ...pages("docs/decisions"), ...pages(".")].flatMap((page) =>
    [...page.text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = ""]) => ({ page: page.path, target }))
      .filter(({ target }) => !/^[a-z]+:/.test(target)),
  );
  const existing = (target: string) => {
    try {
      return readdirSync(target).length >= 0;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ENOTDIR";
    }
  };
  const broken = links.filter(
    ({ page, target }) => !existing(join(repositoryFolder, page, "..", target)),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});

test.each([
  "spec: Create Umbrella",
  "design 99",
  "threat 99",
  "decision 9999",
  "docs/nothing.md",
  "issue 6",
])("self-test: finds the broken citation %s", (citation) => {
  const file = { path: "lib/a.ts", text: `/** Does it. Source: ${citation} */` };
  expect(brokenCitations(file)).toHaveLength(1);
});

test("self-test: accepts valid citations, also across lines", () => {
  const text =
    "/**\n * Does it. Source: spec:\n * Create User; design 7; threat 18; decision 0014\n */";
  expect(brokenCitations({ path: "lib/a.ts", text })).toEqual([]);
});
