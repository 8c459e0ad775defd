import { expect, test } from "vitest";
import { describeImport, type Import, importsOf } from "./imports";
import { type SourceFile, sourceFiles } from "./source-files";

const BOOTSTRAP = /^bin\/bootstrap\/.+\.mjs$/;
/** The entry of a command: `bin/start.mjs`. */
const ENTRY = /^bin\/[\w-]+\.mjs$/;

const runsBeforeInstall = ({ path }: SourceFile) => BOOTSTRAP.test(path) || ENTRY.test(path);

/** Returns JavaScript files of bin outside of bin/bootstrap that are not the entry of a command. */
const misplaced = (files: readonly SourceFile[]) =>
  files
    .map(({ path }) => path)
    .filter((path) => /^bin\/.*\.[cm]?js$/.test(path) && !runsBeforeInstall({ path, text: "" }));

/** Whether an import fails before the packages are installed, or in an old version of Node. */
const needsPackages = ({ from, target, isPackage, isDynamic }: Import) =>
  runsBeforeInstall(from) &&
  !isDynamic &&
  (isPackage ? !target.startsWith("node:") : !BOOTSTRAP.test(target));

const scripts = sourceFiles().filter(({ path }) => path.startsWith("bin/"));

test("JavaScript of bin is in bin/bootstrap, or is the entry of a command", () => {
  expect(scripts.filter(runsBeforeInstall).length).toBeGreaterThan(20);
  expect(misplaced(scripts)).toEqual([]);
});

test("files that run before the packages are installed import only Node's modules and bin/bootstrap", () => {
  expect(importsOf(scripts).filter(needsPackages).map(describeImport)).toEqual([]);
});

test("self-test: finds JavaScript elsewhere and imports of packages", () => {
  const files = [
    { path: "bin/postgres/start.mjs", text: "" },
    { path: "bin/postgres/stop.ts", text: `import pg from "pg";` },
    {
      path: "bin/start.mjs",
      text: `import "./bootstrap/a.mjs"; await import("./postgres/stop.ts");`,
    },
    { path: "bin/serve.mjs", text: `import "./postgres/stop.ts";` },
    { path: "bin/bootstrap/a.mjs", text: `import "node:fs"; await import("tsx/esm/api");` },
    { path: "bin/bootstrap/b.mjs", text: `import pg from "pg"; export * from "../start.mjs";` },
  ];
  expect(misplaced(files)).toEqual(["bin/postgres/start.mjs"]);
  expect(importsOf(files).filter(needsPackages).map(describeImport)).toEqual([
    "bin/serve.mjs:1 imports bin/postgres/stop.ts",
    "bin/bootstrap/b.mjs:1 imports pg",
    "bin/bootstrap/b.mjs:1 imports bin/start.mjs",
  ]);
});
