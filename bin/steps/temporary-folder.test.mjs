import { existsSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { temporaryParent } from "./temporary-folder.mjs";

afterEach(() => vi.unstubAllEnvs());

test("temporary files go where TMPDIR says", () => {
  vi.stubEnv("TMPDIR", "/somewhere");
  expect(temporaryParent()).toBe("/somewhere");
});

test("without it they go to a folder that is there", () => {
  vi.stubEnv("TMPDIR", undefined);
  expect(existsSync(temporaryParent())).toBe(true);
});
