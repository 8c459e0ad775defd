import { expect, test } from "vitest";
import { describeImport, importsOf } from "./imports";
import { importsInCycles } from "./sibling-folders";
import { isService, sourceFiles } from "./source-files";

const files = sourceFiles();

test("folders with the same parent folder import each other in one direction only", () => {
  const found = importsOf(files).filter(
    ({ from }) => isService(from) && /^(lib|server)\//.test(from.path),
  );
  expect(importsInCycles(found).map(describeImport)).toEqual([]);
});

test("self-test: finds cycles of two and of three folders, at any depth", () => {
  const made = [
    { path: "lib/a/b/x.ts", text: `import "../c/x"; import "./y";` },
    { path: "lib/a/b/y.ts", text: "" },
    { path: "lib/a/c/x.ts", text: `import type { X } from "@/lib/a/d/x";` },
    { path: "lib/a/d/x.ts", text: `import "@/lib/a/b/y"; import "../../e/x"; import "pg";` },
    { path: "lib/e/x.ts", text: "" },
  ];
  expect(importsInCycles(importsOf(made)).map(({ target }) => target)).toEqual([
    "lib/a/c/x.ts",
    "lib/a/d/x.ts",
    "lib/a/b/y.ts",
  ]);
});
