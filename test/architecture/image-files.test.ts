import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Files at the top of the repository that the build and the service do not read. */
const NOT_IN_IMAGE = ["biome.json", "playwright.config.ts", "vitest.config.ts"];

test("the build of the image has all settings at the top of the repository", () => {
  const ignored = readFileSync("ops/container/Dockerfile.dockerignore", "utf8").split("\n");
  const names = readdirSync(".").filter((name) => /^[a-z][\w.-]*\.(m?[jt]s|json)$/.test(name));
  // Next writes next-env.d.ts, for the check of types only.
  const settings = names.filter((name) => !name.endsWith(".d.ts"));
  expect(settings.length).toBeGreaterThan(5);
  const missing = settings.filter((name) => !ignored.includes(`!${name}`));
  expect(missing.toSorted()).toEqual(NOT_IN_IMAGE);
});
