import { expect, test } from "vitest";
import { isPruned } from "./install.mjs";

const lock = {
  "": {},
  "node_modules/pg": { version: "8.0.0" },
  "node_modules/vitest": { version: "5.0.0", dev: true },
};

test("a folder with only the packages of production is pruned", () => {
  expect(isPruned(lock, { "node_modules/pg": { version: "8.0.0" } })).toBe(true);
  // Also when the lock file has newer versions.
  expect(isPruned(lock, { "node_modules/pg": { version: "7.0.0" } })).toBe(true);
});

test("a folder with packages of development, or with none, is not pruned", () => {
  const { "node_modules/vitest": dev } = lock;
  expect(isPruned(lock, { "node_modules/vitest": dev })).toBe(false);
  expect(isPruned(lock, { "node_modules/biome": { version: "2.0.0", dev: true } })).toBe(false);
  expect(isPruned(lock, {})).toBe(false);
  expect(isPruned({ "": {} }, { "node_modules/pg": {} })).toBe(false);
});
