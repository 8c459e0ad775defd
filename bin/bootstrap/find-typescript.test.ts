import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { findTypeScript } from "./find-typescript.mjs";
import { repositoryFolder } from "./paths.mjs";

const inRepository = (path: string) => join(repositoryFolder, path);
const from = (path: string) => pathToFileURL(inRepository(path)).href;

test.each([
  ["@/lib/kernel/money", "bin/audit.ts", "lib/kernel/money.ts"],
  ["@/lib/db", "bin/audit.ts", "lib/db/index.ts"],
  ["@/bin/bootstrap/paths.mjs", "prisma/seed.ts", "bin/bootstrap/paths.mjs"],
  ["./money", "lib/kernel/clock.ts", "lib/kernel/money.ts"],
  ["../db", "lib/kernel/clock.ts", "lib/db/index.ts"],
  [".", "lib/db/queue.ts", "lib/db/index.ts"],
  ["..", "lib/db/nested/file.ts", "lib/db/index.ts"],
])("finds the file of %j in %s", (specifier, parent, found) => {
  expect(findTypeScript(specifier, from(parent))).toBe(inRepository(found));
});

test.each([
  ["a package", "pg", "lib/db/index.ts"],
  ["a module of Node", "node:fs", "lib/db/index.ts"],
  ["a file with its extension", "./money.ts", "lib/kernel/clock.ts"],
  ["a file that does not exist", "./nothing", "lib/kernel/clock.ts"],
  ["an import of a package's file", "./errors", "node_modules/pg/lib/index.js"],
])("leaves %s to Node", (_, specifier, parent) => {
  expect(findTypeScript(specifier, from(parent))).toBeUndefined();
});
